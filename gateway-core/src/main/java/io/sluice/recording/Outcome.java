package io.sluice.recording;

/** What became of a request that was to be kept. */
enum Outcome {
    /** It was written to a file. */
    KEPT,
    /** Left out, since it would have had to be held beyond the recording's memory. */
    MEMORY,
    /** Left out, since too many waited to be written. */
    BUSY,
    /** Left out, since its body is longer than what is kept. */
    LONG,
    /** Left out, since it did not come whole. */
    BROKEN,
    /** Left out, since it may carry credentials in its target or its body. */
    SENSITIVE,
    /** Left out, since the file could not be written. */
    FAILED
}
