package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One bulk larger than all memory of the gateway, and than what a node takes in one request, is executed part by part by a real
 * cluster of three nodes, and by the stub, and answered item by item in its order. {@code -Dsluice.bulk.mib=300} makes the
 * first 300 MiB, {@code -Dsluice.bulk.stubMib=1024} the second 1 GiB.
 */
class LargeBulkIT {
    private static final long BYTES = Long.getLong("sluice.bulk.mib", 24) << 20;
    private static final long STUB_BYTES = Long.getLong("sluice.bulk.stubMib", 24) << 20;
    private static final String SPLIT_BYTES = System.getProperty("sluice.bulk.split", "2MiB");
    private static final String TEXT = "x".repeat(500);
    private static final int BATCH = 100;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<Long> residentMebibytes = new ConcurrentLinkedQueue<>();

    @Test
    void isExecutedInPartsThroughLittleMemory() throws Exception {
        DevCluster cluster = SharedClusters.emptyOfThree(ServerKind.ELASTICSEARCH_7);
        ServerPlaces server = new ServerPlaces(client, cluster.address(0));
        server.send(
                "PUT",
                "/large",
                "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0},"
                        + "\"mappings\":{\"properties\":{\"t\":{\"type\":\"keyword\",\"index\":false,\"doc_values\":false}}}}");
        cluster.awaitGreen();
        int items = executed(cluster.addresses(), BYTES, () -> 0);
        server.send("POST", "/large/_refresh", "");
        assertThat(server.send("GET", "/large/_count", "").get("count").asInt()).isEqualTo(items);
    }

    @Test
    void isExecutedInPartsByTheStub() throws Exception {
        try (StubServer stub = StubServer.start(StubOptions.local(3, List.of("large"), 3))) {
            List<URI> nodes = stub.cluster().nodes().stream()
                    .map(node -> URI.create("http://" + node.publishAddress()))
                    .toList();
            executed(
                    nodes,
                    STUB_BYTES,
                    () -> stub.cluster().nodes().stream()
                            .mapToLong(node -> node.counters().misrouted().sum())
                            .sum());
        }
    }

    /**
     * Sends one bulk of this size; returns its items, all of which were created, and answered in their order.
     *
     * @param misrouted documents that came to nodes that do not hold them, as far as that is known
     */
    private int executed(List<URI> nodes, long bytes, LongSupplier misrouted) throws Exception {
        int items = (int) (bytes / batch(0).length * BATCH);
        try (RunningGateway gateway = start(nodes);
                var clock = Executors.newScheduledThreadPool(1)) {
            awaitKnown(gateway);
            long misroutedBefore = misrouted.getAsLong();
            clock.scheduleAtFixedRate(() -> sampleMemory(gateway), 0, 1, TimeUnit.SECONDS);

            long began = System.nanoTime();
            HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.address() + "/large/_bulk"))
                    .header("Content-Type", "application/x-ndjson")
                    .POST(BodyPublishers.ofByteArrays(() -> IntStream.range(0, items / BATCH)
                            .mapToObj(number -> batch(number * BATCH))
                            .iterator()))
                    .build();
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertCreatedInOrder(response.body(), items);
            assertThat(misrouted.getAsLong()).isEqualTo(misroutedBefore);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);

            System.out.printf(
                    "large bulk: %d MiB, %d items, %d s, %s, resident MiB each second %s%n",
                    bytes >> 20, items, seconds, metrics(gateway, "sluice_bulk_rounds_total"), residentMebibytes);
            // The file is deleted by another thread.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(metrics(gateway, "sluice_bulk_spool_file_bytes"))
                            .endsWith(" 0.0"));
            return items;
        }
    }

    private RunningGateway start(List<URI> nodes) throws IOException {
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: [%s], discovery: { every: 1s }, timeouts: { total: 30m } } }
                flows:
                  default: { relay: { cluster: primary, bulk: { groupBy: shard, minBytes: 64KiB, splitBytes: %s, spool: { directory: %s } } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", limits: { body: 4GiB }, routes: [{ flow: default }] }]
                """.formatted(
                        nodes.stream().map(URI::toString).collect(Collectors.joining(", ")), SPLIT_BYTES, directory));
        ProcessBuilder builder = distribution.builder("run");
        builder.environment().put("JAVA_OPTS", "-Xmx64m -XX:MaxDirectMemorySize=64m");
        return RunningGateway.start(builder);
    }

    // The first bulk that names an index goes whole; this one changes nothing.
    private static void awaitKnown(RunningGateway gateway) {
        String bulk = "{\"update\":{\"_id\":\"nobody\"}}\n{\"doc\":{}}\n".repeat(2_000);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            gateway.send("POST", "/large/_bulk", bulk);
            return !metrics(gateway, "sluice_bulk_split_total").endsWith(" 0.0");
        });
    }

    private static String metrics(RunningGateway gateway, String name) throws IOException, InterruptedException {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .collect(Collectors.joining("; "));
    }

    private void sampleMemory(RunningGateway gateway) {
        try {
            residentMebibytes.add(gateway.residentMebibytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] batch(int from) {
        StringBuilder lines = new StringBuilder(BATCH * (TEXT.length() + 60));
        for (int i = from; i < from + BATCH; i++) {
            lines.append("{\"create\":{\"_id\":\"%09d\"}}%n{\"t\":\"".formatted(i))
                    .append(TEXT)
                    .append("\"}\n");
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void assertCreatedInOrder(InputStream answer, int items) throws IOException {
        int ids = 0;
        int created = 0;
        try (JsonParser parser = new JsonFactory().createParser(answer)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && parser.currentName().equals("_id")) {
                    assertThat(Integer.parseInt(parser.getText())).isEqualTo(ids);
                    ids++;
                } else if (token == JsonToken.VALUE_NUMBER_INT
                        && parser.currentName().equals("status")) {
                    assertThat(parser.getIntValue())
                            .as("status of item %d", created)
                            .isEqualTo(201);
                    created++;
                }
            }
        }
        assertThat(ids).isEqualTo(items);
        assertThat(created).isEqualTo(items);
    }
}
