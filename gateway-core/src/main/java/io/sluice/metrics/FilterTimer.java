package io.sluice.metrics;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Takes the nanoseconds that calls of a filter's code took. Safe from any thread. */
public final class FilterTimer implements LongConsumer, AutoCloseable {
    private final MeterGroup group;
    private final Timer timer;

    FilterTimer(MeterGroup group) {
        this.group = group;
        String name = "sluice.filter.call";
        this.timer = group.timer(Timer.builder(name).description("time in a filter's code, call by call"), name);
    }

    @Override
    public void accept(long nanos) {
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        group.close();
    }
}
