package io.sluice.bench.compare.inside;

import org.HdrHistogram.Histogram;

/**
 * What one cell showed in one round.
 *
 * @param documents stored, or found
 * @param failures requests that did not succeed
 * @param clientCpu seconds of the process that sends
 * @param serverCpu seconds of the process that answers
 * @param sent bytes of bodies
 * @param received bytes of bodies
 * @param latency of small parts, nanoseconds
 */
record CellResult(
        long documents,
        long failures,
        double seconds,
        double clientCpu,
        double serverCpu,
        long sent,
        long received,
        Histogram latency) {
    private static final double MICROS = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    double perSecond() {
        return documents / seconds;
    }

    /** CPU microseconds of the sender for a document. */
    double clientMicros() {
        return clientCpu * MICROS / documents;
    }

    /** CPU microseconds of the server for a document. */
    double serverMicros() {
        return serverCpu * MICROS / documents;
    }

    double sentBytes() {
        return (double) sent / documents;
    }

    double receivedBytes() {
        return (double) received / documents;
    }

    double millis(double percentile) {
        return latency.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }
}
