package io.sluice.plugins.kafkaqueue;

import java.time.Duration;

/**
 * How long lanes surely are this process's. A server that takes a commit of a member counts the member as alive for the session's time
 * from then on; so, counted from before the commit was sent, no other process has the lanes within that time. On the consumer's
 * thread.
 */
final class Lease {

    private final long length;
    private long provenAt;

    /** @param nanoTime when it begins */
    Lease(Duration length, long nanoTime) {
        this.length = length.toNanos();
        this.provenAt = nanoTime;
    }

    /** The lanes were this process's at that time. */
    void proven(long nanoTime) {
        if (nanoTime - provenAt > 0) {
            provenAt = nanoTime;
        }
    }

    /** Whether another process may have the lanes. */
    boolean isOver(long nanoTime) {
        return nanoTime - provenAt >= length;
    }

    /** Whether it is time to prove it again. */
    boolean isDue(long nanoTime) {
        return nanoTime - provenAt >= length / 3;
    }
}
