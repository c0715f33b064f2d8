package io.sluice.mirror;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.json.ForeignJson;
import java.io.IOException;
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

    /** Deeper bodies are not compared. A document has 20 levels of objects by default, and an answer some around them. */
    private static final int MAX_DEPTH = 200;
    /** A parsed token takes more memory than its text. A body of 8 MiB with values of the usual length has fewer. */
    private static final long MAX_TOKENS = 2_000_000;

    // Values are compared exactly, and what follows a value makes a body no JSON.
    private static final ForeignJson JSON = new ForeignJson(
            JsonMapper.builder(ForeignJson.rules(MAX_DEPTH, MAX_TOKENS).build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build());

    private final Set<String> ignored;

    /**
     * What came of it.
     *
     * @param what pointers to what differs, the first few, shortened
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
        JsonNode a;
        JsonNode b;
        try {
            a = json(one);
            b = json(other);
        } catch (StreamConstraintsException e) {
            return first.status() != second.status()
                    ? different("status")
                    : result(Arrays.equals(one, other) ? Outcome.SAME : Outcome.INCOMPARABLE);
        }
        if (a == null || b == null) {
            boolean same = first.status() == second.status() && Arrays.equals(one, other);
            return same ? result(Outcome.SAME) : different("body");
        }
        DifferentPlaces places = new DifferentPlaces(ignored);
        if (first.status() != second.status()) {
            places.add("status");
        }
        return a.path("items").isArray() && b.path("items").isArray() && a.has("errors")
                ? bulks(a, b, places)
                : whole(a, b, places);
    }

    private static Result result(Outcome outcome) {
        return new Result(outcome, List.of(), 0, 0);
    }

    private static Result different(String what) {
        return new Result(Outcome.DIFFERENT, List.of(what), 0, 0);
    }

    private static Result whole(JsonNode a, JsonNode b, DifferentPlaces places) {
        places.differ(a, b);
        return result(places, 0, 0);
    }

    private static Result bulks(JsonNode a, JsonNode b, DifferentPlaces places) {
        int count = Math.max(a.path("items").size(), b.path("items").size());
        int unlike = 0;
        places.differAt("errors", a.path("errors"), b.path("errors"));
        for (int i = 0; i < count; i++) {
            if (places.differInItem(i, a.path("items").path(i), b.path("items").path(i))) {
                unlike++;
            }
        }
        return result(places, count - unlike, unlike);
    }

    private static Result result(DifferentPlaces places, int alike, int unlike) {
        List<String> what = places.told();
        return new Result(what.isEmpty() ? Outcome.SAME : Outcome.DIFFERENT, what, alike, unlike);
    }

    /** The body as a tree; null if it is no JSON. */
    private static @Nullable JsonNode json(byte[] body) throws StreamConstraintsException {
        try {
            JsonNode read = JSON.tree(body);
            return read.isMissingNode() ? null : read;
        } catch (StreamConstraintsException e) {
            throw e;
        } catch (IOException e) {
            return null;
        }
    }
}
