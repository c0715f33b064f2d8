package io.sluice.bench.compare.styles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What the measured part of one trial showed.
 *
 * @param operations documents stored, or searches answered
 * @param cpu of the three processes meanwhile
 * @param allocated bytes by the client
 * @param sent bytes that the client wrote to its sockets
 * @param received bytes that it read
 * @param collections how often the client's collector ran
 * @param latency of requests in nanoseconds; of searches from when they were due
 */
record Trial(
        long operations,
        double seconds,
        Cpu cpu,
        double allocated,
        double sent,
        double received,
        long collections,
        Histogram latency) {
    private static final double NANOS = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** CPU seconds; the gateway's are 0 where there is none. */
    record Cpu(double client, double gateway, double server) {}

    /** Reads the event that ends a trial. */
    static Trial of(JsonNode event, double gatewayCpu, double serverCpu) throws DataFormatException {
        ByteBuffer bytes =
                ByteBuffer.wrap(Base64.getDecoder().decode(event.path("latency").asText()));
        return new Trial(
                event.path("operations").asLong(),
                event.path("nanos").asLong() / NANOS,
                new Cpu(event.path("cpu_nanos").asLong() / NANOS, gatewayCpu, serverCpu),
                event.path("allocated_bytes").asDouble(),
                event.path("sent_bytes").asDouble(),
                event.path("received_bytes").asDouble(),
                event.path("collections").asLong(),
                Histogram.decodeFromCompressedByteBuffer(bytes, 1));
    }

    double perSecond() {
        return operations / seconds;
    }

    /** Of a total of the trial. */
    double each(double total) {
        return total / operations;
    }

    double meanMillis() {
        return latency.getMean() / NANOS_PER_MILLI;
    }

    double millis(double percentile) {
        return latency.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }
}
