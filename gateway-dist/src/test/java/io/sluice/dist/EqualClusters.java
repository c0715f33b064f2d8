package io.sluice.dist;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Two one-node clusters of the same kind: one for several tenants, and one for the documents of a single tenant. */
record EqualClusters(ServerKind kind, DevCluster shared, DevCluster own) implements AutoCloseable {

    /**
     * Deleted documents count in scores as long as a server keeps them for copies of a shard; whether it must is looked at so often.
     * Where documents come back under an id, how long a server remembers that it was there shows in their versions. A change by query takes
     * documents in the order of their segments, which a server's own merges would change at any time.
     */
    private static final String TEMPLATE =
            "{\"index_patterns\":[\"*\"],\"settings\":{\"index.soft_deletes.retention_lease.sync_interval\":\"300ms\","
                    + "\"index.gc_deletes\":\"1h\",\"index.translog.durability\":\"async\","
                    + "\"index.merge.policy.segments_per_tier\":200,\"index.merge.policy.max_merge_at_once\":200}}";

    /** Starts both at the same time. */
    static EqualClusters start(ServerKind kind) throws IOException, InterruptedException {
        CompletableFuture<DevCluster> shared = CompletableFuture.supplyAsync(() -> node(kind));
        try {
            EqualClusters clusters = closingOther(kind, shared);
            clusters.prepare();
            return clusters;
        } catch (CompletionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static EqualClusters closingOther(ServerKind kind, CompletableFuture<DevCluster> shared) {
        DevCluster own;
        try {
            own = node(kind);
        } catch (RuntimeException e) {
            shared.thenAccept(DevCluster::close).join();
            throw e;
        }
        try {
            return new EqualClusters(kind, shared.join(), own);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    private static DevCluster node(ServerKind kind) {
        return DevCluster.of(kind).nodes(1).fastStart().start();
    }

    private void prepare() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (DevCluster cluster : List.of(shared, own)) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(cluster.address(0) + "/_template/equal"))
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(TEMPLATE))
                        .build();
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() != 200) {
                    close();
                    throw new IOException("no template: " + answer.body());
                }
            }
        }
    }

    @Override
    public void close() {
        shared.close();
        own.close();
    }
}
