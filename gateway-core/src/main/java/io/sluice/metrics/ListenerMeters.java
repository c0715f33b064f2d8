package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.sluice.failure.FailureKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The meters of one listener. Safe from any thread. */
public final class ListenerMeters implements AutoCloseable {
    private final MeterGroup group;
    private final Map<FailureKind, Counter> refused = new ConcurrentHashMap<>();

    ListenerMeters(MeterGroup group) {
        this.group = group;
    }

    /** Measures the connections: those open now, and all that were accepted. */
    public void connections(DoubleSupplier open, LongSupplier accepted) {
        group.gauge("sluice.connections", "open client connections", null, open);
        group.counter("sluice.connections.accepted", "accepted connections", accepted);
    }

    /** Counts a request or a connection that was refused before it became an exchange. */
    public void refused(FailureKind kind) {
        refused.computeIfAbsent(
                        kind,
                        why -> group.count(
                                "sluice.refused", "requests and connections refused at the door", "failure", why.tag()))
                .increment();
    }

    @Override
    public void close() {
        group.close();
    }
}
