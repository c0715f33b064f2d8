package io.sluice.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import io.sluice.bench.stub.fault.Latency;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StubServerTest {
    private static final String BULK = "{\"index\":{\"_index\":\"logs-1\",\"_id\":\"a\"}}\n{\"n\":1}\n";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private StubServer stub;

    @BeforeEach
    void start() throws InterruptedException {
        stub = StubServer.start(StubOptions.local(3, List.of("logs-1", "logs-2"), 6));
    }

    @AfterEach
    void stop() {
        stub.close();
        client.close();
    }

    @Test
    void answersSearchesWithThePageThatItIsGiven() throws Exception {
        String page = "{\"took\":1,\"hits\":{\"hits\":[]},\"own\":true}";
        assertThat(send("POST", "/_stub/page", page).statusCode()).isEqualTo(200);

        assertThat(get("/logs-1/_search")).isEqualTo(new ObjectMapper().readTree(page));
        assertThat(send("POST", "/_stub/page", "{").statusCode()).isEqualTo(400);
        assertThat(get("/logs-1/_search").path("own").asBoolean()).isTrue();
    }

    @Test
    void describesTheClusterThatItPlays() throws Exception {
        JsonNode nodes = get("/_nodes/http").path("nodes");
        JsonNode state = get("/_cluster/state/metadata,routing_table,nodes");

        assertThat(nodes).hasSize(3);
        assertThat(nodes.findValuesAsText("publish_address"))
                .containsExactlyElementsOf(stub.cluster().nodes().stream()
                        .map(node -> node.publishAddress())
                        .toList());
        assertThat(state.at("/metadata/indices/logs-1/routing_num_shards").asInt())
                .isEqualTo(768);
        assertThat(state.at("/routing_table/indices/logs-2/shards")).hasSize(6);
        assertThat(nodes.has(state.at("/routing_table/indices/logs-1/shards/5/0/node")
                        .asText()))
                .isTrue();
        assertThat(get("/_cluster/health").path("status").asText()).isEqualTo("green");
        assertThat(get("/").at("/version/number").asText()).isEqualTo("8.19.4");
    }

    @Test
    void resolvesTheIndicesThatThereAre() throws Exception {
        JsonNode resolved = get("/_resolve/index/logs-2,nowhere?ignore_unavailable=true");

        assertThat(resolved.path("indices").findValuesAsText("name")).containsExactly("logs-2");
        assertThat(resolved.path("data_streams").isArray()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_cat/indices", "/_cat/nodes", "/_cat/shards", "/_cat/health"})
    void answersCatTablesAsTextAndAsJson(String path) throws Exception {
        assertThat(send("GET", path + "?v", "").body()).contains("\n");
        assertThat(get(path + "?format=json").isArray()).isTrue();
        assertThat(get(path + "?format=json")).isNotEmpty();
    }

    @Test
    void answersSearchesWithAPageOfTenHits() throws Exception {
        assertThat(get("/logs-1/_search").at("/hits/hits")).hasSize(10);
        JsonNode many = json(send("POST", "/_msearch", "{}\n{\"query\":{}}\n{}\n{}\n"));
        assertThat(many.path("responses")).hasSize(2);
    }

    @Test
    void answersDocumentsOfTheChosenSize() throws Exception {
        assertThat(send("GET", "/logs-1/_doc/1", "").body()).hasSize(1024);
        assertThat(send("HEAD", "/logs-1/_doc/1", "").headers().firstValue("content-length"))
                .contains("1024");
    }

    @Test
    void understandsGzipAndAnswersWithIt() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(BULK.getBytes(StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(uri("/_bulk"))
                .header("Content-Encoding", "gzip")
                .header("Accept-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(packed.toByteArray()))
                .build();

        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());

        assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
        try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            assertThat(new ObjectMapper()
                            .readTree(plain)
                            .at("/items/0/index/_id")
                            .asText())
                    .isEqualTo("a");
        }
    }

    @Test
    void countsWhatItWasSentAndForgetsOnCommand() throws Exception {
        send("POST", "/_bulk", BULK);

        JsonNode counted = get("/_stub/stats").at("/nodes/node-0");
        assertThat(counted.path("documents").asLong()).isEqualTo(1);
        assertThat(counted.path("bytes_in").asLong()).isEqualTo(BULK.length());
        assertThat(counted.at("/indices/logs-1/documents").asLong()).isEqualTo(1);
        send("DELETE", "/_stub/stats", "");
        assertThat(get("/_stub/stats").at("/nodes/node-0/documents").asLong()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"STATUS_401", "STATUS_413", "STATUS_429", "STATUS_503"})
    void answersTheStatusAFaultAsksFor(FaultKind kind) throws Exception {
        send("POST", "/_stub/faults", "{\"kind\":\"" + kind.label() + "\",\"count\":1}");

        assertThat(send("POST", "/_bulk", BULK).statusCode()).isEqualTo(kind.status());
        assertThat(send("POST", "/_bulk", BULK).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"RESET_HEAD", "RESET_BODY", "RESET_ANSWER"})
    void breaksTheConnectionWhereAFaultAsksForIt(FaultKind kind) throws Exception {
        stub.faults().add(Fault.everywhere(kind, 1));

        assertThatThrownBy(() -> send("POST", "/_bulk", BULK)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"SLOW_READ", "SLOW_WRITE"})
    void losesNothingWhenSlow(FaultKind kind) throws Exception {
        stub.faults().add(new Fault(kind, 1, 0, null, null, new Fault.Pace(2_000_000, Duration.ZERO)));
        String body = BULK.repeat(4_000);

        assertThat(json(send("POST", "/_bulk", body)).path("items")).hasSize(4_000);
        assertThat(json(send("POST", "/_bulk", body)).path("items")).hasSize(4_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"EARLY_ANSWER", "EARLY_401", "EARLY_413"})
    void answersBeforeTheEndOfTheBodyAndThenServesTheNextRequest(FaultKind kind) throws Exception {
        stub.faults().add(new Fault(kind, 1, 1, null, null, Fault.Pace.DEFAULT));
        try (Socket socket = new Socket("127.0.0.1", port())) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST /_bulk HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345"));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 " + kind.status());

            out.write(ascii("67890GET /_stub/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("HTTP/1.1 404");
        }
    }

    @Test
    void answersPipelinedRequestsInOrderThoughEachIsDelayed() throws Exception {
        stub.close();
        stub = StubServer.start(
                StubOptions.local(1, List.of("logs-1"), 1).withLatency(Latency.parse("uniform:0ms,5ms")));
        try (Socket socket = new Socket("127.0.0.1", port())) {
            String requests = "GET /_count HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "GET /_cat/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(ascii(requests));

            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answers).containsSubsequence("\"count\":", "404 Not Found", "index_not_found", "text/plain");
        }
    }

    @Test
    void holdsAnswersBackByItsLatency() throws Exception {
        stub.close();
        stub = StubServer.start(StubOptions.local(1, List.of(), 1).withLatency(Latency.parse("fixed:50ms")));
        long before = System.nanoTime();

        get("/_count");

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void worksForDocumentsAndForwardedBytesAndRefusesWhatDoesNotFitItsQueue() throws Exception {
        stub.close();
        stub = StubServer.start(StubOptions.local(2, List.of("logs-1"), 2)
                .withService(ServiceTime.parse("request=20ms,document=10ms,byte=0ns,workers=1,queue=1")));
        long before = System.nanoTime();
        HttpResponse<String> served = send("POST", "/_bulk", BULK);
        Duration alone = Duration.ofNanos(System.nanoTime() - before);
        stub.cluster().queues().nanos(System.nanoTime(), 0, new long[] {1_000_000, 0}, 0);
        stub.cluster().queues().nanos(System.nanoTime(), 0, new long[] {1, 0}, 0);

        HttpResponse<String> refused = send("POST", "/_bulk", BULK);

        assertThat(alone).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        assertThat(json(served).path("errors").asBoolean()).isFalse();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(json(refused).at("/error/type").asText()).isEqualTo("es_rejected_execution_exception");
    }

    @Test
    void holdsTheAnswersOfOneNodeBackWhereAFaultAsksForIt() throws Exception {
        send("POST", "/_stub/faults", "{\"kind\":\"late\",\"node\":\"node-0\",\"millis\":50}");
        long before = System.nanoTime();

        send("POST", "/_bulk", BULK);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void describesThePartitionsAndAliasesThatItWasTold() throws Exception {
        send("PUT", "/parts", "{\"settings\":{\"number_of_shards\":5,\"routing_partition_size\":3}}");
        send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"parts\",\"alias\":\"a\",\"routing\":\"r\"}}]}");

        JsonNode settings = get("/_cluster/state/metadata/parts").at("/metadata/indices/parts/settings/index");
        assertThat(settings.path("number_of_shards").asText()).isEqualTo("5");
        assertThat(settings.path("routing_partition_size").asText()).isEqualTo("3");
        assertThat(get("/_resolve/index/a").at("/aliases/0/indices/0").asText()).isEqualTo("parts");
        assertThat(get("/_alias/a").at("/parts/aliases/a/index_routing").asText())
                .isEqualTo("r");
    }

    private JsonNode get(String path) throws Exception {
        return json(send("GET", path, ""));
    }

    private static JsonNode json(HttpResponse<String> response) throws IOException {
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    private int port() {
        return stub.cluster().nodes().get(0).address().getPort();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
