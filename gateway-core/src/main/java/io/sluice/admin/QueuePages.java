package io.sluice.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.admin.Page.Kind;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.api.queue.QueueStats;
import io.sluice.queue.DeadLettersException;
import io.sluice.queue.IngestQueue;
import io.sluice.queue.KeptLetter;
import io.sluice.queue.LettersTaken;
import io.sluice.queue.QueueReport;
import io.sluice.server.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page {@code /queues} and the pages of each queue below it. Safe from any thread. */
final class QueuePages {
    private static final String KEPT = "sluice.queue.kept.items";
    private static final String SENT = "sluice.queue.sent.items";
    private static final int PATH = 3;
    private static final int MOST_SHOWN = 1_000;
    private static final int MOST_TAKEN = 100_000;
    private static final int SHOWN = 20;
    private static final int TAKEN = 1_000;
    private static final Set<String> OF_LETTERS = Set.of("dead", "replay", "purge");

    private final Gateway gateway;

    QueuePages(Gateway gateway) {
        this.gateway = gateway;
    }

    /** The pages below {@code /queues} for the index, by the form of their path. */
    static Map<String, String> index() {
        Map<String, String> index = new LinkedHashMap<>();
        index.put("/queues/NAME/dead", "the oldest dead letters, ?size= of them");
        index.put("/queues/NAME/replay", "POST: sends dead letters again, ?size= of them");
        index.put("/queues/NAME/purge", "POST: drops dead letters, ?size= of them");
        index.put("/queues/NAME/drain", "POST: takes no writes, so that the queue becomes empty");
        index.put("/queues/NAME/resume", "POST: takes writes again");
        return index;
    }

    ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode list = report.putArray("queues");
        gateway.queues().forEach(queue -> describe(queue.report(), list.addObject()));
        return report;
    }

    /** The part {@code queues} of the overview: the same, with what came and went. */
    void report(Window window, ArrayNode rows) {
        for (IngestQueue queue : gateway.queues()) {
            ObjectNode row = rows.addObject();
            describe(queue.report(), row);
            row.put("kept_per_second", window.perSecond(KEPT, Window.tagged("queue", queue.name())));
            row.put("indexed_per_second", perSecond(window, queue, "done"));
            row.put("again_per_second", perSecond(window, queue, "again"));
        }
    }

    private static double perSecond(Window window, IngestQueue queue, String outcome) {
        return window.perSecond(SENT, Window.tagged("queue", queue.name(), "outcome", outcome));
    }

    private static void describe(QueueReport queue, ObjectNode row) {
        row.put("name", queue.name()).put("cluster", queue.cluster()).put("accepting", queue.accepting());
        row.put("drained", queue.drained());
        QueueStats records = queue.records();
        row.put("records", records.records()).put("bytes", records.bytes());
        row.put("max_bytes", records.bound() == Long.MAX_VALUE ? null : records.bound());
        Instant oldest = records.oldest();
        row.put("oldest", oldest == null ? null : oldest.toString());
        row.put(
                "oldest_seconds",
                oldest == null
                        ? null
                        : Math.max(0, Duration.between(oldest, Instant.now()).toSeconds()));
        row.put("dead_letters", queue.dead().records());
        row.put("problem", queue.problem());
        row.put("failure", queue.failure());
        row.put("trouble", queue.trouble());
        ObjectNode lanes = row.putObject("failed_lanes");
        queue.failedLanes().forEach((lane, reason) -> lanes.put(Integer.toString(lane), reason));
    }

    /** The page of a queue that a target names; null if there is none. */
    @Nullable Page find(RequestTarget target) {
        List<String> path = target.rawSegments();
        if (path.size() != PATH || !path.getFirst().equals("queues")) {
            return null;
        }
        for (IngestQueue queue : gateway.queues()) {
            if (queue.name().equals(path.get(1))) {
                return page(queue, path.get(2), target);
            }
        }
        return null;
    }

    private static @Nullable Page page(IngestQueue queue, String what, RequestTarget target) {
        String description = index().get("/queues/NAME/" + what);
        if (description == null) {
            return null;
        }
        Kind ofLetters = what.equals("dead") ? Kind.LONG_READ : Kind.LONG_CHANGE;
        Kind kind = OF_LETTERS.contains(what) ? ofLetters : Kind.CHANGE;
        Set<String> parameters = OF_LETTERS.contains(what) ? Set.of("size") : Set.of();
        return new Page(description, kind, parameters, accept -> {
            try {
                return answer(queue, what, target);
            } catch (IllegalArgumentException e) {
                return Reply.error(400, "illegal_argument_exception", String.valueOf(e.getMessage()));
            } catch (DeadLettersException e) {
                return Reply.error(503, "sluice_queue_failed", String.valueOf(e.getMessage()));
            }
        });
    }

    private static Reply answer(IngestQueue queue, String what, RequestTarget target)
            throws JsonProcessingException, DeadLettersException {
        if (what.equals("dead")) {
            List<KeptLetter> letters = queue.peek(size(target, SHOWN, MOST_SHOWN));
            return LettersPage.of(letters, state(queue));
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        switch (what) {
            case "replay" -> describe(queue.replay(size(target, TAKEN, MOST_TAKEN)), "replayed", report);
            case "purge" -> describe(queue.purge(size(target, TAKEN, MOST_TAKEN)), "purged", report);
            case "drain" -> queue.drain();
            default -> queue.resume();
        }
        report.setAll(state(queue));
        return Page.json(report);
    }

    private static void describe(LettersTaken letters, String how, ObjectNode report) {
        report.put(how, letters.taken());
        if (letters.problem() != null) {
            report.put("unknown", letters.unknown()).put("problem", letters.problem());
        }
    }

    private static ObjectNode state(IngestQueue queue) {
        QueueReport now = queue.report();
        return JsonNodeFactory.instance
                .objectNode()
                .put("accepting", now.accepting())
                .put("drained", now.drained())
                .put("records", now.records().records())
                .put(LettersPage.THERE, now.dead().records());
    }

    private static int size(RequestTarget target, int otherwise, int most) {
        if (target.parameter("size") == null) {
            return otherwise;
        }
        long size = target.number("size", -1);
        if (size < 0 || size > most) {
            throw new IllegalArgumentException("size is a whole number from 0 to " + most);
        }
        return (int) size;
    }
}
