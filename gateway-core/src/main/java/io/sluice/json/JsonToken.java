package io.sluice.json;

/** Tokens of {@link JsonTokenizer}. */
public enum JsonToken {
    OBJECT,
    OBJECT_END,
    ARRAY,
    ARRAY_END,
    NAME,
    STRING,
    /** The beginning of a string that is too long to be decoded; {@link #STRING} follows at its end. */
    OVERSIZED,
    NUMBER,
    TRUE,
    FALSE,
    NULL,
    /** The window is used up. */
    MORE,
    /** The text has ended and is complete. */
    END,
    /** The text has ended and was empty or white space. */
    EMPTY,
    /** The text is not JSON or exceeds a limit; see {@link JsonTokenizer#failure()}. */
    FAILED;

    /** Whether it opens an object or array. */
    boolean opens() {
        return this == OBJECT || this == ARRAY;
    }
}
