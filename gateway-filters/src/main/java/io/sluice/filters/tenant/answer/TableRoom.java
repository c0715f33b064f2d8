package io.sluice.filters.tenant.answer;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the tables of all exchanges of a filter may take, until their clients have them. Thread-safe. */
public final class TableRoom {

    /** Bytes of tables. */
    static final int MAX_BYTES = 16 << 20;

    private final AtomicLong taken = new AtomicLong();

    /** Takes room for one exchange; to be closed once that is over. */
    public Share share() {
        return new Share();
    }

    private boolean take(long bytes) {
        long before = taken.get();
        while (before + bytes <= MAX_BYTES) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** What one exchange takes. Thread-safe. */
    public final class Share {
        private long held;
        private boolean closed;

        private Share() {}

        /** Takes as much as is missing for so many bytes in all; false if there is no room, or the exchange is over. */
        public synchronized boolean grow(long bytes) {
            long more = Math.max(0, bytes - held);
            if (closed || !take(more)) {
                return false;
            }
            held += more;
            return true;
        }

        /** Gives all of it back. */
        public synchronized void close() {
            closed = true;
            taken.addAndGet(-held);
            held = 0;
        }
    }
}
