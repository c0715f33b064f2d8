package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.function.DoubleSupplier;

/** The meters of one flow's recording. Safe from any thread. */
public final class RecordingMeters implements AutoCloseable {
    private final MeterGroup group;
    private final OutcomeCounters outcomes;
    private final Counter written;

    RecordingMeters(MeterGroup group) {
        this.group = group;
        this.outcomes =
                new OutcomeCounters(group, "sluice.recording.requests", "requests to be recorded, by what came of it");
        this.written = group.count("sluice.recording.written.bytes", "bytes written to files, compressed");
    }

    /** What may become of a request, so that each is counted from the beginning. */
    public void outcomes(Enum<?>... possible) {
        outcomes.prepare(possible);
    }

    /** What became of so many requests that were to be recorded. */
    public void outcome(Enum<?> outcome, int requests) {
        outcomes.add(outcome, requests);
    }

    /** So many bytes were written. */
    public void written(long bytes) {
        written.increment((double) bytes);
    }

    /** A value that is kept elsewhere and read at each scrape. */
    public void gauge(String name, String description, DoubleSupplier value) {
        group.gauge(name, description, null, value);
    }

    @Override
    public void close() {
        group.close();
    }
}
