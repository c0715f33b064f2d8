package io.sluice.api;

/** The kinds of JSON values. */
public enum JsonKind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    TRUE,
    FALSE,
    NULL;

    /** Whether the value has members or elements. */
    public boolean isContainer() {
        return this == OBJECT || this == ARRAY;
    }
}
