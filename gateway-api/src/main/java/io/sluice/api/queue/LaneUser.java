package io.sluice.api.queue;

import java.util.concurrent.CompletionStage;

/**
 * Who reads the lanes of a queue. The methods are called on a thread of the engine or inside {@link RecordQueue#consume}, never two
 * at a time, and must not block.
 */
public interface LaneUser {

    /** The lane may be read from now on; it begins with its first record that is not done. */
    void onLane(QueueLane lane);

    /**
     * The lane is about to go to another process, as when a store deals lanes out anew. The user begins nothing new with it, and ends
     * what is on its way, so that the other process does not do the same at the same time. {@link QueueLane#done} has its effect until
     * {@link #onLaneGone} is called, which follows in any case: an engine waits some seconds at most. An engine whose lanes stay with
     * one process never calls this.
     *
     * @param lane one that {@link #onLane} was called with
     * @return completes when the user does nothing with the lane any more; on any thread
     */
    CompletionStage<Void> onLaneGoing(QueueLane lane);

    /**
     * The lane belongs to another process, or to nobody: its {@link QueueLane#next} completes no more, and {@link QueueLane#done} has
     * no effect. Records that were read and are not done come again wherever the lane is given out next, which may be here. Comes
     * without {@link #onLaneGoing} where the lane is gone already, as after a network failed. {@link RecordQueue#close} and {@link
     * RecordQueue#release} do not call this.
     *
     * @param lane one that {@link #onLane} was called with
     */
    void onLaneGone(QueueLane lane);
}
