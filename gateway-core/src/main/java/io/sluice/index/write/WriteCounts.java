package io.sluice.index.write;

import java.util.concurrent.atomic.AtomicLong;

/** What came of documents. Thread-safe. */
public final class WriteCounts {
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();

    /** Documents that the target took. */
    public long written() {
        return written.get();
    }

    /** Documents of which the target has the same or a newer version already, or any, as the mode says. */
    public long kept() {
        return kept.get();
    }

    /** Items that were sent again because the target was busy. */
    public long repeated() {
        return repeated.get();
    }

    void addWritten() {
        written.incrementAndGet();
    }

    void addKept() {
        kept.incrementAndGet();
    }

    void addRepeated(int items) {
        repeated.addAndGet(items);
    }
}
