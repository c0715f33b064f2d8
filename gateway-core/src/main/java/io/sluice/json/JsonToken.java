package io.sluice.json;

import io.sluice.api.JsonKind;
import org.jspecify.annotations.Nullable;

/** What {@link JsonTokenizer} found. */
public enum JsonToken {
    OBJECT(JsonKind.OBJECT),
    OBJECT_END(null),
    ARRAY(JsonKind.ARRAY),
    ARRAY_END(null),
    NAME(null),
    STRING(JsonKind.STRING),
    /** A string that is longer than what is decoded and goes on; {@link #STRING} follows at its end. */
    OVERSIZED(JsonKind.STRING),
    NUMBER(JsonKind.NUMBER),
    TRUE(JsonKind.TRUE),
    FALSE(JsonKind.FALSE),
    NULL(JsonKind.NULL),
    /** Everything fed was consumed. */
    MORE(null),
    /** The text is over and complete. */
    END(null),
    /** The text is over and was empty or white space. */
    EMPTY(null),
    /** The text is not JSON, or passes a limit; see {@link JsonTokenizer#failure()}. */
    FAILED(null);

    private final @Nullable JsonKind kind;

    JsonToken(@Nullable JsonKind kind) {
        this.kind = kind;
    }

    JsonKind kind() {
        if (kind == null) {
            throw new IllegalStateException(this + " is not a value");
        }
        return kind;
    }
}
