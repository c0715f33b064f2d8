package io.sluice.filters.tenant.grammar;

/**
 * A bound of how much of something bodies have. What has the same tally is counted together, wherever it stands. A tally is equal to itself
 * only. Immutable.
 */
public final class Tally {
    private final int most;
    private final int mostTogether;
    private final String why;

    /**
     * Makes a bound.
     *
     * @param most in one body
     * @param mostTogether in all bodies of a request
     * @param why one clause for the client
     */
    public Tally(int most, int mostTogether, String why) {
        this.most = most;
        this.mostTogether = mostTogether;
        this.why = why;
    }

    /** The most that one body may have. */
    public int most() {
        return most;
    }

    int mostTogether() {
        return mostTogether;
    }

    /** One clause for the client. */
    public String why() {
        return why;
    }
}
