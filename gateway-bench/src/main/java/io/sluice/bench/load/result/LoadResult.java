package io.sluice.bench.load.result;

/**
 * A run's measurements.
 *
 * @param seconds measured
 * @param generatorCpuSeconds of this process in the measured time
 */
public record LoadResult(
        String scenario, double seconds, int connections, int threads, double generatorCpuSeconds, Recorder recorder) {
    private static final double BUSY = 0.7;

    /** Requests a second, failed ones too. */
    public double requestsPerSecond() {
        return recorder.requests() / seconds;
    }

    /** Documents a second that were indexed, updated or deleted. */
    public double documentsPerSecond() {
        return recorder.items().succeeded() / seconds;
    }

    /** Share of requests that did not succeed, 0 to 1. */
    public double failureShare() {
        long all = recorder.requests();
        return all == 0 ? 1 : 1 - recorder.count(Outcome.Kind.SUCCESS) / (double) all;
    }

    /** Cores that the generator kept busy. */
    public double generatorCores() {
        return generatorCpuSeconds / seconds;
    }

    /** Whether the generator itself may be what was measured. */
    public boolean generatorLimited() {
        return recorder.stalls() > recorder.requests() / 1000 || generatorCores() > BUSY * threads;
    }
}
