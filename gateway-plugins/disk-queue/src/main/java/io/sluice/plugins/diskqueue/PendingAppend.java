package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Records that wait to be written.
 *
 * @param records none in the last append, which ends the thread
 * @param bytes what they take in the log
 * @param result completes when they are durable
 */
record PendingAppend(List<LaneRecord> records, long bytes, CompletableFuture<Void> result) {

    boolean isEnd() {
        return records.isEmpty();
    }

    void release() {
        records.forEach(record -> record.bytes().release());
    }
}
