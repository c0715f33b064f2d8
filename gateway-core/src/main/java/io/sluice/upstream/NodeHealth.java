package io.sluice.upstream;

import io.sluice.config.HealthConfig;

/**
 * Whether a node is left out. After a number of failures in a row it is, for a time that doubles with each failure after its
 * return; a success, of a request or a probe, takes it back at once. Safe from any thread.
 */
public final class NodeHealth {
    private static final int MAX_DOUBLINGS = 20;

    private final HealthConfig config;
    private volatile int failuresInARow;
    private volatile long ejectedUntil;
    private volatile boolean ejected;

    NodeHealth(HealthConfig config) {
        this.config = config;
    }

    /** True iff the node should be tried now; an ejected node is, once its time is over. */
    public boolean available() {
        return !ejected || ejectedUntil - System.nanoTime() <= 0;
    }

    /** True iff the node was left out and has not shown since that it works. */
    public boolean ejected() {
        return ejected;
    }

    /** Failures since the last success. */
    public int failuresInARow() {
        return failuresInARow;
    }

    /** When the node will be tried again, as a time of System.nanoTime; has a meaning only while it is ejected. */
    long ejectedUntil() {
        return ejectedUntil;
    }

    /** The node answered. */
    public void succeeded() {
        if (failuresInARow != 0) {
            reset();
        }
    }

    private synchronized void reset() {
        failuresInARow = 0;
        ejected = false;
    }

    /** The node could not be reached, broke a connection or did not answer. */
    public synchronized void failed() {
        failuresInARow++;
        int over = failuresInARow - config.failures();
        if (over >= 0) {
            long nanos = config.ejection().toNanos() << Math.min(over, MAX_DOUBLINGS);
            long bounded = nanos <= 0 ? Long.MAX_VALUE : nanos;
            ejectedUntil =
                    System.nanoTime() + Math.min(bounded, config.maxEjection().toNanos());
            ejected = true;
        }
    }
}
