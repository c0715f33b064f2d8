package io.sluice.exchange;

/**
 * How far the head and the body of a request, or of an answer, have gone out.
 *
 * <pre>
 * WAITING --there is somewhere to send it--> HEAD_HELD --head written--> UNDER_WAY --last byte written--> ENDED
 *                                                                           ^                              |
 *                                                                           '---another try at a node------'
 * </pre>
 *
 * A head that needs no look at the body is written at once. An answer of the gateway's own takes the place of one that is held, in any
 * state before ENDED.
 */
enum Sending {
    /** No connection has been there for a request; the head of an answer is not final. */
    WAITING,
    /** The head waits for the body, which decides its framing. */
    HEAD_HELD,
    /** The head has been written. */
    UNDER_WAY,
    /** The last byte has been written. */
    ENDED;

    /** Whether the head has been written. */
    boolean headWritten() {
        return this == UNDER_WAY || this == ENDED;
    }
}
