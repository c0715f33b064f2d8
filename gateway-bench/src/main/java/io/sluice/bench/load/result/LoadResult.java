package io.sluice.bench.load.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run's measurements.
 *
 * @param seconds measured
 * @param generatorCpuSeconds of this process in the measured time
 * @param stub what the target used, null if it is no stub
 */
public record LoadResult(
        String scenario,
        Settings settings,
        double seconds,
        double generatorCpuSeconds,
        @Nullable StubUse stub,
        Recorder recorder) {
    private static final double BUSY = 0.7;

    /**
     * How it was run.
     *
     * @param all every setting by its name, for people, in order
     */
    public record Settings(int connections, int threads, Map<String, String> all) {
        public Settings {
            all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
        }
    }

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
        return recorder.stalls() > recorder.requests() / 1000 || generatorCores() > BUSY * settings.threads;
    }

    /** Whether the stub may have been the limit that was measured. */
    public boolean stubLimited() {
        return stub != null && stub.limited();
    }
}
