package io.sluice.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stats.PairedRounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Two builds compared by results that were measured in turn: round i of one against round i of the other. */
public final class BenchmarkComparison {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private BenchmarkComparison() {}

    /**
     * One benchmark's change.
     *
     * @param unit of the two medians
     * @param ratio of the second build's score to the first's, over the rounds
     */
    public record Change(String benchmark, String unit, double first, double second, MedianInterval ratio) {
        /** Whether the change is beyond the error: the interval does not hold 1. */
        public boolean real() {
            return ratio.count() >= 6 && (ratio.low() > 1 || ratio.high() < 1);
        }
    }

    /** Compares files of equal count, in the order they were measured. */
    public static List<Change> of(List<Path> first, List<Path> second) throws IOException {
        if (first.size() != second.size() || first.isEmpty()) {
            throw new IllegalArgumentException("as many results of one build as of the other are needed");
        }
        Map<String, List<Score>> before = scores(first);
        Map<String, List<Score>> after = scores(second);
        List<Change> changes = new ArrayList<>();
        before.forEach((name, own) -> {
            List<Score> others = after.getOrDefault(name, List.of());
            if (others.size() == own.size()) {
                changes.add(change(name, own, others));
            }
        });
        return changes;
    }

    private record Score(double value, String unit) {}

    private static Change change(String name, List<Score> before, List<Score> after) {
        PairedRounds<Score> rounds = new PairedRounds<>(after, before);
        return new Change(
                name,
                before.get(0).unit,
                rounds.baselineMedian(Score::value).median(),
                rounds.median(Score::value).median(),
                rounds.ratio(Score::value));
    }

    /** Time and allocation of each benchmark, round by round. */
    private static Map<String, List<Score>> scores(List<Path> files) throws IOException {
        Map<String, List<Score>> scores = new TreeMap<>();
        for (Path file : files) {
            for (JsonNode result : MAPPER.readTree(file.toFile()).path("results")) {
                String name = result.path("benchmark").asText() + parameters(result.path("params"));
                add(scores, name, result.path("primaryMetric"));
                JsonNode allocated = result.path("secondaryMetrics").path("gc.alloc.rate.norm");
                if (allocated.path("score").asDouble() > 1) {
                    add(scores, name + " allocation", allocated);
                }
            }
        }
        return scores;
    }

    private static void add(Map<String, List<Score>> scores, String name, JsonNode metric) {
        scores.computeIfAbsent(name, unused -> new ArrayList<>())
                .add(new Score(
                        metric.path("score").asDouble(),
                        metric.path("scoreUnit").asText()));
    }

    private static String parameters(JsonNode params) {
        return params.isMissingNode() ? "" : " " + params;
    }
}
