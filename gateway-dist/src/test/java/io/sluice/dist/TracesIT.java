package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A regrouped bulk before a real cluster is one trace, from its caller to the parts at the nodes, and an example of its times. */
class TracesIT {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String INDEX = "traced";
    private static final int ITEMS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private HttpServer collector;

    @BeforeEach
    void collect() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        collector.createContext("/v1/traces", call -> {
            ExportTraceServiceRequest.parseFrom(call.getRequestBody())
                    .getResourceSpansList()
                    .forEach(resource ->
                            resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
            call.sendResponseHeaders(200, -1);
            call.close();
        });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    private static RegroupingGateway.Settings settings(int port) {
        return RegroupingGateway.Settings.USUAL
                .withCluster("discovery: { every: 1s }")
                .withMore("tracing: { endpoint: \"http://127.0.0.1:" + port + "/v1/traces\", sample: 0 }");
    }

    private static String bulk() {
        return IntStream.range(0, ITEMS)
                .mapToObj(i -> "{\"index\":{\"_id\":\"" + i + "\"}}\n{\"n\":" + i + "}\n")
                .collect(Collectors.joining());
    }

    @Test
    void leadFromABulksCallerToItsPartsAtTheNodes() throws Exception {
        DevCluster cluster = SharedClusters.emptyOfThree(ServerKind.ELASTICSEARCH_7);
        try (HttpClient client = HttpClient.newHttpClient();
                RegroupingGateway gateway = RegroupingGateway.start(
                        Distribution.copyTo(directory.resolve("sluice")),
                        cluster.addresses(),
                        settings(collector.getAddress().getPort()))) {
            new ServerPlaces(client, cluster.address(0)).send("PUT", "/" + INDEX, """
                    {"settings":{"number_of_shards":3,"number_of_replicas":0}}""");
            cluster.awaitGreen();
            gateway.awaitSplitting(List.of(INDEX));

            // When
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(gateway.address().resolve("/" + INDEX + "/_bulk"))
                            .header("Content-Type", "application/x-ndjson")
                            .header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
                            .POST(HttpRequest.BodyPublishers.ofString(bulk()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            // Then
            assertThat(answer.body()).contains("\"errors\":false");
            // The client may have its answer a moment before it is counted.
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(gateway.admin("/metrics", "application/openmetrics-text"))
                            .containsPattern("sluice_request_seconds_bucket.* # \\{span_id=\"[0-9a-f]{16}\",trace_id=\""
                                    + TRACE));
            assertThat(gateway.admin("/metrics", "text/plain")).doesNotContain(TRACE);
            Awaitility.await().atMost(PATIENCE).until(() -> spans.size() == 4);
        }
        Span request = named("POST").getFirst();
        assertThat(spans)
                .allSatisfy(span -> assertThat(
                                HexFormat.of().formatHex(span.getTraceId().toByteArray()))
                        .isEqualTo(TRACE));
        assertThat(named("bulk part"))
                .hasSize(3)
                .allSatisfy(part -> assertThat(part.getParentSpanId()).isEqualTo(request.getSpanId()));
        assertThat(named("bulk part").stream().mapToLong(TracesIT::items).sum()).isEqualTo(ITEMS);
    }

    private List<Span> named(String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static long items(Span part) {
        return part.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals("sluice.bulk.items"))
                .mapToLong(attribute -> attribute.getValue().getIntValue())
                .sum();
    }
}
