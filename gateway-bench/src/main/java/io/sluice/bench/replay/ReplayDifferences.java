package io.sluice.bench.replay;

import io.sluice.mirror.AnswerComparison;
import io.sluice.mirror.WholeAnswer;
import io.sluice.recording.RecordedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What was answered otherwise than it was recorded. Bodies are compared on a thread of their own. Safe from any thread. */
final class ReplayDifferences {
    private static final int SHOWN = 20;
    private static final int WAITING = 256;

    private final AnswerComparison comparison;
    private final Map<String, Long> statuses = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private final ThreadPoolExecutor comparing = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            Thread.ofPlatform().daemon().name("replay-compare").factory());
    private long alike;
    private long different;
    private long uncompared;

    /** @param ignore members of answers that are not compared */
    ReplayDifferences(List<String> ignore) {
        this.comparison = new AnswerComparison(ignore);
    }

    /** A request was answered with another status than before. */
    synchronized void status(RecordedExchange recorded, int status) {
        statuses.merge(recorded.status() + " became " + (status == 0 ? "no answer" : status), 1L, Long::sum);
        example(recorded, "status " + recorded.status() + " became " + status);
    }

    /** Compares a body, later. */
    void body(RecordedExchange recorded, WholeAnswer before, WholeAnswer now) {
        try {
            comparing.execute(() -> compare(recorded, before, now));
        } catch (RejectedExecutionException e) {
            notCompared();
        }
    }

    synchronized void notCompared() {
        uncompared++;
    }

    private void compare(RecordedExchange recorded, WholeAnswer before, WholeAnswer now) {
        AnswerComparison.Result result;
        try {
            result = comparison.compare(before, now);
        } catch (RuntimeException | Error e) {
            notCompared();
            throw e;
        }
        synchronized (this) {
            if (result.isSame()) {
                alike++;
            } else if (result.isDifferent()) {
                different++;
                example(recorded, String.join(", ", result.what()));
            } else {
                uncompared++;
            }
        }
    }

    private void example(RecordedExchange recorded, String what) {
        if (examples.size() < SHOWN) {
            examples.add("%s %s of %s: %s".formatted(recorded.method(), recorded.target(), recorded.began(), what));
        }
    }

    /** Requests by how their statuses differ. */
    synchronized Map<String, Long> statuses() {
        return Map.copyOf(statuses);
    }

    /** The first differences, for people. */
    synchronized List<String> examples() {
        return List.copyOf(examples);
    }

    /** Bodies that are alike, that are not, and that were not compared. */
    synchronized Bodies bodies() {
        return new Bodies(alike, different, uncompared);
    }

    /** Counts of bodies. */
    record Bodies(long alike, long different, long uncompared) {}

    /** Compares what waits, and ends. */
    void finish() throws InterruptedException {
        comparing.shutdown();
        comparing.awaitTermination(1, TimeUnit.MINUTES);
    }
}
