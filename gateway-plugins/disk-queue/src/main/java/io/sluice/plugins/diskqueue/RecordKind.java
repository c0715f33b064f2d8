package io.sluice.plugins.diskqueue;

import org.jspecify.annotations.Nullable;

/** What stands after a header in a segment. */
enum RecordKind {
    /** A record of a lane. */
    RECORD(0),
    /** The place of a record that was damaged; has no payload. */
    LOST(1),
    /** Everything before it was synced; has no payload. */
    COMMIT(2),
    /** The end of a full segment: how many records each lane has, and the offsets of their headers. */
    INDEX(3);

    private static final RecordKind[] KINDS = values();

    private final byte code;

    RecordKind(int code) {
        this.code = (byte) code;
    }

    /** What the file has for this kind. */
    byte code() {
        return code;
    }

    /** The kind that the file means; null if there is no such kind. */
    static @Nullable RecordKind of(byte code) {
        return code < 0 || code >= KINDS.length ? null : KINDS[code];
    }
}
