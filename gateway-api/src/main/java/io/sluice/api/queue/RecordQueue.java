package io.sluice.api.queue;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Keeps records until they are done, by lane and in order. Safe from any thread.
 *
 * <p>Promises of an engine:
 *
 * <ol>
 *   <li>A record whose append completed is kept, whatever happens to the process, until its lane was told that it is done.
 *   <li>Records of a lane are read in the order in which their appends were called, as far as one call came after another.
 *   <li>A record is read with exactly the bytes that were appended, or its lane fails. None is skipped.
 *   <li>A record that is done may be read again only after a crash, or after the store was away, and only if that came before the
 *       engine's interval for making such positions durable had passed.
 * </ol>
 */
public interface RecordQueue extends AutoCloseable {

    /** How many lanes there are, 1 or more; the same as long as the queue holds records. */
    int lanes();

    /** The most bytes that one record may have. */
    int maxRecordBytes();

    /**
     * Appends records. Does not block.
     *
     * <p>Completes once the engine's promise holds for all of them. Fails with {@link QueueFullException} if there is no room: then none
     * of them was kept. Fails with {@link QueueFailedException}, or in another way, if the store failed: then each of them may have been
     * kept or not.
     *
     * @param records at least one; their buffers are given away in any case, also where this throws
     * @return completes on a thread of the engine that must not be blocked, or before this returns
     * @throws IllegalArgumentException if there is no record, a lane does not exist, or a record is too large
     */
    CompletionStage<Void> append(List<LaneRecord> records);

    /**
     * Takes room for records that are appended next, so that a write which several queues keep begins in none of them if one has no room. Does
     * not block.
     *
     * <p>An engine that does not do this finds out at the append.
     *
     * @param records as {@link #append} takes them; they are given away by {@link HeldRoom#append}, not before
     * @throws QueueFullException if there is no room
     * @throws QueueFailedException if the store takes nothing
     * @throws IllegalArgumentException as {@link #append}
     */
    default HeldRoom takeRoom(List<LaneRecord> records) throws QueueFullException, QueueFailedException {
        return new HeldRoom() {
            @Override
            public CompletionStage<Void> append() {
                return RecordQueue.this.append(records);
            }

            @Override
            public void giveBack() {}
        };
    }

    /** Room for some records, used once or given back. Safe from any thread. */
    interface HeldRoom {

        /** As {@link RecordQueue#append}, in the room that was taken. */
        CompletionStage<Void> append();

        /** The records are not appended; they stay the caller's. */
        void giveBack();
    }

    /**
     * Gives the lanes out for reading, now or later, all of them or some: several processes may share a queue, and each lane is given
     * out by one of them at a time.
     *
     * @throws IllegalStateException if the lanes were given out already and not taken back
     */
    void consume(LaneUser user);

    /**
     * Takes back the lanes that {@link #consume} gave out, once it is durable which of their records are done: stages that wait for
     * records fail, and the lanes may be given out anew, here or by another process. Blocks; without effect if no lanes are given out.
     */
    void release();

    /** What the queue looks like now; does not block. */
    QueueStats stats();

    /**
     * Waits until appends that were accepted have completed and positions that are done are durable, then frees everything. Stages that
     * wait for records fail. Blocks; the second call has no effect.
     */
    @Override
    void close();
}
