package io.sluice.queue;

import io.sluice.api.BulkOperation;
import io.sluice.bulk.answer.Acceptance;
import io.sluice.bulk.answer.AwaitedItems;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A write whose client waits until its items are indexed: gathers their results from the lanes that send them. Safe from any thread once
 * all items are added.
 */
final class AwaitedWrite {
    private final AwaitedItems items;
    private final Map<Integer, OfLane> lanes = new HashMap<>();

    private int open;
    private @Nullable Runnable onFinished;

    /** The items that go into one lane. */
    private static final class OfLane {
        /** The numbers of those that the lane has not claimed, in their order there. */
        private final Queue<Integer> unclaimed = new ArrayDeque<>();

        private int records;
        private int open;
        /** Whether nobody knows any longer which of them comes next, or what becomes of those that were claimed. */
        private boolean lost;
    }

    AwaitedWrite(Acceptance acceptance) {
        this.items = new AwaitedItems(acceptance);
    }

    /** Adds the next item, which goes into the lane. */
    synchronized void add(int lane, BulkOperation operation, String index, String id) {
        OfLane there = lanes.computeIfAbsent(lane, number -> new OfLane());
        there.unclaimed.add(items.count());
        there.open++;
        items.add(operation, index, id);
        open++;
    }

    /** The items of the lane so far that are in no other record are a record. */
    synchronized void recordEnds(int lane) {
        OfLane there = lanes.get(lane);
        if (there != null) {
            there.records++;
        }
    }

    /** How many bytes it holds, about. */
    synchronized long size() {
        return items.size();
    }

    /** @param then called once, on any thread, when all items have a result */
    synchronized void whenFinished(Runnable then) {
        onFinished = then;
    }

    /**
     * A lane has read the next of its items.
     *
     * @return tells its result; null if the lane has read all of them before, or was lost
     */
    synchronized @Nullable Claim claim(int lane) {
        OfLane there = lanes.get(lane);
        if (there == null || there.lost) {
            return null;
        }
        Integer number = there.unclaimed.poll();
        return number == null ? null : new Claim(there, number);
    }

    /** The lane belongs to nobody here any longer: what has no result of it gets none, as its records may come again, or elsewhere. */
    void laneGone(int lane) {
        lose(lane, 1);
    }

    /** The lane was given to this process. Which of several records comes first is not known: others may have been done elsewhere. */
    void laneCame(int lane) {
        lose(lane, 2);
    }

    private void lose(int lane, int records) {
        Runnable due;
        synchronized (this) {
            OfLane there = lanes.get(lane);
            if (there == null || there.lost || there.records < records) {
                return;
            }
            there.lost = true;
            due = closed(there.open);
        }
        run(due);
    }

    /** Tells the result of one item, once. */
    final class Claim {
        private final OfLane lane;
        private final int number;

        private Claim(OfLane lane, int number) {
            this.lane = lane;
            this.number = number;
        }

        /** See {@link AwaitedItems#finished}. */
        void finished(int status, byte[] told) {
            finish(lane, () -> items.finished(number, status, told));
        }

        /** See {@link AwaitedItems#created}. */
        void created() {
            finish(lane, () -> items.created(number));
        }

        /** Nobody knows the result; the answer says that the item was accepted. */
        void unknown() {
            finish(lane, () -> {});
        }
    }

    private void finish(OfLane lane, Runnable note) {
        Runnable due;
        synchronized (this) {
            if (lane.lost) {
                return;
            }
            note.run();
            lane.open--;
            due = closed(1);
        }
        run(due);
    }

    /** So many items are not awaited any longer; returns what is to be called then. */
    private @Nullable Runnable closed(int count) {
        open -= count;
        return count > 0 && open == 0 ? onFinished : null;
    }

    private static void run(@Nullable Runnable due) {
        if (due != null) {
            due.run();
        }
    }

    /** The answer to a bulk, by what is known now. */
    synchronized byte[] bulk(long tookMillis) {
        return items.bulk(tookMillis);
    }

    /** The answer to the write of one document, by what is known now. */
    synchronized AwaitedItems.Single single() {
        return items.single();
    }
}
