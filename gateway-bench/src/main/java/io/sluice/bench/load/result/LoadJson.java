package io.sluice.bench.load.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A result as JSON for machines; times in nanoseconds. */
public final class LoadJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private LoadJson() {}

    /** The document. */
    public static ObjectNode of(LoadResult result) {
        Recorder recorder = result.recorder();
        ObjectNode root = MAPPER.createObjectNode()
                .put("scenario", result.scenario())
                .put("seconds", result.seconds())
                .put("connections", result.connections())
                .put("requests", recorder.requests())
                .put("requests_per_second", result.requestsPerSecond())
                .put("documents_per_second", result.documentsPerSecond())
                .put("failure_share", result.failureShare())
                .put("bytes_sent", recorder.bytesSent())
                .put("bytes_received", recorder.bytesReceived())
                .put("generator_cores", result.generatorCores())
                .put("generator_stalls", recorder.stalls())
                .put("generator_limited", result.generatorLimited());
        ObjectNode outcomes = root.putObject("outcomes");
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind.name().toLowerCase(Locale.ROOT), recorder.count(kind));
        }
        ObjectNode statuses = root.putObject("statuses");
        recorder.statuses().forEach((status, count) -> statuses.put(Integer.toString(status), count));
        root.putObject("items")
                .put("succeeded", recorder.items().succeeded())
                .put("rejected", recorder.items().rejected())
                .put("failed", recorder.items().failed());
        root.set("latency", percentiles(recorder.latency()));
        root.set("service", percentiles(recorder.service()));
        ObjectNode byName = root.putObject("by_request");
        recorder.byName().forEach((name, values) -> byName.set(name, percentiles(values)));
        ArrayNode seconds = root.putArray("each_second");
        for (Recorder.Second second : recorder.seconds()) {
            seconds.addObject()
                    .put("requests", second.latency().getTotalCount())
                    .put("failures", second.failures())
                    .put("documents", second.documents())
                    .put("p50", second.latency().getValueAtPercentile(50))
                    .put("p99", second.latency().getValueAtPercentile(99));
        }
        return root;
    }

    private static ObjectNode percentiles(Histogram values) {
        return MAPPER.createObjectNode()
                .put("count", values.getTotalCount())
                .put("mean", values.getMean())
                .put("p50", values.getValueAtPercentile(50))
                .put("p90", values.getValueAtPercentile(90))
                .put("p99", values.getValueAtPercentile(99))
                .put("p999", values.getValueAtPercentile(99.9))
                .put("p9999", values.getValueAtPercentile(99.99))
                .put("max", values.getMaxValue());
    }
}
