package io.sluice.api.queue;

import java.util.concurrent.CompletionStage;

/**
 * One of a queue's rows of records, which are read in the order in which they were appended. Calls may come from any thread, but not
 * two at a time.
 */
public interface QueueLane {

    /** From 0 to below {@link RecordQueue#lanes}. */
    int number();

    /**
     * The next record, or how long it is if it has more bytes than the caller takes now. An engine holds a bounded number of bytes in
     * memory that nobody asked for.
     *
     * @param most bytes that the caller takes
     * @return completes when there is a record, on a thread of the engine that must not be blocked, or before this returns. Fails with
     *     {@link QueueFailedException} if the record cannot be read: the lane then gives no more, since skipping it would lose it.
     *     Fails so as well when the queue is closed
     * @throws IllegalStateException if the stage of an earlier call has not completed
     */
    CompletionStage<NextRecord> next(int most);

    /** The next record, however long it is; see {@link #next(int)}. */
    default CompletionStage<QueuedRecord> next() {
        return next(Integer.MAX_VALUE).thenApply(QueuedRecord.class::cast);
    }

    /**
     * All records up to this one are finished and never come again in this process. Does not block: it is made durable soon after, at an
     * interval of the engine. After a crash some finished records may therefore come again; one that is not finished is never lost.
     *
     * @param position of a record that was read since {@link #rewind} or the beginning; a smaller one than before has no effect
     * @throws IllegalArgumentException if no record at or after the position was read
     */
    void done(long position);

    /**
     * This record is finished, though records before it are not. It never comes again in this process. Does not block: it is made durable
     * as {@link #done} is, so that it comes in no other process either, unless it is {@link LaneProgress#MOST_AHEAD} or more positions
     * behind the first record that is not done.
     *
     * @param position of a record that was read since {@link #rewind} or the beginning; no effect if it is finished already
     * @throws IllegalArgumentException if no record at or after the position was read
     */
    void doneAlone(long position);

    /**
     * Begins again with the first record that is not done: the next call of {@link #next} gives that one, and those that follow are given
     * but for the ones that are done. A stage of {@code next} that has not completed is cancelled.
     */
    void rewind();

    /** How many records are not done; those that are, behind one that is not, may count. -1 where the engine cannot tell without effort. */
    long depth();

    /**
     * Records from this position on were read by nobody before the lane was given out; those before it may have been, by an earlier
     * run of this process or by another one. {@link Long#MAX_VALUE} while the engine does not know.
     */
    long unreadFrom();
}
