package io.sluice.bench.soak;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells the phase: the cluster's clients report what they see, and the queue's samples say when it has caught up. Thread-safe. */
final class OutageWatch {
    private final PrintWriter out;
    private OutagePhase phase = OutagePhase.BEFORE;
    private long since = System.nanoTime();

    OutageWatch(PrintWriter out) {
        this.out = out;
    }

    synchronized OutagePhase phase() {
        return phase;
    }

    /** No connection to the cluster, or none that was answered. */
    synchronized void away() {
        if (phase == OutagePhase.BEFORE) {
            enter(OutagePhase.AWAY);
        }
    }

    /** The cluster answered with success. */
    synchronized void there() {
        if (phase == OutagePhase.AWAY) {
            enter(OutagePhase.CATCHING_UP);
        }
    }

    /** The queue is no more behind than it always is. */
    synchronized void caughtUp() {
        if (phase == OutagePhase.CATCHING_UP) {
            enter(OutagePhase.AFTER);
        }
    }

    private void enter(OutagePhase next) {
        long now = System.nanoTime();
        out.printf(
                Locale.ROOT,
                "%s lasted %.1f s%n",
                phase,
                (now - since) / (double) Duration.ofSeconds(1).toNanos());
        out.flush();
        phase = next;
        since = now;
    }
}
