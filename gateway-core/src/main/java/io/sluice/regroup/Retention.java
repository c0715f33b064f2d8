package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.KeptBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is kept of one bulk's body after it was sent, so that refused items can be sent again and failed ones be named. Over the
 * bulk's own bound or that of all bulks nothing is kept. Owns what it keeps. On the bulk's event loop.
 */
final class Retention implements AutoCloseable {
    private final AtomicLong used;
    private final long maxUsed;
    private final long maxBytes;
    private final List<Kept> lanes = new ArrayList<>(4);
    private long bytes;
    private boolean off;

    /** What is kept of one lane's bytes, in order. */
    final class Kept {
        private final KeptBytes parts = new KeptBytes();

        private Kept() {}

        /** Keeps a part, which stays the caller's, unless nothing is kept any more. */
        void add(ByteBuf part) {
            if (keep(part.readableBytes())) {
                parts.add(part);
            }
        }

        /** The parts, to be looked at; empty where nothing is kept. */
        List<ByteBuf> parts() {
            return parts.parts();
        }

        /** The parts once more, each retained for the caller; empty where nothing is kept. */
        List<ByteBuf> copies() {
            return parts.copies();
        }
    }

    /**
     * @param used by all bulks together, in bytes
     * @param maxUsed its bound
     * @param maxBytes the bound of this bulk; 0 keeps nothing
     */
    Retention(AtomicLong used, long maxUsed, long maxBytes) {
        this.used = used;
        this.maxUsed = maxUsed;
        this.maxBytes = maxBytes;
        this.off = maxBytes == 0;
    }

    /** Begins to keep another lane's bytes. */
    Kept lane() {
        Kept lane = new Kept();
        lanes.add(lane);
        return lane;
    }

    /** Whether everything is kept. */
    boolean complete() {
        return !off;
    }

    private boolean keep(int more) {
        if (off) {
            return false;
        }
        bytes += more;
        if (used.addAndGet(more) > maxUsed || bytes > maxBytes) {
            close();
        }
        return !off;
    }

    /** Lets go of everything and keeps nothing more. */
    @Override
    public void close() {
        off = true;
        lanes.forEach(lane -> lane.parts.close());
        used.addAndGet(-bytes);
        bytes = 0;
    }
}
