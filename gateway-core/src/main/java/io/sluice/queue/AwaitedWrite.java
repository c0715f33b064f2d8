package io.sluice.queue;

import io.sluice.api.BulkOperation;
import io.sluice.bulk.answer.AwaitedItems;
import io.sluice.bulk.answer.ResultView;
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
    /** The numbers of the items of each lane that no lane has claimed, in their order there. */
    private final Map<Integer, Queue<Integer>> unclaimed = new HashMap<>();

    private int open;
    private @Nullable Runnable onFinished;

    AwaitedWrite(ResultView view, String receipt) {
        this.items = new AwaitedItems(view, receipt);
    }

    /** Adds the next item, which goes into the lane. */
    synchronized void add(int lane, BulkOperation operation, String index, String id) {
        unclaimed.computeIfAbsent(lane, number -> new ArrayDeque<>()).add(items.count());
        items.add(operation, index, id);
        open++;
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
     * @return tells its result; null if the lane has read all of them before
     */
    synchronized @Nullable Claim claim(int lane) {
        Queue<Integer> numbers = unclaimed.get(lane);
        Integer number = numbers == null ? null : numbers.poll();
        return number == null ? null : new Claim(number);
    }

    /** Tells the result of one item, once. */
    final class Claim {
        private final int number;

        private Claim(int number) {
            this.number = number;
        }

        /** See {@link AwaitedItems#finished}. */
        void finished(int status, byte[] told) {
            finish(() -> items.finished(number, status, told));
        }

        /** See {@link AwaitedItems#created}. */
        void created() {
            finish(() -> items.created(number));
        }

        /** Nobody knows the result; the answer says that the item was accepted. */
        void unknown() {
            finish(() -> {});
        }
    }

    private void finish(Runnable note) {
        Runnable due;
        synchronized (this) {
            note.run();
            open--;
            due = open == 0 ? onFinished : null;
        }
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
