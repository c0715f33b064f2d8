package io.sluice.bench.compare.collectors;

import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.proxy.JvmRecording;
import org.HdrHistogram.Histogram;

/**
 * One gateway under load for one stretch of time.
 *
 * @param inside the gateway's own timer in that time
 * @param cpuSeconds of its process
 * @param collectorSeconds of them the collector's threads
 * @param residentBytes at the end
 */
record TailWindow(
        JvmRecording.Span span,
        LoadResult load,
        GatewayTimer inside,
        double cpuSeconds,
        double collectorSeconds,
        long residentBytes,
        JvmRecording.Stops stops) {

    /** From when each request was due, nanoseconds. */
    Histogram whole() {
        return load.recorder().latency();
    }

    /** Seconds at a percentile of the whole time, as the caller sees it. */
    double whole(double percentile) {
        return whole().getValueAtPercentile(percentile) / 1e9;
    }

    double cpuPerRequest() {
        return cpuSeconds / load.recorder().requests();
    }

    double collectorShare() {
        return collectorSeconds / cpuSeconds;
    }

    double pausedShare() {
        return stops.pausedSeconds() / span.seconds();
    }

    double pausesPerSecond() {
        return stops.pauses().size() / span.seconds();
    }

    TailWindow with(JvmRecording.Stops known) {
        return new TailWindow(span, load, inside, cpuSeconds, collectorSeconds, residentBytes, known);
    }
}
