package io.sluice.mirror;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares two clusters' answers to one request. Immutable; off the event loops, since answers are read whole. */
public final class AnswerComparison {
    /** What differs by nature: times, shards, numbers that a shard gives, and ids of what is open. */
    private static final Set<String> BY_NATURE = Set.of(
            "took",
            "ingest_took",
            "_shards",
            "_seq_no",
            "_primary_term",
            "_scroll_id",
            "pit_id",
            "index_uuid",
            "shard",
            "_node",
            "_shard");

    private static final int MOST_TOLD = 5;
    // Values are compared exactly, and what follows a value makes a body no JSON.
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Set<String> ignored;

    /**
     * What came of it.
     *
     * @param what pointers to what differs, the first few
     * @param alike items of a bulk that were answered alike
     * @param unlike those that were not
     */
    public record Result(Outcome outcome, List<String> what, int alike, int unlike) {
        /** Whether they are alike. */
        public boolean isSame() {
            return outcome == Outcome.SAME;
        }

        /** Whether they are not; else they could not be compared. */
        public boolean isDifferent() {
            return outcome == Outcome.DIFFERENT;
        }
    }

    /** @param ignore members that are not compared, beside those that differ by nature */
    public AnswerComparison(List<String> ignore) {
        Set<String> all = new HashSet<>(BY_NATURE);
        all.addAll(ignore);
        this.ignored = Set.copyOf(all);
    }

    /** Compares what two clusters, or one at two times, answered to one request. */
    public Result compare(WholeAnswer first, WholeAnswer second) {
        byte[] one = first.plain(WholeAnswer.LONGEST);
        byte[] other = second.plain(WholeAnswer.LONGEST);
        if (one == null || other == null) {
            return first.status() == second.status() ? result(Outcome.INCOMPARABLE) : different("status");
        }
        JsonNode a = json(one);
        JsonNode b = json(other);
        if (a == null || b == null) {
            boolean same = first.status() == second.status() && Arrays.equals(one, other);
            return same ? result(Outcome.SAME) : different("body");
        }
        List<String> what = new ArrayList<>();
        if (first.status() != second.status()) {
            what.add("status");
        }
        return a.path("items").isArray() && b.path("items").isArray() && a.has("errors")
                ? bulks(a, b, what)
                : whole(a, b, what);
    }

    private static Result result(Outcome outcome) {
        return new Result(outcome, List.of(), 0, 0);
    }

    private static Result different(String what) {
        return new Result(Outcome.DIFFERENT, List.of(what), 0, 0);
    }

    private Result whole(JsonNode a, JsonNode b, List<String> what) {
        differ("", a, b, what);
        return new Result(what.isEmpty() ? Outcome.SAME : Outcome.DIFFERENT, what, 0, 0);
    }

    private Result bulks(JsonNode a, JsonNode b, List<String> what) {
        int count = Math.max(a.path("items").size(), b.path("items").size());
        int unlike = 0;
        differ("/errors", a.path("errors"), b.path("errors"), what);
        for (int i = 0; i < count; i++) {
            List<String> ofItem = new ArrayList<>();
            differ("/items/" + i, a.path("items").path(i), b.path("items").path(i), ofItem);
            if (!ofItem.isEmpty()) {
                unlike++;
                ofItem.stream()
                        .limit(MOST_TOLD - (long) Math.min(MOST_TOLD, what.size()))
                        .forEach(what::add);
            }
        }
        return new Result(what.isEmpty() ? Outcome.SAME : Outcome.DIFFERENT, what, count - unlike, unlike);
    }

    private void differ(String pointer, JsonNode a, JsonNode b, List<String> what) {
        if (what.size() >= MOST_TOLD) {
            return;
        }
        if (a.isObject() && b.isObject()) {
            Set<String> names = new HashSet<>();
            a.fieldNames().forEachRemaining(names::add);
            b.fieldNames().forEachRemaining(names::add);
            names.removeAll(ignored);
            names.stream()
                    .sorted()
                    .forEach(name -> differ(pointer + "/" + name, member(a, name), member(b, name), what));
        } else if (a.isArray() && b.isArray() && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) {
                differ(pointer + "/" + i, a.get(i), b.get(i), what);
            }
        } else if (!a.equals(b)) {
            what.add(pointer.isEmpty() ? "body" : pointer);
        }
    }

    private static JsonNode member(JsonNode object, String name) {
        JsonNode member = object.get(name);
        return member == null ? MissingNode.getInstance() : member;
    }

    private static @Nullable JsonNode json(byte[] body) {
        try {
            JsonNode read = MAPPER.readTree(body);
            return read.isMissingNode() ? null : read;
        } catch (IOException e) {
            return null;
        }
    }
}
