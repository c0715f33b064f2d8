package io.sluice.admin;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.failure.RepeatedTask;
import io.sluice.server.Gateway;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;

/** Reads the meters of traffic every two seconds, on a thread of its own, and keeps the last minute and the points of the last hour. */
final class Sampler implements AutoCloseable {
    private static final int SAMPLE_MILLIS = 2_000;
    private static final int SAMPLES = 31;
    private static final int SAMPLES_PER_POINT = History.SECONDS * 1000 / SAMPLE_MILLIS;

    private final Gateway gateway;
    private final MeterRegistry registry;
    private final ArrayDeque<Sample> samples = new ArrayDeque<>(SAMPLES);
    private final History history = new History();
    private final ScheduledExecutorService thread;
    private Sample lastPoint;
    private int sincePoint;

    Sampler(Gateway gateway) {
        this.gateway = gateway;
        this.registry = gateway.metrics().registry();
        this.lastPoint = Sample.of(registry, System.nanoTime());
        samples.add(lastPoint);
        gateway.metrics().noted().begin();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread sampling = new Thread(task, "sluice-overview");
            sampling.setDaemon(true);
            return sampling;
        });
        new RepeatedTask("overview", this::sample).start(thread, SAMPLE_MILLIS, SAMPLE_MILLIS);
    }

    private void sample() {
        take(System.nanoTime());
        gateway.metrics().noted().forgetOld(Instant.now());
    }

    synchronized void take(long nanos) {
        Sample sample = Sample.of(registry, nanos);
        if (samples.size() == SAMPLES) {
            samples.removeFirst();
        }
        samples.addLast(sample);
        sincePoint++;
        if (sincePoint == SAMPLES_PER_POINT) {
            sincePoint = 0;
            addPoint(new Window(lastPoint, sample));
            lastPoint = sample;
        }
    }

    private void addPoint(Window window) {
        Predicate<io.micrometer.core.instrument.Meter.Id> all = id -> true;
        Spread request = window.spread("sluice.request", all);
        Spread own = window.spread("sluice.gateway", all);
        history.add(
                System.currentTimeMillis(),
                window.perSecond("sluice.responses", all),
                window.perSecond("sluice.responses", Window::isError),
                window.perSecond("sluice.request.body.bytes", all),
                window.perSecond("sluice.response.body.bytes", all),
                request.percentile(0.5),
                request.percentile(0.99),
                own.percentile(0.5),
                own.percentile(0.99),
                gauge("sluice.buffers.bytes"),
                gateway.requests());
    }

    /** A gauge without tags; 0 if there is none. */
    double gauge(String name) {
        Gauge gauge = registry.find(name).gauge();
        return gauge == null ? 0 : gauge.value();
    }

    /** The last minute, or the time since the start where that is shorter. */
    synchronized Window lastMinute() {
        return new Window(Objects.requireNonNull(samples.peekFirst()), Objects.requireNonNull(samples.peekLast()));
    }

    History history() {
        return history;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
