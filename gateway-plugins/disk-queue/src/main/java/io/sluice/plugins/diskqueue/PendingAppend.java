package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Records that wait to be written, or what else the thread that writes is to do.
 *
 * @param kind what is to be done
 * @param records none if it is something else than to write them
 * @param bytes what they take in the log
 * @param result completes when they are durable
 */
record PendingAppend(Kind kind, List<LaneRecord> records, long bytes, CompletableFuture<Void> result) {

    /** What the thread does. */
    enum Kind {
        RECORDS,
        /** Begins a segment, so that the one before can be deleted. */
        NEW_SEGMENT,
        /** Tries again what failed and may be tried again. */
        RETRY,
        /** Ends. */
        END
    }

    PendingAppend(List<LaneRecord> records, long bytes) {
        this(Kind.RECORDS, records, bytes, new CompletableFuture<>());
    }

    static PendingAppend of(Kind kind) {
        return new PendingAppend(kind, List.of(), 0, new CompletableFuture<>());
    }

    boolean isEnd() {
        return kind == Kind.END;
    }

    boolean isNewSegment() {
        return kind == Kind.NEW_SEGMENT;
    }

    boolean isRetry() {
        return kind == Kind.RETRY;
    }

    void release() {
        records.forEach(record -> record.bytes().release());
    }
}
