package io.sluice.api.queue;

/**
 * Who reads the lanes of a queue. Both methods are called on a thread of the engine or inside {@link RecordQueue#consume}, never two
 * at a time, and must not block.
 */
public interface LaneUser {

    /** The lane may be read from now on; it begins with its first record that is not done. */
    void onLane(QueueLane lane);

    /**
     * The lane now belongs to another process, as when Kafka deals partitions out anew: its {@link QueueLane#next} completes no more,
     * and {@link QueueLane#done} has no effect. Records that were read and are not done come again there. An engine whose lanes
     * stay with one process never calls this; {@link RecordQueue#close} does not either.
     *
     * @param lane one that {@link #onLane} was called with
     */
    void onLaneGone(QueueLane lane);
}
