package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One bulk larger than all memory of the gateway, and than what a node takes in one request, is executed by a real cluster of three
 * nodes part by part, and answered item by item in its order. {@code -Dsluice.bulk.mib=300} makes it 300 MiB.
 */
class LargeBulkIT {
    private static final long BYTES = Long.getLong("sluice.bulk.mib", 24) << 20;
    private static final String SPLIT_BYTES = System.getProperty("sluice.bulk.split", "2MiB");
    private static final String TEXT = "x".repeat(500);
    private static final int BATCH = 100;

    @TempDir
    Path directory;

    private final AtomicLong largestMemory = new AtomicLong();

    @Test
    void isExecutedInPartsThroughLittleMemory() throws Exception {
        int items = (int) (BYTES / batch(0).length * BATCH);
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(3)
                        .fastStart()
                        .start();
                RunningGateway gateway = start(cluster);
                HttpClient client = HttpClient.newHttpClient();
                var clock = Executors.newScheduledThreadPool(1)) {
            var server = new ServerPlaces(client, cluster.address(0));
            server.send(
                    "PUT",
                    "/large",
                    "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0},"
                            + "\"mappings\":{\"properties\":{\"t\":{\"type\":\"keyword\",\"index\":false,\"doc_values\":false}}}}");
            cluster.awaitGreen();
            awaitKnown(gateway);
            clock.scheduleAtFixedRate(() -> sampleMemory(gateway), 0, 100, TimeUnit.MILLISECONDS);

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
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
            clock.shutdown();

            server.send("POST", "/large/_refresh", "");
            assertThat(server.send("GET", "/large/_count", "").get("count").asInt())
                    .isEqualTo(items);
            String rounds = metrics(gateway, "sluice_bulk_rounds_total");
            System.out.printf(
                    "large bulk: %d MiB, %d items, %d s, %s, largest resident memory %d MiB%n",
                    BYTES >> 20, items, seconds, rounds, largestMemory.get());
            assertThat(metrics(gateway, "sluice_bulk_spool_file_bytes")).endsWith(" 0.0");
        }
    }

    private RunningGateway start(DevCluster cluster) throws IOException {
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        String nodes = cluster.addresses().stream().map(URI::toString).collect(Collectors.joining(", "));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: [%s], discovery: { every: 1s }, timeouts: { total: 30m } } }
                flows:
                  default: { relay: { cluster: primary, bulk: { groupBy: shard, splitBytes: %s, spool: { directory: %s } } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", limits: { body: 4GiB }, routes: [{ flow: default }] }]
                """.formatted(nodes, SPLIT_BYTES, directory));
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
            largestMemory.accumulateAndGet(gateway.residentMebibytes(), Math::max);
        } catch (IOException e) {
            largestMemory.set(Long.MAX_VALUE);
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
