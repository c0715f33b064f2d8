package io.sluice.bench.net;

import java.time.Duration;

/** The CPU time of this process. */
public final class ProcessCpu {
    private ProcessCpu() {}

    /** User and system time of all threads so far, in seconds; 0 where the system does not tell. */
    public static double ownSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }
}
