package io.sluice.bench.load.engine;

import java.util.random.RandomGenerator;

/** One loop's share of the arrivals, in order. Used on that loop. */
final class ArrivalClock {
    private final Arrivals arrivals;
    private final int loops;
    private final RandomGenerator random;
    private double n;

    /** The share of loop {@code loop} of {@code loops}. */
    ArrivalClock(Arrivals arrivals, int loop, int loops, RandomGenerator random) {
        this.arrivals = arrivals;
        this.loops = loops;
        this.random = random;
        this.n = loop - loops;
    }

    /** When the next request is due, in nanoseconds from the start. */
    long next() {
        n += arrivals.poisson() ? loops * random.nextExponential() : loops;
        return arrivals.nanosOf(Math.max(0, n));
    }
}
