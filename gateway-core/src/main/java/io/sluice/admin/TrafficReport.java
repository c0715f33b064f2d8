package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sluice.server.Gateway;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The parts of the overview that count: the last minute, statuses, failures, bulks, tenants. Any thread. */
final class TrafficReport {
    private static final int MAX_TENANT_ROWS = 100;

    private final Gateway gateway;
    private final MeterRegistry registry;

    TrafficReport(Gateway gateway) {
        this.gateway = gateway;
        this.registry = gateway.metrics().registry();
    }

    void report(Window window, ObjectNode report) {
        now(window, report.putObject("now"));
        ArrayNode statuses = report.putArray("statuses");
        sums("sluice.responses", "status")
                .forEach((status, count) -> statuses.addObject()
                        .put("status", status)
                        .put("count", count)
                        .put("per_second", window.perSecond("sluice.responses", Window.tagged("status", status))));
        failures(window, report.putArray("failures"));
        bulks(report.putArray("bulks"));
        tenants(report.putArray("tenants"));
    }

    private void now(Window window, ObjectNode row) {
        Predicate<Meter.Id> all = id -> true;
        row.put("window_seconds", window.seconds());
        row.put("requests_active", gateway.requests());
        row.put("connections", gateway.connections());
        row.put("requests_per_second", window.perSecond("sluice.responses", all));
        row.put("errors_per_second", window.perSecond("sluice.responses", Window::isError));
        row.put("request_bytes_per_second", window.perSecond("sluice.request.body.bytes", all));
        row.put("response_bytes_per_second", window.perSecond("sluice.response.body.bytes", all));
        for (String part : new String[] {"request", "gateway", "upstream"}) {
            Spread spread = window.spread("sluice." + part, all);
            row.putObject(part + "_ms")
                    .put("p50", spread.percentile(0.5))
                    .put("p90", spread.percentile(0.9))
                    .put("p99", spread.percentile(0.99))
                    .put("p999", spread.percentile(0.999));
        }
    }

    private void failures(Window window, ArrayNode rows) {
        Map<String, Long> counts = new TreeMap<>();
        for (Timer timer : registry.find("sluice.request").timers()) {
            counts.merge(String.valueOf(timer.getId().getTag("failure")), timer.count(), Long::sum);
        }
        sums("sluice.refused", "failure").forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        counts.remove("none");
        counts.forEach((kind, count) -> {
            Predicate<Meter.Id> own = Window.tagged("failure", kind);
            double seconds = window.seconds();
            double ended = window.spread("sluice.request", own).count();
            double refused = window.growth("sluice.refused", own);
            rows.addObject()
                    .put("kind", kind)
                    .put("count", count)
                    .put("per_second", seconds <= 0 ? 0 : (ended + refused) / seconds);
        });
    }

    private Map<String, Long> sums(String name, String tag) {
        Map<String, Long> sums = new TreeMap<>();
        for (Counter counter : registry.find(name).counters()) {
            if (counter.count() > 0) {
                sums.merge(String.valueOf(counter.getId().getTag(tag)), (long) counter.count(), Long::sum);
            }
        }
        return sums;
    }

    private void bulks(ArrayNode rows) {
        for (String flow : gateway.config().flows().keySet()) {
            if (registry.find("sluice.bulk.split").tag("flow", flow).counter() != null) {
                ObjectNode row = rows.addObject();
                row.put("flow", flow);
                row.put("split", total("sluice.bulk.split", flow));
                row.put("bytes", total("sluice.bulk.bytes", flow));
                row.put("retries", total("sluice.bulk.retries", flow));
                row.put("misplaced_items", total("sluice.bulk.items.misplaced", flow));
                ObjectNode whole = row.putObject("whole");
                by("sluice.bulk.whole", flow, "reason", whole);
                by("sluice.bulk.items", flow, "outcome", row.putObject("items"));
                by("sluice.bulk.node.bytes", flow, "node", row.putObject("node_bytes"));
                by("sluice.bulk.node.items", flow, "node", row.putObject("node_items"));
            }
        }
    }

    private long total(String name, String flow) {
        return (long) registry.find(name).tag("flow", flow).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private void by(String name, String flow, String tag, ObjectNode row) {
        for (Counter counter : registry.find(name).tag("flow", flow).counters()) {
            String key = String.valueOf(counter.getId().getTag(tag));
            row.put(key, row.path(key).asLong() + (long) counter.count());
        }
    }

    // Filters name a tenant in the tag of that name; only the counts that are largest are told.
    private void tenants(ArrayNode rows) {
        registry.getMeters().stream()
                .filter(meter -> meter instanceof Counter && meter.getId().getTag("tenant") != null)
                .map(Counter.class::cast)
                .sorted(Comparator.comparingDouble(Counter::count).reversed())
                .limit(MAX_TENANT_ROWS)
                .forEach(counter -> rows.addObject()
                        .put("tenant", counter.getId().getTag("tenant"))
                        .put("filter", counter.getId().getTag("filter"))
                        .put("what", counter.getId().getName().replaceFirst("^sluice\\.filter\\.", ""))
                        .put("count", (long) counter.count()));
    }
}
