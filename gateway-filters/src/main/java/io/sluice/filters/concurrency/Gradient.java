package io.sluice.filters.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * A limit that follows the latency of the cluster: it grows by its square root while the latency of late is about that of always, shrinks in
 * proportion when that rises, and by a tenth when the cluster refuses. The formula is that of {@code Gradient2Limit} of Netflix's
 * concurrency-limits (https://github.com/Netflix/concurrency-limits), the last part that of its {@code AIMDLimit}. Not thread-safe.
 */
final class Gradient {

    /** So many answers make one step, by the mean of their latencies; among so many requests one refusal counts. */
    static final int WINDOW = 20;

    /** Of how many steps the long-term latency is the exponential mean. */
    private static final double LONG_TERM = 600;

    /** How much of a new limit is taken over at once. */
    private static final double SMOOTHING = 0.2;

    private static final double LEAST_GRADIENT = 0.5;
    private static final double BACKOFF = 0.9;
    /** A long-term latency that is so many times the latest belongs to another load, and is forgotten faster. */
    private static final double RECOVERED = 2;

    private static final double FORGET = 0.95;

    private final double least;
    private final double most;
    private final double tolerance;
    private double limit;
    private double longTerm;
    private int steps;
    private long sum;
    private int answers;
    /** Requests of the window, answered or refused. */
    private int ended;

    private boolean full;
    private boolean refused;
    /** The one key whose requests were refused in this window, and did not count yet; null if there is none. */
    private @Nullable Object refusedKey;

    Gradient(Ceiling.Adaptive ceiling) {
        this.least = ceiling.min();
        this.most = ceiling.max();
        this.tolerance = ceiling.tolerance();
        this.limit = Math.min(most, Math.max(least, 20));
    }

    int limit() {
        return (int) limit;
    }

    /**
     * Takes a request into account that has ended.
     *
     * @param nanos how long the cluster took
     * @param inFlight requests, this one included
     */
    void sample(long nanos, int inFlight) {
        sum += nanos;
        answers++;
        full |= inFlight * 2 >= limit;
        if (answers >= WINDOW && !refused) {
            step((double) sum / answers);
            forgetAnswers();
        }
        end();
    }

    /**
     * Takes a request into account that the cluster refused for its load, or did not answer in time. One refusal a window counts.
     *
     * @param key whose request it was
     * @param alone whether it counts also if no other key's request was refused in this window
     */
    void refusal(Object key, boolean alone) {
        if (!alone && (refusedKey == null || refusedKey.equals(key))) {
            refusedKey = key;
        } else if (!refused) {
            refused = true;
            limit = Math.max(least, limit * BACKOFF);
        }
        end();
    }

    private void end() {
        ended++;
        if (ended < WINDOW) {
            return;
        }
        // Beside refusals, which are no latencies, answers are of a cluster that is full.
        if (refused) {
            forgetAnswers();
        }
        ended = 0;
        refused = false;
        refusedKey = null;
    }

    private void forgetAnswers() {
        sum = 0;
        answers = 0;
        full = false;
    }

    private void step(double latest) {
        steps++;
        double weight = 2 / (Math.min(steps, LONG_TERM) + 1);
        longTerm += (latest - longTerm) * weight;
        if (longTerm > latest * RECOVERED) {
            longTerm *= FORGET;
        }
        // Where few requests come, latency says nothing about the limit.
        if (full) {
            double gradient = Math.max(LEAST_GRADIENT, Math.min(1, tolerance * longTerm / Math.max(1, latest)));
            double next = limit * gradient + Math.sqrt(limit);
            limit = Math.min(most, Math.max(least, limit * (1 - SMOOTHING) + next * SMOOTHING));
        }
    }
}
