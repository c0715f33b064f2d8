package io.sluice.bench.replay;

import io.sluice.mirror.AnswerComparison;
import io.sluice.mirror.WholeAnswer;
import io.sluice.recording.RecordedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** What was answered otherwise than it was recorded. Bodies are compared on a thread of their own. Safe from any thread. */
final class ReplayDifferences {
    private static final int SHOWN = 20;
    /** So many bodies may wait to be compared before no further requests are sent. */
    private static final int WAITING = 256;

    private final BiFunction<WholeAnswer, WholeAnswer, AnswerComparison.Result> comparison;
    private final Map<String, Long> statuses = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private final ThreadPoolExecutor comparing = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("replay-compare").factory());
    private long alike;
    private long different;
    private long uncompared;

    /** @param comparison of an answer with the one that came now */
    ReplayDifferences(BiFunction<WholeAnswer, WholeAnswer, AnswerComparison.Result> comparison) {
        this.comparison = comparison;
    }

    /** A request was answered with another status than before. */
    synchronized void status(RecordedExchange recorded, int status) {
        statuses.merge(recorded.status() + " became " + (status == 0 ? "no answer" : status), 1L, Long::sum);
        example(recorded, "status " + recorded.status() + " became " + status);
    }

    /** Compares a body, later. */
    void body(RecordedExchange recorded, WholeAnswer before, WholeAnswer now) {
        comparing.execute(() -> compare(recorded, before, now));
    }

    /** Whether so many bodies wait to be compared that no more answers are to be asked for. */
    boolean isFull() {
        return comparing.getQueue().size() >= WAITING;
    }

    private void compare(RecordedExchange recorded, WholeAnswer before, WholeAnswer now) {
        AnswerComparison.Result result;
        try {
            result = comparison.apply(before, now);
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                uncompared++;
            }
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

    /** Compares all that waits, and ends. */
    void finish() {
        comparing.close();
    }
}
