package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sluice.config.FlowConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.MatchConfig;
import io.sluice.config.RouteConfig;
import io.sluice.server.ClusterRuntime;
import io.sluice.server.Gateway;
import io.sluice.upstream.UpstreamNode;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The parts of the overview that say which ways requests take: listeners, flows, clusters, and the traffic between. Any thread. */
final class WayReport {
    private final Gateway gateway;
    private final MeterRegistry registry;

    WayReport(Gateway gateway) {
        this.gateway = gateway;
        this.registry = gateway.metrics().registry();
    }

    void report(Window window, ObjectNode report) {
        ArrayNode listeners = report.putArray("listeners");
        for (ListenerConfig listener : gateway.config().listeners()) {
            listener(listener, listeners.addObject());
        }
        ArrayNode flows = report.putArray("flows");
        gateway.config().flows().forEach((name, flow) -> flow(window, name, flow, flows.addObject()));
        ArrayNode clusters = report.putArray("clusters");
        for (ClusterRuntime cluster : gateway.clusters()) {
            cluster(window, cluster, clusters.addObject());
        }
        ways(window, report.putArray("ways"));
    }

    private void listener(ListenerConfig listener, ObjectNode row) {
        row.put("name", listener.name());
        row.put("address", String.valueOf(gateway.address(listener.name())));
        row.put("tls", listener.tls() != null);
        ArrayNode routes = row.putArray("routes");
        for (RouteConfig route : listener.routes()) {
            routes.addObject().put("match", match(route.match())).put("flow", route.flow());
        }
    }

    private static String match(@Nullable MatchConfig match) {
        if (match == null) {
            return "all others";
        }
        String methods = String.join(" ", match.methods());
        String paths =
                String.join(" ", match.paths().stream().map(Object::toString).toList());
        return (methods + " " + paths).strip();
    }

    private void flow(Window window, String name, FlowConfig flow, ObjectNode row) {
        row.put("name", name);
        row.put("cluster", gateway.config().clusterOf(name));
        row.put("queue", flow.relay().queue());
        row.put(
                "splits_bulks",
                flow.relay().bulk() != null && flow.relay().bulk().config() != null);
        ArrayNode filters = row.putArray("filters");
        for (int i = 0; i < flow.filters().size(); i++) {
            String place = "flows." + name + ".filters[" + i + "]";
            ObjectNode filter = filters.addObject();
            filter.put("name", place).put("type", flow.filters().get(i).type());
            Timer calls =
                    registry.find("sluice.filter.call").tag("filter", place).timer();
            filter.put("calls_per_second", window.perSecond("sluice.filter.call", Window.tagged("filter", place)));
            filter.put("mean_ms", calls == null ? 0 : calls.mean(TimeUnit.MILLISECONDS));
        }
    }

    private static void cluster(Window window, ClusterRuntime cluster, ObjectNode row) {
        String name = cluster.cluster().name();
        row.put("name", name);
        row.put("reachable", cluster.reachable());
        ArrayNode nodes = row.putArray("nodes");
        for (UpstreamNode node : cluster.cluster().nodes()) {
            String address = node.address().toString();
            Predicate<Meter.Id> own = Window.tagged("cluster", name, "node", address);
            nodes.addObject()
                    .put("address", address)
                    .put("left_out", node.health().ejected())
                    .put("failures_in_a_row", node.health().failuresInARow())
                    .put("requests_per_second", window.perSecond("sluice.upstream.requests", own))
                    .put("bulk_bytes_per_second", window.perSecond("sluice.bulk.node.bytes", own))
                    .put("requests", node.requests())
                    .put("connections", node.connections())
                    .put("active", node.inFlight())
                    .put("queued", node.queued());
        }
    }

    // Each listener, flow and cluster that belong together have one series without a failure.
    private static void ways(Window window, ArrayNode rows) {
        window.newer().times().keySet().stream()
                .filter(id -> id.getName().equals("sluice.request") && "none".equals(id.getTag("failure")))
                .sorted(java.util.Comparator.comparing(Meter.Id::toString))
                .forEach(id -> way(window, id, rows.addObject()));
    }

    private static void way(Window window, Meter.Id id, ObjectNode row) {
        String listener = String.valueOf(id.getTag("listener"));
        String flow = String.valueOf(id.getTag("flow"));
        String cluster = String.valueOf(id.getTag("cluster"));
        Predicate<Meter.Id> own = Window.tagged("listener", listener, "flow", flow, "cluster", cluster);
        Spread request = window.spread("sluice.request", own);
        Spread inside = window.spread("sluice.gateway", own);
        Spread upstream = window.spread("sluice.upstream", own);
        row.put("listener", listener).put("flow", flow).put("cluster", cluster);
        row.put("requests_per_second", window.perSecond("sluice.responses", own));
        row.put("errors_per_second", window.perSecond("sluice.responses", own.and(Window::isError)));
        row.put("request_p50_ms", request.percentile(0.5)).put("request_p99_ms", request.percentile(0.99));
        row.put("gateway_p50_ms", inside.percentile(0.5)).put("gateway_p99_ms", inside.percentile(0.99));
        row.put("upstream_p50_ms", upstream.percentile(0.5)).put("upstream_p99_ms", upstream.percentile(0.99));
    }
}
