package io.sluice.json;

/** What {@link JsonTokenizer} found. */
public enum JsonToken {
    OBJECT,
    OBJECT_END,
    ARRAY,
    ARRAY_END,
    NAME,
    STRING,
    /** A string that is longer than what is decoded and goes on; {@link #STRING} follows at its end. */
    OVERSIZED,
    NUMBER,
    TRUE,
    FALSE,
    NULL,
    /** Everything fed was consumed. */
    MORE,
    /** The text is over and complete. */
    END,
    /** The text is over and was empty or white space. */
    EMPTY,
    /** The text is not JSON, or passes a limit; see {@link JsonTokenizer#failure()}. */
    FAILED
}
