package io.sluice.index.job;

import java.time.Duration;

/** Holds workers to so many documents and bytes a second together. Thread-safe. */
public final class Pace {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double nanosPerDocument;
    private final double nanosPerByte;
    private long free = System.nanoTime();

    /**
     * A pace.
     *
     * @param documents a second; 0 for no bound
     * @param bytes a second; 0 for no bound
     */
    public Pace(long documents, long bytes) {
        nanosPerDocument = documents == 0 ? 0 : NANOS_PER_SECOND / documents;
        nanosPerByte = bytes == 0 ? 0 : NANOS_PER_SECOND / bytes;
    }

    /** Waits until what was taken before has had its time, and takes so much. */
    public void take(long documents, long bytes) throws InterruptedException {
        long wait = reserve(documents, bytes, System.nanoTime());
        if (wait > 0) {
            Thread.sleep(Duration.ofNanos(wait));
        }
    }

    /** How many nanoseconds to wait from now on. */
    synchronized long reserve(long documents, long bytes, long now) {
        long begin = free - now > 0 ? free : now;
        free = begin + (long) Math.max(documents * nanosPerDocument, bytes * nanosPerByte);
        return begin - now;
    }
}
