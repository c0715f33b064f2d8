package io.sluice.plugins.kafkaqueue;

import static io.sluice.plugins.kafkaqueue.QueueRig.record;

import io.sluice.api.queue.RecordQueue;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A thread that appends numbered records to one lane, several at a time, until it is told to stop. */
final class Writer implements Runnable {

    private static final int RUNNING = 5;

    private final RecordQueue queue;
    private final int lane;
    private final String name;
    private final Sink sink;
    private final Semaphore running = new Semaphore(RUNNING);
    private volatile boolean stopped;

    /** What became of a record. */
    interface Sink {
        void decided(int lane, String text, boolean kept);
    }

    /** @param name unique among the writers of a lane */
    Writer(RecordQueue queue, int lane, String name, Sink sink) {
        this.queue = queue;
        this.lane = lane;
        this.name = name;
        this.sink = sink;
    }

    @Override
    public void run() {
        for (long number = 1; !stopped; number++) {
            running.acquireUninterruptibly();
            String text = name + ":" + number + ":" + "x".repeat((int) (number * 31 % 2_000));
            queue.append(List.of(record(lane, text))).whenComplete((none, failure) -> {
                sink.decided(lane, text, failure == null);
                running.release();
            });
        }
        running.acquireUninterruptibly(RUNNING);
    }

    void stop() {
        stopped = true;
    }
}
