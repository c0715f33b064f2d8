package io.sluice.upstream;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A wait for a connection; the waiter can end it. On its event loop only. */
public final class ConnectionWait {
    private final NodePool pool;
    private final ConnectionWaiter waiter;
    private final @Nullable InetAddress client;
    private final boolean preferred;
    private final long since;
    private boolean over;

    /**
     * @param client who is counted for it; null for the gateway itself
     * @param preferred whether the client has few connections
     * @param since as a time of System.nanoTime
     */
    ConnectionWait(
            NodePool pool, ConnectionWaiter waiter, @Nullable InetAddress client, boolean preferred, long since) {
        this.pool = pool;
        this.waiter = waiter;
        this.client = client;
        this.preferred = preferred;
        this.since = since;
    }

    ConnectionWaiter waiter() {
        return waiter;
    }

    @Nullable InetAddress client() {
        return client;
    }

    /** Whether it goes before those of clients that have more connections. */
    boolean isPreferred() {
        return preferred;
    }

    /** When it began, as a time of System.nanoTime. */
    long since() {
        return since;
    }

    /** Ends it; false if it had ended before. */
    boolean end() {
        boolean ended = !over;
        over = true;
        return ended;
    }

    /** The waiter no longer wants a connection, and is not called any more. Has no effect once it has been called. */
    public void cancel() {
        if (end()) {
            pool.cancelled(this);
        }
    }
}
