package io.sluice.bench.load.result;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** A result as a table for people. */
public final class LoadTable {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    private LoadTable() {}

    /** The table, several lines. */
    public static String of(LoadResult result) {
        Recorder recorder = result.recorder();
        Formatter text = new Formatter(Locale.ROOT);
        text.format(
                "%s: %.1f s, %d connections, %d requests, %.1f/s%n",
                result.scenario(),
                result.seconds(),
                result.settings().connections(),
                recorder.requests(),
                result.requestsPerSecond());
        text.format(
                "body bytes: %.1f MB/s sent, %.1f MB/s received%n",
                recorder.bytesSent() / 1e6 / result.seconds(), recorder.bytesReceived() / 1e6 / result.seconds());
        StatusCounts items = recorder.items();
        if (items.total() > 0) {
            text.format(
                    "documents: %.0f/s; items: %d succeeded, %d rejected (429), %d failed; by status: %s%n",
                    result.documentsPerSecond(),
                    items.succeeded(),
                    items.rejected(),
                    items.failed(),
                    statuses(items.byStatus()));
        }
        text.format("requests: %s%n", kinds(recorder));
        text.format("statuses: %s%n", statuses(recorder.statuses().byStatus()));
        text.format("%n");
        text.format("%-28s %s%n", "latency in ms", header());
        text.format("%-28s %s%n", "from the intended start", row(recorder.latency()));
        text.format("%-28s %s%n", "from the sending", row(recorder.service()));
        if (recorder.byName().size() > 1) {
            recorder.byName().forEach((name, values) -> text.format("  %-26s %s%n", name, row(values)));
        }
        text.format("%n");
        text.format("generator: %.2f cores, %d stalls%n", result.generatorCores(), recorder.stalls());
        StubUse stub = result.stub();
        if (stub != null) {
            text.format("stub: %s%n", stub(result, stub));
        }
        if (result.generatorLimited()) {
            text.format("WARNING: the generator itself was near its limit; the figures may be its own%n");
        }
        if (result.stubLimited()) {
            text.format(
                    "WARNING: the stub was busy above 70%% of a core for each of its threads; the figures may be its own%n");
        }
        return text.toString();
    }

    private static String stub(LoadResult result, StubUse stub) {
        double documents = result.documentsPerSecond();
        return String.format(
                        Locale.ROOT,
                        "%.2f cores of %d, %.2f us of CPU a request",
                        stub.cores(),
                        stub.threads(),
                        stub.cores() * 1e6 / result.requestsPerSecond())
                + (documents == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %.3f us a document", stub.cores() * 1e6 / documents));
    }

    private static String kinds(Recorder recorder) {
        return Arrays.stream(Outcome.Kind.values())
                .filter(kind -> kind == Outcome.Kind.SUCCESS || recorder.count(kind) > 0)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT) + " " + recorder.count(kind))
                .collect(Collectors.joining(", "));
    }

    private static String statuses(Map<Integer, Long> statuses) {
        return statuses.entrySet().stream()
                .map(entry -> (entry.getKey() == 0 ? "none" : entry.getKey()) + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String header() {
        return "    mean      p50      p90      p99    p99.9   p99.99      max";
    }

    private static String row(Histogram values) {
        StringBuilder row = new StringBuilder(millis(values.getMean()));
        for (double percentile : PERCENTILES) {
            row.append(' ').append(millis((double) values.getValueAtPercentile(percentile)));
        }
        return row.append(' ').append(millis((double) values.getMaxValue())).toString();
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%8.3f", nanos / 1e6);
    }
}
