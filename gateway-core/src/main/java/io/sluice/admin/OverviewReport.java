package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.metrics.BuildVersion;
import io.sluice.metrics.NotedRequest;
import io.sluice.server.Gateway;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Clock;
import java.util.List;

/** The page {@code /overview}: all that the browser's page and {@code sluice top} show. Numbers are whole. Any thread. */
final class OverviewReport {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Gateway gateway;
    private final Sampler sampler;
    private final QueuePages queues;
    private final TenantPages tenants;
    private final ProblemReport problems;
    private final WayReport ways;
    private final TrafficReport traffic;
    private final MeterRegistry registry;

    OverviewReport(Gateway gateway, Sampler sampler, QueuePages queues, TenantPages tenants, Clock clock) {
        this.gateway = gateway;
        this.queues = queues;
        this.tenants = tenants;
        this.sampler = sampler;
        this.problems = new ProblemReport(gateway, clock);
        this.ways = new WayReport(gateway);
        this.traffic = new TrafficReport(gateway);
        this.registry = gateway.metrics().registry();
    }

    ObjectNode report() {
        Window window = sampler.lastMinute();
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("version", BuildVersion.number());
        report.put("java", Runtime.version().toString());
        report.put("uptime_seconds", ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND);
        report.put("ready", gateway.ready());
        problems.report(window, report.putArray("problems"));
        traffic.report(window, report);
        ways.report(window, report);
        queues.report(window, report.putArray("queues"));
        ArrayNode tables = report.putArray("tenant_tables");
        tenants.names().forEach(tables::add);
        process(window, report.putObject("process"));
        noted(gateway.metrics().noted().slowest(), report.putArray("slow"));
        noted(gateway.metrics().noted().failed(), report.putArray("refused"));
        sampler.history().report(report.putObject("history"));
        return report;
    }

    private void process(Window window, ObjectNode row) {
        row.put("buffers_bytes", sampler.gauge("sluice.buffers.bytes"));
        row.put("buffers_limit_bytes", sampler.gauge("sluice.buffers.limit.bytes"));
        row.put("buffers_reserved_bytes", sampler.gauge("sluice.buffers.reserved.bytes"));
        row.put("unfinished_bytes", sampler.gauge("sluice.requests.unfinished.bytes"));
        row.put("spool_bytes", sampler.gauge("sluice.bulk.spool.bytes"));
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        row.put("heap_bytes", heap.getUsed()).put("heap_limit_bytes", heap.getMax());
        ArrayNode loops = row.putArray("event_loops");
        for (FunctionCounter loop : registry.find("sluice.event.loop.cpu").functionCounters()) {
            String number = String.valueOf(loop.getId().getTag("loop"));
            Gauge tasks =
                    registry.find("sluice.event.loop.tasks").tag("loop", number).gauge();
            loops.addObject()
                    .put("loop", number)
                    .put("busy", window.perSecond("sluice.event.loop.cpu", Window.tagged("loop", number)))
                    .put("tasks", tasks == null ? 0 : tasks.value());
        }
        ArrayNode collectors = row.putArray("collectors");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectors
                    .addObject()
                    .put("name", collector.getName())
                    .put("collections", collector.getCollectionCount())
                    .put("seconds", collector.getCollectionTime() / MILLIS_PER_SECOND);
        }
    }

    private static void noted(List<NotedRequest> requests, ArrayNode rows) {
        for (NotedRequest request : requests) {
            ObjectNode row = rows.addObject();
            row.put("id", request.id());
            row.put("at", request.at().toString()).put("listener", request.listener());
            row.put("flow", request.flow()).put("cluster", request.cluster());
            row.put("method", request.method()).put("path", request.path()).put("status", request.status());
            row.put(
                    "failure",
                    request.failure() == null ? null : request.failure().tag());
            row.put("reason", request.reason());
            if (request.traffic() != null) {
                double total = request.traffic().totalNanos() / NANOS_PER_MILLI;
                double upstream = request.traffic().upstreamNanos() / NANOS_PER_MILLI;
                row.put("total_ms", total)
                        .put("upstream_ms", upstream)
                        .put("gateway_ms", Math.max(0, total - upstream));
                row.put("request_bytes", request.traffic().requestBytes());
                row.put("response_bytes", request.traffic().responseBytes());
            }
        }
    }
}
