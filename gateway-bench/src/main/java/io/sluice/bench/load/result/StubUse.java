package io.sluice.bench.load.result;

/**
 * What a stub that was the target used while it was measured.
 *
 * @param cpuSeconds of its process
 * @param seconds that this was observed for
 * @param threads its event loops
 */
public record StubUse(double cpuSeconds, double seconds, int threads) {
    private static final double BUSY = 0.7;

    /** Cores that it kept busy. */
    public double cores() {
        return cpuSeconds / seconds;
    }

    /** Whether it may be what was measured: its event loops were busy for more than 70% of the time. */
    public boolean limited() {
        return cores() > BUSY * threads;
    }
}
