package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients do through a gateway before one product is recorded, and sent again to another: it is answered with the same statuses, and
 * leaves the same documents. {@code -Dsluice.replay.seed} draws other requests, {@code -Dsluice.replay.requests} more.
 */
class ReplayIT {
    private static final long SEED = Long.getLong("sluice.replay.seed", 1);
    private static final int REQUESTS = Integer.getInteger("sluice.replay.requests", 150);
    private static final int CLIENTS = 4;
    private static final int DOCUMENTS = 5;
    private static final String SECRET = "Basic c2VjcmV0Og==";
    private static final Path BENCH =
            Path.of("../scripts/sluice-bench").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    @Test
    void leavesTheSameDocumentsInAnotherProduct() throws Exception {
        // Given
        DevCluster recorded = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        DevCluster target = SharedClusters.empty(ServerKind.OPENSEARCH_2);
        for (DevCluster cluster : List.of(recorded, target)) {
            try (HttpClient client = HttpClient.newHttpClient()) {
                new ServerPlaces(client, cluster.address(0)).send("PUT", "/docs", """
                        {"settings":{"number_of_replicas":0,"index.gc_deletes":"10h"},
                        "mappings":{"properties":{"n":{"type":"long"}}}}""");
            }
        }
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                flows: { default: { relay: { cluster: primary }, record: { directory: "%s" } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(recorded.address(0), directory.resolve("kept")));

        // When
        try (RunningGateway gateway = distribution.start()) {
            write(gateway.address());
            assertThat(gateway.terminate()).isNotEqualTo(-1);
        }
        Finished replay = Finished.of(new ProcessBuilder(
                BENCH.toString(),
                "replay",
                directory.resolve("kept").toString(),
                "--target",
                target.address(0).toString(),
                "--speed",
                "max"));

        // Then
        assertThat(replay.output())
                .as("-Dsluice.replay.seed=%d", SEED)
                .contains(String.format("%,d as recorded or not compared, 0 otherwise", CLIENTS * REQUESTS));
        assertThat(replay.code()).isZero();
        Finished diff =
                distribution.command("index", "diff", recorded.address(0) + "/docs", target.address(0) + "/docs");
        assertThat(diff.code())
                .as("-Dsluice.replay.seed=%d: %s", SEED, diff.output())
                .isZero();
        Finished secrets = Finished.of(new ProcessBuilder("bash", "-c", "zcat " + directory.resolve("kept") + "/*"));
        assertThat(secrets.output()).contains("/docs/_doc/").doesNotContain(SECRET);
    }

    private static void write(URI gateway) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String name = "c" + i + "-";
                SplittableRandom random = new SplittableRandom(SEED + i);
                all.add(threads.submit((Callable<Void>) () -> write(gateway, name, random)));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
    }

    // Each over a connection of its own, on documents of its own, one request after another.
    private static Void write(URI gateway, String name, SplittableRandom random) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int n = 0; n < REQUESTS; n++) {
                String id = name + random.nextInt(DOCUMENTS);
                String source = "{\"n\":" + n + "}";
                HttpRequest.Builder request = switch (random.nextInt(7)) {
                    case 0 -> request(gateway, "PUT", "/docs/_doc/" + id, source);
                    case 1 -> request(gateway, "PUT", "/docs/_create/" + id, source);
                    case 2 -> request(gateway, "POST", "/docs/_update/" + id, "{\"doc\":{\"u\":" + n + "}}");
                    case 3 -> request(gateway, "DELETE", "/docs/_doc/" + id, "");
                    case 4 -> request(gateway, "GET", "/docs/_doc/" + id, "");
                    case 5 -> request(gateway, "PUT", "/docs/_doc/" + id, "{\"n\":\"no number\"}");
                    default ->
                        request(
                                gateway,
                                "POST",
                                "/_bulk",
                                "{\"index\":{\"_index\":\"docs\",\"_id\":\"" + id + "\"}}\n" + source + "\n");
                };
                client.send(request.header("Authorization", SECRET).build(), HttpResponse.BodyHandlers.discarding());
            }
        }
        return null;
    }

    private static HttpRequest.Builder request(URI gateway, String method, String path, String body) {
        return HttpRequest.newBuilder(gateway.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
    }
}
