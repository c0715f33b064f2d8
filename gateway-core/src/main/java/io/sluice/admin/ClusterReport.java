package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cluster.ClusterViews;
import io.sluice.cluster.DiscoveredNode;
import io.sluice.server.ClusterRuntime;
import io.sluice.server.Gateway;
import io.sluice.upstream.UpstreamNode;

/** The page {@code /clusters}: the view of indices, nodes with their roles, health and connections. */
final class ClusterReport {
    private final Gateway gateway;

    ClusterReport(Gateway gateway) {
        this.gateway = gateway;
    }

    ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        for (ClusterRuntime cluster : gateway.clusters()) {
            ObjectNode row = report.putObject(cluster.cluster().name());
            row.put("reachable", cluster.reachable());
            row.put("discovery_problem", cluster.discoveryProblem());
            ClusterViews views = cluster.startedViews();
            if (views != null) {
                row.putObject("view")
                        .put("names", views.names())
                        .put("age_seconds", views.ageSeconds())
                        .put("problem", views.lastProblem());
            }
            ArrayNode nodes = row.putArray("nodes");
            for (UpstreamNode node : cluster.cluster().nodes()) {
                describe(cluster, node, nodes.addObject());
            }
        }
        return report;
    }

    private static void describe(ClusterRuntime cluster, UpstreamNode node, ObjectNode row) {
        row.put("address", node.address().toString());
        row.put("seed", cluster.cluster().seeds().contains(node.address()));
        for (DiscoveredNode discovered : cluster.discovered()) {
            if (discovered.address().equals(node.address())) {
                row.put("name", discovered.name());
                ArrayNode roles = row.putArray("roles");
                discovered.roles().stream().sorted().forEach(roles::add);
            }
        }
        row.put("health", node.health().ejected() ? "left out" : "ok");
        row.put("failures_in_a_row", node.health().failuresInARow());
        ObjectNode pool = row.putObject("pool");
        pool.put("connections", node.connections());
        pool.put("active", node.inFlight());
        pool.put("queued", node.queued());
        pool.put("requests", node.requests());
    }
}
