package io.sluice.filters.tenant.handle;

/** What a handle stands for. */
public enum HandleKind {
    SCROLL((byte) 1),
    POINT_IN_TIME((byte) 2);

    private final byte code;

    HandleKind(byte code) {
        this.code = code;
    }

    byte code() {
        return code;
    }
}
