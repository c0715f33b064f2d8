package io.sluice.exchange;

import io.sluice.upstream.UpstreamNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sees whether a client that is awaited holds a connection to a node which others wait for, by how much it sent or took in spans of time.
 * A client that is slow is let be as long as nobody else wants the connection. On the exchange's event loop.
 */
final class ClientPace {
    /** Within which a client that is to send is looked at: half of the time that others wait for a connection by default. */
    static final long TO_SEND = Duration.ofSeconds(1).toNanos();
    /** Within which one that is to take is looked at. */
    static final long TO_TAKE = Duration.ofSeconds(8).toNanos();
    /** What has its connection for less time may be slow. */
    private static final long FIRST_NANOS = Duration.ofSeconds(5).toNanos();

    private long heldSince;
    /** The node whose connection is held while the client is awaited; null while it is not. */
    private @Nullable UpstreamNode node;

    private long span;
    private long spanBegan;
    private long movedBefore;

    /** The exchange has a connection, or is about to wait for one. */
    void begin(long now) {
        heldSince = now;
    }

    /** Somebody else is awaited. */
    void rest() {
        node = null;
    }

    /**
     * The client is awaited.
     *
     * @param held the node whose connection the exchange has
     * @param within the span, {@link #TO_SEND} or {@link #TO_TAKE}
     * @param moved bytes of the exchange in all, in both directions
     */
    void await(UpstreamNode held, long within, long moved, long now) {
        if (held != node || within != span) {
            node = held;
            span = within;
            spanBegan = now;
            movedBefore = moved;
        }
    }

    /** When {@link #mustGiveWay} is to be asked; only while the client is awaited. */
    long nextLook() {
        return spanBegan + span;
    }

    boolean isAwaited() {
        return node != null;
    }

    /** Whether the client was too slow in the span that has ended, and others wait for its connection. */
    boolean mustGiveWay(long moved, long now) {
        UpstreamNode held = node;
        if (held == null || now - nextLook() < 0) {
            return false;
        }
        boolean slow = moved - movedBefore < ClientPort.LEAST_MOVED && now - heldSince > FIRST_NANOS;
        spanBegan = now;
        movedBefore = moved;
        return slow && held.isContested();
    }
}
