package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.search.Search;
import io.sluice.failure.RepeatedTask;
import io.sluice.server.Gateway;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The numbers of {@code /stats}, computed from the meters: counts, rates over the last minute, percentiles since the start. */
final class Statistics implements AutoCloseable {
    private static final String BULK = "sluice.bulk.";
    private static final int SAMPLE_MILLIS = 5_000;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Gateway gateway;
    private final Map<Meter.Id, RateWindow> rates = new ConcurrentHashMap<>();
    private final ScheduledExecutorService sampler;

    Statistics(Gateway gateway) {
        this.gateway = gateway;
        this.sampler = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sluice-statistics");
            thread.setDaemon(true);
            return thread;
        });
        new RepeatedTask("statistics", this::sample).start(sampler, 0, SAMPLE_MILLIS);
    }

    private void sample() {
        long now = System.nanoTime();
        for (Timer timer : timers()) {
            rates.computeIfAbsent(timer.getId(), id -> new RateWindow()).add(now, (double) timer.count());
        }
        for (Counter counter : bytes()) {
            rates.computeIfAbsent(counter.getId(), id -> new RateWindow()).add(now, counter.count());
        }
        rates.values().removeIf(window -> window.isOlderThan(now));
    }

    private Iterable<Timer> timers() {
        return gateway.metrics().registry().find("sluice.request").timers();
    }

    private Iterable<Counter> bytes() {
        return Search.in(gateway.metrics().registry())
                .name(name -> name.equals("sluice.request.body.bytes") || name.equals("sluice.response.body.bytes"))
                .counters();
    }

    ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("uptime_seconds", ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND);
        report.put("requests_active", gateway.requests());
        report.put("connections", gateway.connections());
        ArrayNode exchanges = report.putArray("exchanges");
        for (Timer timer : timers()) {
            if (timer.count() > 0) {
                describe(timer, exchanges.addObject());
            }
        }
        ArrayNode bodies = report.putArray("bodies");
        for (Counter counter : bytes()) {
            if (counter.count() > 0) {
                ObjectNode row = bodies.addObject();
                row.put("direction", counter.getId().getName().contains("request") ? "request" : "response");
                tags(counter.getId(), row);
                row.put("bytes", (long) counter.count());
                row.put("bytes_per_second", rate(counter.getId()));
            }
        }
        bulks(report.putObject("bulk"));
        return report;
    }

    // By flow, then by the meter's name and its other tags.
    private void bulks(ObjectNode report) {
        for (Counter counter : Search.in(gateway.metrics().registry())
                .name(name -> name.startsWith(BULK))
                .counters()) {
            if (counter.count() > 0) {
                Meter.Id id = counter.getId();
                StringBuilder name =
                        new StringBuilder(id.getName().substring(BULK.length()).replace('.', '_'));
                for (Tag tag : id.getTags()) {
                    if (!tag.getKey().equals("flow")) {
                        name.append('/').append(tag.getValue());
                    }
                }
                report.withObject("/" + id.getTag("flow")).put(name.toString(), (long) counter.count());
            }
        }
    }

    private void describe(Timer timer, ObjectNode row) {
        tags(timer.getId(), row);
        row.put("count", timer.count());
        row.put("per_second", rate(timer.getId()));
        for (String part : new String[] {"request", "gateway", "upstream"}) {
            Timer found = gateway.metrics()
                    .registry()
                    .find("sluice." + part)
                    .tags(timer.getId().getTags())
                    .timer();
            if (found != null && found.count() > 0) {
                percentiles(found, row.putObject(part + "_ms"));
            }
        }
    }

    private static void percentiles(Timer timer, ObjectNode row) {
        HistogramSnapshot snapshot = timer.takeSnapshot();
        row.put("mean", timer.mean(TimeUnit.MILLISECONDS));
        row.put("p50", Percentiles.millis(snapshot, 0.5));
        row.put("p90", Percentiles.millis(snapshot, 0.9));
        row.put("p99", Percentiles.millis(snapshot, 0.99));
        row.put("p999", Percentiles.millis(snapshot, 0.999));
    }

    private static void tags(Meter.Id id, ObjectNode row) {
        for (Tag tag : id.getTags()) {
            row.put(tag.getKey(), tag.getValue());
        }
    }

    private double rate(Meter.Id id) {
        RateWindow window = rates.get(id);
        return window == null ? 0 : window.perSecond();
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
