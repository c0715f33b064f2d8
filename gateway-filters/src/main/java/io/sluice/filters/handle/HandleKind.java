package io.sluice.filters.handle;

/** What a handle stands for. */
public enum HandleKind {
    SCROLL((byte) 1),
    POINT_IN_TIME((byte) 2),
    ASYNC_SEARCH((byte) 3),
    EQL_SEARCH((byte) 4);

    private final byte code;

    HandleKind(byte code) {
        this.code = code;
    }

    byte code() {
        return code;
    }
}
