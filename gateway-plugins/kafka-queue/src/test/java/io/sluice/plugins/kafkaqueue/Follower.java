package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueLane;
import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/** Reads all lanes that come, and finishes each record some records later, or when its lane goes. */
final class Follower implements LaneUser {

    private static final int OPEN = 3;

    private final Sink sink;
    private final IntConsumer onLanes;
    private final ConcurrentHashMap<Integer, Followed> lanes = new ConcurrentHashMap<>();

    /** What is read, before it is finished. */
    interface Sink {
        void read(int lane, Got got);
    }

    /** @param onLanes told how many lanes there are when that changes */
    Follower(Sink sink, IntConsumer onLanes) {
        this.sink = sink;
        this.onLanes = onLanes;
    }

    /** Reads no more, and finishes what was read. */
    void finish() {
        lanes.values().forEach(Followed::finish);
    }

    @Override
    public void onLane(QueueLane lane) {
        Followed followed = new Followed(lane);
        lanes.put(lane.number(), followed);
        onLanes.accept(lanes.size());
        followed.ask();
    }

    @Override
    public CompletionStage<Void> onLaneGoing(QueueLane lane) {
        lanes.get(lane.number()).finish();
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void onLaneGone(QueueLane lane) {
        lanes.remove(lane.number());
        onLanes.accept(lanes.size());
    }

    private final class Followed {
        private final QueueLane lane;
        private final ArrayDeque<Long> open = new ArrayDeque<>();
        private boolean going;

        Followed(QueueLane lane) {
            this.lane = lane;
        }

        void ask() {
            lane.next().whenComplete((record, failure) -> {
                if (failure == null && take(QueueRig.got(record))) {
                    ask();
                }
            });
        }

        private synchronized boolean take(Got got) {
            if (going) {
                return false;
            }
            sink.read(lane.number(), got);
            open.add(got.position());
            if (open.size() > OPEN) {
                lane.done(open.remove());
            }
            return true;
        }

        synchronized void finish() {
            going = true;
            if (!open.isEmpty()) {
                lane.done(open.getLast());
            }
        }
    }
}
