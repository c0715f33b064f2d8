package io.sluice.failure;

import java.util.concurrent.ThreadLocalRandom;

/** Pauses between tries of the same. Stateless. */
public final class Pauses {
    private static final int MOST_DOUBLINGS = 62;

    private Pauses() {}

    /**
     * The pause after some failures: doubled with each, and drawn between half of that and all of it, so that many who wait do not come
     * all at once.
     *
     * @param first the pause after no failure before, in nanoseconds
     * @param most bounds the doubling, in nanoseconds
     * @param failures how many there were before
     * @return nanoseconds
     */
    public static long draw(long first, long most, int failures) {
        int doublings = Math.min(failures, MOST_DOUBLINGS);
        long whole = first > most >> doublings ? most : first << doublings;
        return whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1);
    }
}
