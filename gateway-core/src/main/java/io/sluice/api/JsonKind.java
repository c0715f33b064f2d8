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

    /** True iff the value has members or elements. */
    public boolean isContainer() {
        return this == OBJECT || this == ARRAY;
    }
}
