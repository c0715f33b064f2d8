package io.sluice.bench.load.result;

/**
 * How one request ended.
 *
 * @param status of the answer; 0 without one
 * @param items statuses of a bulk's items; empty for any other request
 * @param bytes of the answer's body
 */
public record Outcome(Kind kind, int status, StatusCounts items, long bytes) {
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

    /** A request that got no answer. */
    public static Outcome unanswered(Kind kind) {
        return new Outcome(kind, 0, new StatusCounts(), 0);
    }
}
