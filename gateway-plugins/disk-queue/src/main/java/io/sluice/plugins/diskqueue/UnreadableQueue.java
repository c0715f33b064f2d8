package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue whose files are damaged: it takes no records, gives none, and changes nothing. Safe from any thread. */
final class UnreadableQueue implements RecordQueue {

    private final DiskQueueConfig config;
    private final String failure;
    private final Closeable lock;

    /** @param lock on the directory; given away */
    UnreadableQueue(DiskQueueConfig config, String failure, Closeable lock) {
        this.config = config;
        this.failure = failure;
        this.lock = lock;
    }

    @Override
    public int lanes() {
        return config.lanes();
    }

    @Override
    public int maxRecordBytes() {
        return config.maxRecordBytes();
    }

    @Override
    public CompletionStage<Void> append(List<LaneRecord> records) {
        records.forEach(record -> record.bytes().release());
        return CompletableFuture.failedStage(new QueueFailedException(failure));
    }

    @Override
    public HeldRoom takeRoom(List<LaneRecord> records) throws QueueFailedException {
        throw new QueueFailedException(failure);
    }

    /** Gives out no lane. */
    @Override
    public void consume(LaneUser user) {}

    @Override
    public void release() {}

    @Override
    public QueueStats stats() {
        return new QueueStats(0, config.maxBytes().bytes(), 0, null, List.of(), 0, Duration.ZERO, failure);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the lock of a queue could not be closed", e);
        }
    }
}
