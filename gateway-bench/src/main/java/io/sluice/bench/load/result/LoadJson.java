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
                .put("connections", result.settings().connections())
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
        root.set("statuses", counts(recorder.statuses()));
        root.putObject("items")
                .put("succeeded", recorder.items().succeeded())
                .put("rejected", recorder.items().rejected())
                .put("failed", recorder.items().failed())
                .set("statuses", counts(recorder.items()));
        StubUse stub = result.stub();
        if (stub != null) {
            root.putObject("stub")
                    .put("cpu_seconds", stub.cpuSeconds())
                    .put("seconds", stub.seconds())
                    .put("threads", stub.threads())
                    .put("cores", stub.cores())
                    .put("limited", stub.limited());
        }
        ObjectNode settings = root.putObject("settings");
        result.settings().all().forEach(settings::put);
        root.set("latency", percentiles(recorder.latency()));
        root.set("service", percentiles(recorder.service()));
        ObjectNode byName = root.putObject("by_request");
        recorder.byName().forEach((name, values) -> byName.set(name, percentiles(values)));
        ArrayNode seconds = root.putArray("each_second");
        for (Recorder.Second second : recorder.seconds()) {
            ObjectNode one = seconds.addObject()
                    .put("requests", second.latency().getTotalCount())
                    .put("failures", second.failures())
                    .put("documents", second.items().succeeded())
                    .put("p50", second.latency().getValueAtPercentile(50))
                    .put("p90", second.latency().getValueAtPercentile(90))
                    .put("p99", second.latency().getValueAtPercentile(99))
                    .put("max", second.latency().getMaxValue());
            one.set("statuses", counts(second.statuses()));
            one.set("items", counts(second.items()));
        }
        return root;
    }

    private static ObjectNode counts(StatusCounts counts) {
        ObjectNode node = MAPPER.createObjectNode();
        counts.byStatus().forEach((status, count) -> node.put(Integer.toString(status), count));
        return node;
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
