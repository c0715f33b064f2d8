package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.proxy.JvmRecording;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What the application has seen and used in one stretch of time. Counters are those of its own JVM.
 *
 * @param latency nanoseconds from when a search was due
 * @param cpuSeconds of the process
 * @param collectorSeconds of them the collector's threads
 * @param allocatedBytes by all threads
 */
record AppWindow(
        JvmRecording.Span span,
        Histogram latency,
        long failures,
        double cpuSeconds,
        double collectorSeconds,
        double allocatedBytes,
        long collections) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    long requests() {
        return latency.getTotalCount();
    }

    double requestsPerSecond() {
        return requests() / span.seconds();
    }

    double cpuPerRequest() {
        return cpuSeconds / requests();
    }

    /** Share of the process' CPU time, 0 to 1. */
    double collectorShare() {
        return collectorSeconds / cpuSeconds;
    }

    double collectorPerRequest() {
        return collectorSeconds / requests();
    }

    double allocatedPerRequest() {
        return allocatedBytes / requests();
    }

    double collectionsPerRequest() {
        return (double) collections / requests();
    }

    /** Seconds. */
    double latency(double percentile) {
        return latency.getValueAtPercentile(percentile) / 1e9;
    }

    /** For the way from one JVM to another. */
    ObjectNode json() {
        ByteBuffer packed = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
        int length = latency.encodeIntoCompressedByteBuffer(packed);
        return MAPPER.createObjectNode()
                .put("from", span.from().toString())
                .put("to", span.to().toString())
                .put("latency", Base64.getEncoder().encodeToString(Arrays.copyOf(packed.array(), length)))
                .put("failures", failures)
                .put("cpu_seconds", cpuSeconds)
                .put("collector_seconds", collectorSeconds)
                .put("allocated_bytes", allocatedBytes)
                .put("collections", collections);
    }

    /** What {@link #json} wrote. */
    static AppWindow of(JsonNode json) throws DataFormatException {
        byte[] packed = Base64.getDecoder().decode(json.path("latency").asText());
        return new AppWindow(
                new JvmRecording.Span(
                        Instant.parse(json.path("from").asText()),
                        Instant.parse(json.path("to").asText())),
                Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0),
                json.path("failures").asLong(),
                json.path("cpu_seconds").asDouble(),
                json.path("collector_seconds").asDouble(),
                json.path("allocated_bytes").asDouble(),
                json.path("collections").asLong());
    }
}
