package io.sluice.queue;

import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.upstream.GuardedLoop;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks a lane for one record after the other, and brings what comes to the lane's event loop, where it is used. */
final class LaneFeed {
    private final QueueLane lane;
    private final GuardedLoop guarded;
    private final Receiver receiver;
    /** Whether a record was asked for that has not come. */
    private boolean asked;
    /** How often a record was asked for: what an earlier call gives is for nobody. */
    private int calls;

    private boolean ended;

    /** Who uses what comes. */
    interface Receiver {
        /** A record came, or how long it is; the receiver owns its bytes. */
        void onNext(NextRecord next);

        /** There will be no more. */
        void onFailure(@Nullable Throwable failure);
    }

    LaneFeed(QueueLane lane, GuardedLoop guarded, Receiver receiver) {
        this.lane = lane;
        this.guarded = guarded;
        this.receiver = receiver;
    }

    /** Asks for the next record of so many bytes at most, unless one is being waited for. */
    void ask(int most) {
        if (!asked && !ended) {
            asked = true;
            int call = ++calls;
            lane.next(most).whenComplete((next, failure) -> hop(call, next, failure));
        }
    }

    /** Begins again with the first record that is not done; nothing is being waited for then. */
    void rewind() {
        calls++;
        asked = false;
        lane.rewind();
    }

    /** Lets nothing more come. */
    void end() {
        ended = true;
    }

    // Completes on a thread of the engine.
    private void hop(int call, @Nullable NextRecord next, @Nullable Throwable failure) {
        try {
            guarded.execute(() -> onNext(call, next, failure));
        } catch (RejectedExecutionException e) {
            release(next);
        }
    }

    private void onNext(int call, @Nullable NextRecord next, @Nullable Throwable failure) {
        if (call != calls || ended) {
            release(next);
            return;
        }
        asked = false;
        if (next == null) {
            receiver.onFailure(failure);
        } else {
            receiver.onNext(next);
        }
    }

    private static void release(@Nullable NextRecord next) {
        if (next instanceof QueuedRecord record) {
            record.bytes().release();
        }
    }
}
