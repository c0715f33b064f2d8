package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneProgress;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One lane of the log. Reads on the queue's threads for reading, one record at a time. Safe from any thread. */
final class DiskLane implements QueueLane {

    private final int number;
    /** Its name among the parts of the queue. */
    private final String part;

    private final Segments segments;
    private final LaneReader reader;
    private final Executor readers;
    private final Health health;
    private final Runnable onDone;

    private @Nullable CompletableFuture<NextRecord> pending;
    /** How many bytes who waits takes. */
    private int most;

    /** A thread reads for the pending call. */
    private boolean reading;
    /** The last try to read failed in a way that may pass: the next one comes with {@link #readAgain}. */
    private boolean resting;

    private @Nullable QueueFailedException ended;
    /** The sequence number of the record to be read next. */
    private long cursor;
    /** That of the last record that was given out. */
    private long given;

    private final LaneProgress progress;
    /** The lane began again, or was taken back, while a thread read: what it reads is not for who waits now. */
    private boolean stale;
    /** The sequence number of the first record that was not there when the queue was opened. */
    private final long unreadFrom;

    /**
     * @param progress given away
     * @param onDone called on any thread after something more is done
     */
    DiskLane(
            int number,
            LaneProgress progress,
            Segments segments,
            LaneReader reader,
            Executor readers,
            Health health,
            Runnable onDone) {
        this.number = number;
        this.part = "lane " + number;
        this.progress = progress;
        this.given = progress.done();
        this.cursor = progress.done() + 1;
        this.unreadFrom = segments.next(number);
        this.segments = segments;
        this.reader = reader;
        this.readers = readers;
        this.health = health;
        this.onDone = onDone;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public synchronized CompletionStage<NextRecord> next(int mostBytes) {
        checkIdle();
        if (ended != null) {
            return CompletableFuture.failedStage(ended);
        }
        CompletableFuture<NextRecord> asked = new CompletableFuture<>();
        pending = asked;
        most = mostBytes;
        wake();
        return asked;
    }

    private void checkIdle() {
        if (pending != null) {
            throw new IllegalStateException("the call of next before has not completed");
        }
    }

    /** Reads if somebody waits for a record and there is one. */
    synchronized void wake() {
        if (pending != null && !reading && !resting && cursor < segments.next(number)) {
            readers.execute(this::read);
            reading = true;
        }
    }

    /** Reads again if the last try failed and somebody still waits; called at intervals, from any thread. */
    synchronized void readAgain() {
        if (resting) {
            resting = false;
            wake();
            if (!reading) {
                health.works(part);
            }
        }
    }

    @Override
    public long unreadFrom() {
        return unreadFrom;
    }

    private void read() {
        long next;
        int takes;
        synchronized (this) {
            next = cursor;
            takes = most;
        }
        NextRecord found = null;
        try {
            while (found == null && next < segments.next(number)) {
                found = isDone(next) ? null : reader.read(next, takes);
                next++;
            }
        } catch (IOException | Error e) {
            // A file that cannot be opened or read now, or a buffer for which there is no memory, says nothing of what
            // is in the file.
            health.troubled(part, "a record cannot be read", e);
            rest();
            return;
        } catch (DamageException | RuntimeException e) {
            end(health.fail("a record cannot be read", e));
            return;
        }
        health.works(part);
        give(found, next);
    }

    private synchronized void rest() {
        reading = false;
        stale = false;
        resting = true;
    }

    private void give(@Nullable NextRecord found, long next) {
        CompletableFuture<NextRecord> asked;
        synchronized (this) {
            reading = false;
            if (stale) {
                stale = false;
                release(found);
                wake();
                return;
            }
            // Places of lost records before the found one are done with whatever was given out before them.
            long passed = found == null ? next - 1 : found.position() - 1;
            if (given == progress.done()) {
                progress.doneTo(passed);
                given = passed;
            }
            cursor = next;
            if (found == null) {
                wake();
                return;
            }
            if (found instanceof QueuedRecord) {
                given = found.position();
            } else {
                cursor = found.position();
            }
            asked = pending;
            pending = null;
        }
        if (asked == null || !asked.complete(found)) {
            release(found);
        }
    }

    private static void release(@Nullable NextRecord found) {
        if (found instanceof QueuedRecord record) {
            record.bytes().release();
        }
    }

    @Override
    public void done(long position) {
        if (isFurther(position)) {
            onDone.run();
        }
    }

    private synchronized boolean isFurther(long position) {
        checkGiven(position);
        // Places of lost records after the last one given out hold nothing that could be done later.
        boolean further = progress.doneTo(position == given ? cursor - 1 : position);
        given = Math.max(given, progress.done());
        return further;
    }

    @Override
    public void doneAlone(long position) {
        boolean more;
        synchronized (this) {
            checkGiven(position);
            more = progress.doneAlone(position);
            given = Math.max(given, progress.done());
        }
        if (more) {
            onDone.run();
        }
    }

    private void checkGiven(long position) {
        if (position > given) {
            throw new IllegalArgumentException("record " + position + " of lane " + number + " was not read");
        }
    }

    @Override
    public void rewind() {
        CompletableFuture<NextRecord> asked = beginAgain();
        if (asked != null) {
            asked.cancel(false);
        }
    }

    /** Goes back to what is not done; returns what waits for a record, which is not to get it; null if nothing does. */
    private synchronized @Nullable CompletableFuture<NextRecord> beginAgain() {
        CompletableFuture<NextRecord> asked = pending;
        pending = null;
        stale = reading;
        cursor = progress.done() + 1;
        given = progress.done();
        return asked;
    }

    @Override
    public synchronized long depth() {
        return segments.next(number) - 1 - progress.done() - progress.aheadCount();
    }

    /** The sequence number of the last record that is done with all before it. */
    synchronized long done() {
        return progress.done();
    }

    /** What is done now; a copy. */
    synchronized LaneProgress progress() {
        return new LaneProgress(progress.done(), progress.ahead());
    }

    private synchronized boolean isDone(long sequence) {
        return progress.isDone(sequence);
    }

    /** Takes the lane back from its user: who waits fails, and the next user begins with what is not done. */
    void takeBack(QueueFailedException why) {
        CompletableFuture<NextRecord> asked = beginAgain();
        if (asked != null) {
            asked.completeExceptionally(why);
        }
    }

    /** Gives no more records. */
    void end(QueueFailedException why) {
        CompletableFuture<NextRecord> asked;
        synchronized (this) {
            ended = why;
            asked = pending;
            pending = null;
        }
        if (asked != null) {
            asked.completeExceptionally(why);
        }
    }

    /** Frees what the reader holds; nothing reads any more. */
    void close() throws IOException {
        reader.close();
    }
}
