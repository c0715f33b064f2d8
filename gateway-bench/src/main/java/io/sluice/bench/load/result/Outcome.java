package io.sluice.bench.load.result;

/**
 * How one request ended.
 *
 * @param status of the answer; 0 without one
 * @param bytes of the answer's body
 */
public record Outcome(Kind kind, int status, Items items, long bytes) {
    /** What sort of end it was; only {@code SUCCESS} is one. */
    public enum Kind {
        SUCCESS,
        /** The status is not one of those expected. */
        STATUS,
        /** A bulk whose items did not all succeed, whatever its own status. */
        ITEMS,
        /** A header, a JSON value or the time was not as expected. */
        EXPECTATION,
        /** The connection could not be made or broke. */
        CONNECTION,
        /** No answer in time. */
        TIMEOUT
    }

    /** A bulk's items by how they ended. */
    public record Items(long succeeded, long rejected, long failed) {
        /** Of a request that is no bulk. */
        public static final Items NONE = new Items(0, 0, 0);
    }

    /** A request that got no answer. */
    public static Outcome unanswered(Kind kind) {
        return new Outcome(kind, 0, Items.NONE, 0);
    }
}
