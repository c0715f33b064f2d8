package io.sluice.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the meters of traffic said at one time. Immutable. Meters that filters made are left out: there may be many.
 *
 * @param nanos the time, of System.nanoTime
 */
record Sample(long nanos, Map<Meter.Id, Double> counts, Map<Meter.Id, Spread> times) {
    private static final Set<String> TIMES = Set.of("sluice.request", "sluice.gateway", "sluice.upstream");
    private static final Set<String> COUNTS = Set.of(
            "sluice.responses",
            "sluice.request.body.bytes",
            "sluice.response.body.bytes",
            "sluice.refused",
            "sluice.upstream.requests",
            "sluice.event.loop.cpu",
            "sluice.bulk.split",
            "sluice.bulk.items",
            "sluice.bulk.bytes",
            "sluice.bulk.node.bytes",
            "sluice.queue.kept.items",
            "sluice.queue.sent.items");

    static Sample of(MeterRegistry registry, long nanos) {
        Map<Meter.Id, Double> counts = new HashMap<>();
        Map<Meter.Id, Spread> times = new HashMap<>();
        for (Meter meter : registry.getMeters()) {
            String name = meter.getId().getName();
            if (meter instanceof Timer timer && name.equals("sluice.filter.call")) {
                counts.put(meter.getId(), (double) timer.count());
            } else if (meter instanceof Timer timer && TIMES.contains(name)) {
                times.put(meter.getId(), Spread.of(timer.takeSnapshot()));
            } else if (meter instanceof Counter counter && COUNTS.contains(name)) {
                counts.put(meter.getId(), counter.count());
            } else if (meter instanceof FunctionCounter counter && COUNTS.contains(name)) {
                counts.put(meter.getId(), counter.count());
            }
        }
        return new Sample(nanos, Map.copyOf(counts), Map.copyOf(times));
    }
}
