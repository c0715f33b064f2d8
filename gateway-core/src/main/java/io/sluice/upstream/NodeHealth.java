package io.sluice.upstream;

import io.sluice.config.HealthConfig;
import io.sluice.failure.LogPace;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Whether a node is left out. After a number of failures in a row it is, for a time that doubles with each failure of what began after
 * it was left out; a success, of a request or a probe, takes it back at once. Both are logged, each once a second at most. A connection that
 * breaks under a request is a failure, and so is an answer of which nothing came in time; but a node may be well and close a connection
 * for what it was asked, or work on it for long: it is left out only if it does not answer a probe either. Safe from any thread.
 */
public final class NodeHealth {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHealth.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 20;

    private final HealthConfig config;
    private final Map<String, String> place;
    private final LogPace leaving = new LogPace(PAUSE);
    private final LogPace returning = new LogPace(PAUSE);
    private final Runnable doubts;
    private volatile int failuresInARow;
    /** A probe is to tell whether the node is left out. */
    private boolean doubted;

    /** How often what began after the node was left out has failed, and once more. */
    private int leavingOuts;

    private long leftOutAt;
    private volatile long ejectedUntil;
    private volatile boolean ejected;
    private volatile long recoveries;

    /**
     * @param place names the node in the log
     * @param doubts has the node asked, as connections to it break or answers are late; {@link #succeeded}, {@link #failed} or {@link #unasked} follows
     */
    NodeHealth(HealthConfig config, Map<String, String> place, Runnable doubts) {
        this.config = config;
        this.place = place;
        this.doubts = doubts;
    }

    /** Whether the node should be tried now; an ejected node is, once its time is over. */
    public boolean available() {
        return !ejected || ejectedUntil - System.nanoTime() <= 0;
    }

    /** Whether the node was left out and has not shown since that it works. */
    public boolean ejected() {
        return ejected;
    }

    /** Failures since the last success. */
    public int failuresInARow() {
        return failuresInARow;
    }

    /** How often the node has answered after it had failed. */
    public long recoveries() {
        return recoveries;
    }

    /** When the node will be tried again, as a time of System.nanoTime; has a meaning only while it is ejected. */
    long ejectedUntil() {
        return ejectedUntil;
    }

    /** The node answered. */
    public void succeeded() {
        if (failuresInARow != 0 && reset()) {
            logReturn();
        }
    }

    /** Returns whether the node was left out until now. */
    private synchronized boolean reset() {
        boolean returns = ejected;
        if (failuresInARow != 0) {
            recoveries++;
        }
        failuresInARow = 0;
        ejected = false;
        leavingOuts = 0;
        doubted = false;
        return returns;
    }

    // Not under the lock: whoever writes a log may block.
    private void logReturn() {
        long unlogged = returning.next(System.nanoTime());
        if (unlogged >= 0) {
            line(LOG.atInfo(), unlogged).log("the node answers and is taken back");
        }
    }

    private LoggingEventBuilder line(LoggingEventBuilder begun, long unlogged) {
        LoggingEventBuilder line = begun;
        for (Map.Entry<String, String> name : place.entrySet()) {
            line = line.addKeyValue(name.getKey(), name.getValue());
        }
        return line.addKeyValue("unlogged", unlogged);
    }

    /** A connection to the node broke while a request used it. */
    public void broke() {
        if (isNewDoubt()) {
            doubts.run();
        }
    }

    /** Nothing of an answer came in the time for it. */
    public void late() {
        broke();
    }

    private synchronized boolean isNewDoubt() {
        failuresInARow++;
        boolean doubtful = !doubted && failuresInARow >= config.failures();
        doubted |= doubtful;
        return doubtful;
    }

    /** The node was to be asked, but could not be, for no fault of its own. */
    synchronized void unasked() {
        doubted = false;
    }

    /**
     * The node could not be reached, or did not answer a probe.
     *
     * @param begun when that was begun, as a time of System.nanoTime: many that were begun before the node was left out count as one
     */
    public void failed(long begun) {
        long nanos = leaveOut(begun);
        if (nanos >= 0) {
            logEjection(nanos);
        }
    }

    /** Returns for how long the node is left out now, in nanoseconds; -1 if it is not, or was so before. */
    private synchronized long leaveOut(long begun) {
        if (!doubted) {
            failuresInARow++;
        }
        doubted = false;
        if (failuresInARow < config.failures()) {
            return -1;
        }
        if (leavingOuts == 0 || begun - leftOutAt > 0) {
            leavingOuts++;
            leftOutAt = System.nanoTime();
        } else if (!available()) {
            return -1;
        }
        long longest = config.maxEjection().toNanos();
        int doublings = Math.min(leavingOuts - 1, MAX_DOUBLINGS);
        long first = config.ejection().toNanos();
        long nanos = first > longest >> doublings ? longest : first << doublings;
        ejectedUntil = System.nanoTime() + nanos;
        boolean leaves = !ejected;
        ejected = true;
        return leaves ? nanos : -1;
    }

    private void logEjection(long nanos) {
        long unlogged = leaving.next(System.nanoTime());
        if (unlogged >= 0) {
            line(LOG.atWarn(), unlogged)
                    .addKeyValue("failures", failuresInARow)
                    .addKeyValue("millis", nanos / 1_000_000)
                    .log("the node fails and is left out");
        }
    }
}
