package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A gateway before a cluster with the documents of several tenants, and a cluster with those of one of them only. One thread works
 * with it.
 */
final class EqualServers implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int MOST_SHOWN = 20;

    private final ServerKind kind;
    private final DevCluster shared;
    private final DevCluster own;
    private final TenantGateway gateway;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> succeeded = new HashMap<>();
    private String tenant = "";
    private int sent;

    /** What gateway and server said to one request. */
    record Both(TenantGateway.Answer relayed, TenantGateway.Answer direct) {}

    private EqualServers(ServerKind kind, DevCluster shared, DevCluster own, TenantGateway gateway) {
        this.kind = kind;
        this.shared = shared;
        this.own = own;
        this.gateway = gateway;
    }

    static EqualServers start(ServerKind kind, EscapeLayout layout, Path home) throws IOException {
        DevCluster shared = DevCluster.of(kind).nodes(1).fastStart().start();
        try {
            DevCluster own = DevCluster.of(kind).nodes(1).fastStart().start();
            try {
                TenantGateway gateway = TenantGateway.start(shared, home, yaml(layout));
                EqualServers servers = new EqualServers(kind, shared, own, gateway);
                servers.forgetWhatIsDeleted();
                return servers;
            } catch (IOException | RuntimeException e) {
                own.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            shared.close();
            throw e;
        }
    }

    /** Deleted documents, which count in scores, are kept for copies of a shard until a server looks whether it must; it looks often here. */
    private void forgetWhatIsDeleted() throws IOException {
        String template =
                "{\"index_patterns\":[\"*\"],\"settings\":{\"index.soft_deletes.retention_lease.sync_interval\":\"100ms\"}}";
        try {
            for (DevCluster cluster : List.of(shared, own)) {
                gateway.direct(cluster, "PUT", "/_template/forget", template);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The layout in the configuration. */
    static String yaml(EscapeLayout layout) {
        return switch (layout) {
            case INDEX_PER_TENANT -> "[{ indexPerTenant: { indices: [\"*\"] } }]";
            default -> throw new IllegalArgumentException("the filter does not have " + layout);
        };
    }

    ServerKind kind() {
        return kind;
    }

    /** From now on answers of this tenant are compared. */
    void compare(String name) {
        tenant = name;
    }

    List<String> differences() {
        return differences;
    }

    int sent() {
        return sent;
    }

    /** How often a request that was counted under the name had an answer that is no error. */
    int succeeded(String name) {
        return succeeded.getOrDefault(name, 0);
    }

    /** Sends the request to both, compares their answers, and counts it under its endpoint and a name. */
    Both send(EqualRequest request, String name) throws IOException, InterruptedException {
        return send(request, request, name);
    }

    /** Sends what is the same request but for the handles in it. */
    Both send(EqualRequest request, EqualRequest direct, String name) throws IOException, InterruptedException {
        Both both = new Both(
                gateway.as(tenant, request.method(), request.target(), request.body()),
                gateway.direct(own, direct.method(), direct.target(), direct.body()));
        sent++;
        String difference = EqualAnswers.difference(request, both.relayed(), both.direct());
        if (!difference.isEmpty() && differences.size() < MOST_SHOWN) {
            differences.add(sent + ". " + tenant + ": " + cut(request.toString(), 500) + "\n  " + cut(difference, 700)
                    + "\n  relayed " + cut(both.relayed().toString(), 300) + "\n  direct  "
                    + cut(both.direct().toString(), 300));
        }
        if (both.direct().status() < 300 && !both.direct().body().contains("\"failures\":[{")) {
            succeeded.merge(name, 1, Integer::sum);
            succeeded.merge(request.endpoint(), 1, Integer::sum);
        }
        return both;
    }

    private static String cut(String text, int length) {
        return text.length() > length ? text.substring(0, length) + "..." : text;
    }

    /** Sends a request as another tenant; its answer does not matter. */
    void sendAs(String other, EqualRequest request) throws IOException, InterruptedException {
        gateway.as(other, request.method(), request.target(), request.body());
    }

    /** Makes one segment of each shard without what is deleted, so that scores do not depend on when a server merges. */
    void merge() throws IOException, InterruptedException {
        for (DevCluster cluster : List.of(shared, own)) {
            gateway.direct(cluster, "POST", "/_refresh", "");
            Awaitility.await()
                    .atMost(DEADLINE)
                    .pollInterval(Duration.ofMillis(50))
                    .pollDelay(Duration.ZERO)
                    .until(() -> isMerged(cluster));
        }
    }

    private boolean isMerged(DevCluster cluster) throws IOException, InterruptedException {
        gateway.direct(cluster, "POST", "/_flush?force=true&wait_if_ongoing=true", "");
        gateway.direct(cluster, "POST", "/_forcemerge?max_num_segments=1", "");
        gateway.direct(cluster, "POST", "/_refresh", "");
        JsonNode all = gateway.direct(cluster, "GET", "/_stats/docs", "").json().at("/_all/primaries/docs");
        return all.path("deleted").asInt() == 0;
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        shared.close();
        own.close();
    }
}
