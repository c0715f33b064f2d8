package io.sluice.upstream;

/** The outcome of a slot, for the limit that adapts to it. */
public sealed interface SlotUse {

    /** Nothing was sent. */
    enum Unused implements SlotUse {
        INSTANCE
    }

    /** The node refused with 429, or did not answer. */
    enum Refused implements SlotUse {
        INSTANCE
    }

    /**
     * The node answered.
     *
     * @param nanos from the last request byte to the first of the answer
     * @param bytes of the request's body
     */
    record Answered(long nanos, long bytes) implements SlotUse {}
}
