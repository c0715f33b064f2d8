package io.sluice.filters.tenant.grammar;

/**
 * A bound of how much of something bodies have. What has the same tally is counted together, wherever it stands. A tally is equal to itself
 * only. Immutable.
 */
public final class Tally {
    private static final int SEARCHES = 100;

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

    /** A bound of a search; all searches of a request together may have a hundred times as many. */
    public static Tally ofSearch(int most, String what) {
        int together = SEARCHES * most;
        return new Tally(
                most,
                together,
                "a search must not have more than " + most + " " + what + ", and a request not more than " + together);
    }

    /** The same bound, with one more clause for the client before it. */
    public Tally because(String reason) {
        return new Tally(most, mostTogether, reason + "; " + why);
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
