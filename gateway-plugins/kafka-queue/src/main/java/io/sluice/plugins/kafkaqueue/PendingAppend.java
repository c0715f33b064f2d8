package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Records that wait until Kafka has acknowledged all of them. Safe from any thread. */
final class PendingAppend {

    private final List<LaneRecord> records;
    private final long bytes;
    /** {@link System#nanoTime} when it was accepted. */
    private final long since;

    private final CompletableFuture<Void> result = new CompletableFuture<>();
    /** How many records nobody has decided about. */
    private int open;

    private @Nullable Exception failure;
    /** {@link System#nanoTime} when a producer had taken the records. On the appending thread. */
    private long handedAt;

    /** @param records none in the last append, which ends the thread */
    PendingAppend(List<LaneRecord> records, long bytes, long since) {
        this.records = records;
        this.bytes = bytes;
        this.since = since;
        this.open = records.size();
    }

    List<LaneRecord> records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    long since() {
        return since;
    }

    void handed(long nanoTime) {
        handedAt = nanoTime;
    }

    long handedAt() {
        return handedAt;
    }

    CompletableFuture<Void> result() {
        return result;
    }

    boolean isEnd() {
        return records.isEmpty();
    }

    /**
     * So many records were kept, or were not.
     *
     * @param why they were not; null if they were
     * @return whether nothing is open any more
     */
    synchronized boolean decided(int count, @Nullable Exception why) {
        if (open == 0) {
            return false;
        }
        open -= count;
        if (failure == null) {
            failure = why;
        }
        return open == 0;
    }

    /**
     * Nobody will say any more what became of the records that are open.
     *
     * @return whether some were
     */
    synchronized boolean abandoned(Exception why) {
        return decided(open, why);
    }

    /** Whether all records were decided about. */
    synchronized boolean isOver() {
        return open == 0;
    }

    /** Why a record was not kept; null if each was, as far as is decided. */
    synchronized @Nullable Exception failure() {
        return failure;
    }

    /** Tells the result, once nothing is open any more. */
    void complete() {
        Exception why = failure();
        if (why == null) {
            result.complete(null);
        } else {
            result.completeExceptionally(
                    why instanceof QueueFailedException
                            ? why
                            : new QueueFailedException("Kafka did not keep a record: " + Causes.text(why), why));
        }
    }
}
