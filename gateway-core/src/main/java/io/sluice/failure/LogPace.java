package io.sluice.failure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps frequent events from filling the log: at most one line in an interval, with the number of lines left out. Safe from any thread. */
public final class LogPace {
    private final long nanos;
    private final AtomicLong last = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();

    /** The interval in which one line is written. */
    public LogPace(Duration pause) {
        this.nanos = pause.toNanos();
    }

    /**
     * Asks for a line.
     *
     * @param now a time of {@link System#nanoTime}
     * @return how many lines were left out since the last one; -1 if this one is to be left out
     */
    public long next(long now) {
        long before = last.get();
        if (before != 0 && now - before < nanos || !last.compareAndSet(before, now == 0 ? 1 : now)) {
            untold.incrementAndGet();
            return -1;
        }
        return untold.getAndSet(0);
    }
}
