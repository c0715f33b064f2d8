package io.sluice.upstream;

/** A wait for a connection; the waiter can end it. On its event loop only. */
public final class ConnectionWait {
    private final NodePool pool;
    private final ConnectionWaiter waiter;
    private final long since;
    private boolean over;

    ConnectionWait(NodePool pool, ConnectionWaiter waiter, long since) {
        this.pool = pool;
        this.waiter = waiter;
        this.since = since;
    }

    ConnectionWaiter waiter() {
        return waiter;
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
