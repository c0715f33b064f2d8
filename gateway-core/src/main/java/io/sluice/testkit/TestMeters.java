package io.sluice.testkit;

import io.sluice.api.FilterMeters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Meters that a test can read. Safe from any thread. */
public final class TestMeters implements FilterMeters {

    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<String, LongSupplier> gauges = new ConcurrentHashMap<>();

    @Override
    public Counter counter(String name, String description) {
        checkName(name);
        return counters.computeIfAbsent(name, key -> new LongAdder())::add;
    }

    @Override
    public void gauge(String name, String description, LongSupplier value) {
        checkName(name);
        if (gauges.putIfAbsent(name, value) != null) {
            throw new AssertionError("gauge " + name + " is registered twice");
        }
    }

    private static void checkName(String name) {
        if (!name.matches("[a-z][a-z0-9]*(_[a-z0-9]+)*")) {
            throw new AssertionError("a meter's name is written in snake_case, not " + name);
        }
    }

    /**
     * What was counted under a name.
     *
     * @throws AssertionError if no counter has the name
     */
    public long count(String name) {
        LongAdder counter = counters.get(name);
        if (counter == null) {
            throw new AssertionError("no counter is named " + name + ", there are " + counters.keySet());
        }
        return counter.sum();
    }

    /**
     * The present value of a gauge.
     *
     * @throws AssertionError if no gauge has the name
     */
    public long gauge(String name) {
        LongSupplier gauge = gauges.get(name);
        if (gauge == null) {
            throw new AssertionError("no gauge is named " + name + ", there are " + gauges.keySet());
        }
        return gauge.getAsLong();
    }
}
