package io.sluice.plugins.ratelimit;

/**
 * What became of a wish for tokens.
 *
 * @param outcome whether they were granted
 * @param remaining how many are left at least, as far as this gateway knows
 * @param waitNanos if they were refused, how long until they have come if nobody else takes them
 */
record Grant(Outcome outcome, long remaining, long waitNanos) {

    enum Outcome {
        GRANTED,
        REFUSED,
        /** Nobody could say. */
        AWAY
    }

    static final Grant NOBODY_SAYS = new Grant(Outcome.AWAY, 0, 0);

    static Grant granted(long remaining) {
        return new Grant(Outcome.GRANTED, Math.max(0, remaining), 0);
    }

    static Grant refused(long remaining, long waitNanos) {
        return new Grant(Outcome.REFUSED, Math.max(0, remaining), Math.max(1, waitNanos));
    }

    boolean isGranted() {
        return outcome == Outcome.GRANTED;
    }
}
