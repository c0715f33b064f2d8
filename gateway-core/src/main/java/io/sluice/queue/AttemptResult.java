package io.sluice.queue;

import org.jspecify.annotations.Nullable;

/** What came of sending some items once. */
sealed interface AttemptResult {

    /**
     * Nothing was executed.
     *
     * @param brokenOff whether the cluster broke off after bytes went out, or did not answer in time
     */
    record NotExecuted(String reason, boolean brokenOff) implements AttemptResult {}

    /**
     * Nobody knows what was executed.
     *
     * @param brokenOff as above
     */
    record Unknown(String reason, boolean brokenOff) implements AttemptResult {}

    /**
     * The server refused the bulk as a whole, perhaps for what one of its items says.
     *
     * @param body what it said
     * @param mayHaveRun whether it may have executed some of the items before it read what it refused
     */
    // Answers are told on, never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Refused(int status, byte[] body, boolean mayHaveRun) implements AttemptResult {}

    /**
     * The server gave results.
     *
     * @param items as many as were sent; those that are missing at the end of an answer that broke off are null
     * @param partsMayHaveRun whether a server may have executed some items of a part that it refused as a whole
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Answered(@Nullable ItemAnswer[] items, boolean partsMayHaveRun) implements AttemptResult {}

    /**
     * The result of one item.
     *
     * @param status 0 if it has none
     * @param result as the server wrote it; empty unless the item failed or is awaited
     * @param ofPart whether a node did not take the item's whole part of the bulk, and gave it that status
     * @param partRefused whether it is so, and perhaps for what one of the items of the part says
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ItemAnswer(int status, byte[] result, boolean ofPart, boolean partRefused) {}
}
