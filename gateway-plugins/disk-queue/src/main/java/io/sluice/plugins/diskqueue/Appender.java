package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Writes appends in batches: all that waited during one sync share the next. Safe from any thread; one thread runs it. */
final class Appender implements Runnable {

    /** What a record takes in the log besides its payload: its header and its place in the index. */
    static final int OVERHEAD = RecordHeader.BYTES + Integer.BYTES;

    private static final long BATCH = 16 << 20;
    /** What writes, among the parts of the queue. */
    private static final String WRITER = "writer";

    private final BlockingQueue<PendingAppend> waiting = new LinkedBlockingQueue<>();
    private final LogWriter log;
    private final Room room;
    private final Health health;
    private final InstantSource clock;
    private final IntConsumer appended;
    private boolean closed;
    /** An append was refused for want of room since a segment was last begun for that. */
    private volatile boolean refused;
    /** The last try to write failed in a way that may pass. */
    private volatile boolean troubled;

    private volatile Commits commits = new Commits(0, 0);

    /** How often the log was synced, and how long that took. */
    private record Commits(long number, long nanos) {}

    /** @param appended called with each lane that may have got records, after they are durable */
    Appender(LogWriter log, Room room, Health health, InstantSource clock, IntConsumer appended) {
        this.log = log;
        this.room = room;
        this.health = health;
        this.clock = clock;
        this.appended = appended;
    }

    /** @param records valid; given away */
    CompletionStage<Void> append(List<LaneRecord> records) {
        try {
            return takeRoom(records).append();
        } catch (QueueFullException | QueueFailedException e) {
            records.forEach(record -> record.bytes().release());
            return CompletableFuture.failedFuture(e);
        }
    }

    /** @param records valid; given away by the append that follows */
    synchronized RecordQueue.HeldRoom takeRoom(List<LaneRecord> records)
            throws QueueFullException, QueueFailedException {
        long bytes = 0;
        for (LaneRecord record : records) {
            bytes += OVERHEAD + record.bytes().readableBytes();
        }
        checkOpen();
        try {
            room.take(bytes);
        } catch (QueueFullException full) {
            refused = true;
            throw full;
        } catch (IOException e) {
            throw troubled(e);
        }
        PendingAppend append = new PendingAppend(records, bytes);
        return new RecordQueue.HeldRoom() {
            @Override
            public CompletionStage<Void> append() {
                add(append);
                return append.result();
            }

            @Override
            public void giveBack() {
                room.give(append.bytes());
            }
        };
    }

    private void checkOpen() throws QueueFailedException {
        if (closed) {
            throw new QueueFailedException("the queue is closed");
        }
        QueueFailedException failed = health.exception();
        if (failed != null) {
            throw failed;
        }
    }

    private synchronized void add(PendingAppend append) {
        try {
            checkOpen();
            waiting.add(append);
        } catch (QueueFailedException e) {
            append.release();
            room.give(append.bytes());
            append.result().completeExceptionally(e);
        }
    }

    /** All records are done: if there was no room for an append, begins a segment, so that the files of done records can be deleted. */
    synchronized void giveRoomBack() {
        if (refused && !closed) {
            refused = false;
            waiting.add(PendingAppend.of(PendingAppend.Kind.NEW_SEGMENT));
        }
    }

    /** Tries again what failed; called at intervals, as an append may be long in coming. */
    synchronized void tryAgain() {
        if (troubled && !closed && waiting.isEmpty()) {
            waiting.add(PendingAppend.of(PendingAppend.Kind.RETRY));
        }
    }

    /** Ends the thread after everything that waits was written. */
    synchronized void close() {
        closed = true;
        waiting.add(PendingAppend.of(PendingAppend.Kind.END));
    }

    long commits() {
        return commits.number();
    }

    Duration commitTime() {
        return Duration.ofNanos(commits.nanos());
    }

    @Override
    public void run() {
        List<PendingAppend> batch = new ArrayList<>();
        boolean more = true;
        while (more) {
            try {
                more = collect(batch);
                settle(batch, batch.isEmpty() ? null : write(batch));
            } catch (RuntimeException | Error e) {
                // An append may be lost of which nobody hears: none is taken any more, and those that wait are refused.
                health.fail("the queue's writer failed", e);
            }
            batch.clear();
        }
    }

    /** Waits for appends; false when there will be no more. */
    private boolean collect(List<PendingAppend> batch) {
        try {
            PendingAppend next = waiting.take();
            long bytes = 0;
            while (next != null && !next.isEnd()) {
                batch.add(next);
                bytes += next.bytes();
                next = bytes < BATCH ? waiting.poll() : null;
            }
            return next == null || !next.isEnd();
        } catch (InterruptedException e) {
            health.fail("the queue's writer was interrupted", e);
            Thread.currentThread().interrupt();
            waiting.drainTo(batch);
            batch.removeIf(PendingAppend::isEnd);
            return false;
        }
    }

    /** Makes appends durable; null, or why not. */
    private @Nullable Exception write(List<PendingAppend> batch) {
        QueueFailedException failed = health.exception();
        if (failed != null) {
            return failed;
        }
        try {
            if (batch.removeIf(PendingAppend::isNewSegment) && room.hasDisk(log.newSegmentBytes())) {
                log.beginSegment(clock.millis());
            }
            if (batch.removeIf(PendingAppend::isRetry)) {
                retry();
            }
            if (batch.isEmpty()) {
                return null;
            }
            room.checkDisk(batch.stream().mapToLong(PendingAppend::bytes).sum());
            long from = System.nanoTime();
            long now = clock.millis();
            for (PendingAppend append : batch) {
                for (LaneRecord record : append.records()) {
                    log.append(record.lane(), now, record.bytes());
                }
            }
            log.commit(now);
            commits = new Commits(commits.number() + 1, commits.nanos() + System.nanoTime() - from);
            works();
            return null;
        } catch (QueueFullException full) {
            refused = true;
            return full;
        } catch (PassingException e) {
            return troubled(e);
        } catch (IOException | RuntimeException | Error e) {
            // What a failed write or sync left on the disk is not known, and a second sync may hide that the first lost
            // it.
            return health.fail("records cannot be written", e);
        }
    }

    private void retry() throws IOException {
        if (room.hasDisk(log.goOnBytes())) {
            log.goOn(clock.millis());
            works();
        }
    }

    private void works() {
        troubled = false;
        health.works(WRITER);
    }

    private QueueFailedException troubled(IOException cause) {
        String text = health.troubled(WRITER, "records cannot be written now", cause);
        // In this order, so that each trouble that is noted is tried again, whatever the other thread does.
        troubled = true;
        return new QueueFailedException(text, cause);
    }

    private void settle(List<PendingAppend> batch, @Nullable Exception failure) {
        BitSet lanes = new BitSet();
        for (PendingAppend append : batch) {
            append.records().forEach(record -> lanes.set(record.lane()));
            append.release();
            room.give(append.bytes());
        }
        for (PendingAppend append : batch) {
            if (failure == null) {
                append.result().complete(null);
            } else {
                append.result().completeExceptionally(failure);
            }
        }
        // Also after a failure: records before it may be durable.
        lanes.stream().forEach(appended);
    }
}
