package io.sluice.bench.searches;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.stats.PairedRounds;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import org.HdrHistogram.Histogram;

/** What a comparison has found, against the first way, as a table and as JSON. */
final class SearchReport {
    private static final double[] PERCENTILES = {50, 99};

    private final Map<SearchWay, PairedRounds<LoadResult>> rounds = new LinkedHashMap<>();
    private final SearchWay baseline;

    SearchReport(Map<SearchWay, List<LoadResult>> windows) {
        Entry<SearchWay, List<LoadResult>> first = windows.entrySet().iterator().next();
        baseline = first.getKey();
        windows.forEach((way, own) -> rounds.put(way, new PairedRounds<>(own, first.getValue())));
    }

    /** A table for people; latencies in milliseconds. */
    String table() {
        Formatter text = new Formatter(Locale.ROOT);
        text.format("%-12s %-10s %9s %9s %9s%n", "round", "way", "searches", "p50 ms", "p99 ms");
        int count = own(baseline).size();
        for (int round = 0; round < count; round++) {
            for (SearchWay way : rounds.keySet()) {
                row(
                        text,
                        Integer.toString(round + 1),
                        way,
                        own(way).get(round).recorder().latency());
            }
        }
        for (SearchWay way : rounds.keySet()) {
            row(text, "all", way, together(way));
        }
        rounds.forEach((way, own) -> {
            if (!way.equals(baseline)) {
                compared(text, way, own);
            }
        });
        rounds.forEach((way, own) -> warnings(text, way, own.own()));
        return text.toString();
    }

    private static void row(Formatter text, String round, SearchWay way, Histogram latency) {
        text.format(
                Locale.ROOT,
                "%-12s %-10s %9d %9.2f %9.2f%n",
                round,
                way.name(),
                latency.getTotalCount(),
                latency.getValueAtPercentile(50) / 1e6,
                latency.getValueAtPercentile(99) / 1e6);
    }

    private void compared(Formatter text, SearchWay way, PairedRounds<LoadResult> own) {
        for (double percentile : PERCENTILES) {
            text.format(
                    Locale.ROOT,
                    "%s to %s, p%.0f: ratio of a round %s, added %s ms; ratio of all rounds together %.3f%n",
                    way.name(),
                    baseline.name(),
                    percentile,
                    own.ratio(result -> seconds(result, percentile)).text(1, 3),
                    own.above(result -> seconds(result, percentile)).text(1e3, 2),
                    together(way, percentile) / together(baseline, percentile));
        }
    }

    private static void warnings(Formatter text, SearchWay way, List<LoadResult> windows) {
        double failures =
                windows.stream().mapToDouble(LoadResult::failureShare).max().orElse(0);
        if (failures > 0) {
            text.format(Locale.ROOT, "WARNING: %s had up to %.3f%% failed in a round%n", way.name(), failures * 100);
        }
        if (windows.stream().anyMatch(LoadResult::generatorLimited)) {
            text.format("WARNING: the generator itself was near its limit on the way %s%n", way.name());
        }
    }

    /** JSON for machines; times in seconds. */
    ObjectNode json() {
        ObjectNode all = new ObjectMapper().createObjectNode();
        ArrayNode ways = all.putArray("ways");
        rounds.forEach((way, own) -> {
            ObjectNode one = ways.addObject()
                    .put("name", way.name())
                    .put("scenario", way.scenario().name())
                    .put("rounds", own.own().size());
            for (double percentile : PERCENTILES) {
                String name = String.format(Locale.ROOT, "p%.0f", percentile);
                own.median(result -> seconds(result, percentile)).write(one.putObject(name));
                own.ratio(result -> seconds(result, percentile)).write(one.putObject(name + "_ratio"));
                own.above(result -> seconds(result, percentile)).write(one.putObject(name + "_added"));
                one.put(name + "_of_all_rounds", together(way, percentile));
            }
            one.put("failure_share", own.median(LoadResult::failureShare).high());
        });
        return all;
    }

    private List<LoadResult> own(SearchWay way) {
        PairedRounds<LoadResult> paired = rounds.get(way);
        return paired == null ? List.of() : paired.own();
    }

    private double together(SearchWay way, double percentile) {
        return together(way).getValueAtPercentile(percentile) / 1e9;
    }

    private Histogram together(SearchWay way) {
        Histogram sum = new Histogram(3);
        own(way).forEach(result -> sum.add(result.recorder().latency()));
        return sum;
    }

    private static double seconds(LoadResult result, double percentile) {
        return result.recorder().latency().getValueAtPercentile(percentile) / 1e9;
    }
}
