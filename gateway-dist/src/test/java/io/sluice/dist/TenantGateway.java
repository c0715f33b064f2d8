package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A gateway of the distribution before a real cluster, whose tenants are named by a header. */
final class TenantGateway implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * After it the connection is closed, for which gateway and servers end what they do for it. It is less than the gateway waits for a
     * server.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final RunningGateway gateway;
    private final HttpClient client = HttpClient.newHttpClient();

    private TenantGateway(RunningGateway gateway) {
        this.gateway = gateway;
    }

    /** An answer as a client sees it. */
    record Answer(int status, String body, HttpResponse<String> whole) {

        /** There was none in time; it has no headers. */
        static final Answer NONE = new Answer(0, "", null);

        /** Whether the gateway could not judge the request yet. */
        boolean isEarly() {
            return status == 503 && body.contains("has not been read yet");
        }

        JsonNode json() throws IOException {
            return MAPPER.readTree(body);
        }

        /** Body and headers, in which nothing of another tenant may stand. */
        String everything() {
            return body + whole.headers().map();
        }

        @Override
        public String toString() {
            return status + " " + body;
        }
    }

    /** Starts a gateway with the layouts given in YAML, and tenants in a header. */
    static TenantGateway start(DevCluster cluster, Path home, String layouts) throws IOException {
        return start(cluster, home, "[{ header: { name: X-Tenant, trusted: [127.0.0.1] } }]", layouts);
    }

    /** Starts a gateway with the sources of tenants and the layouts given in YAML. */
    static TenantGateway start(DevCluster cluster, Path home, String sources, String layouts) throws IOException {
        Distribution distribution = Distribution.copyTo(home);
        String nodes =
                cluster.addresses().stream().map(uri -> "\"" + uri + "\"").collect(Collectors.joining(", "));
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: [%s], discovery: { every: 1s } } }
                flows:
                  default:
                    filters:
                      - type: tenant
                        config:
                          from: %s
                          layouts: %s
                    relay: { cluster: primary, bulk: { groupBy: shard } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(nodes, sources, layouts));
        return new TenantGateway(distribution.start());
    }

    /** Starts what was configured. */
    static TenantGateway start(Distribution distribution) throws IOException {
        return new TenantGateway(distribution.start());
    }

    /** Sends a request as a tenant; again, as the answer asks for, while the gateway has not read the mapping of shared indices. */
    Answer as(String tenant, String method, String target, String body) throws IOException, InterruptedException {
        Answer answer = send(gateway.address(), tenant, method, target, body);
        return answer.isEarly()
                ? Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> send(gateway.address(), tenant, method, target, body), again -> !again.isEarly())
                : answer;
    }

    /**
     * Sends requests as one tenant, each written as method, target and perhaps a body; no answer may be a failure of the server, or
     * have one of the forbidden texts.
     *
     * @param ownWords takes out of an answer what the tenant itself has said, which may be said back
     */
    void assertNothingOfOthersIn(List<String> requests, UnaryOperator<String> ownWords, String... forbidden)
            throws IOException, InterruptedException {
        List<String> leaks = new ArrayList<>();
        for (String request : requests) {
            String[] parts = request.split(" ", 3);
            Answer answer = as("acme", parts[0], parts[1], parts.length > 2 ? parts[2] : "");
            String seen = ownWords.apply(answer.everything());
            if (answer.status() >= 500 || Stream.of(forbidden).anyMatch(seen::contains)) {
                leaks.add(request + " -> " + answer.status() + " " + answer.everything());
            }
        }
        assertThat(leaks).isEmpty();
    }

    /** Sends a bulk as a tenant, of which every item is taken. */
    Answer bulk(String tenant, String body) throws IOException, InterruptedException {
        Answer bulk = as(tenant, "POST", "/_bulk?refresh=true", body);
        assertThat(bulk.json().path("errors").asBoolean()).as(bulk.toString()).isFalse();
        return bulk;
    }

    /** Writes documents of which a server's answer says where they are; names and ids beyond ASCII are encoded there. */
    void assertWritesSayWhere(String tenant, String... indices) throws IOException, InterruptedException {
        for (String index : indices) {
            String path = "/" + encoded(index) + "/_doc";
            for (String id : List.of("1", "ключ", "a+b", "https://example.org/a?b=100%&c#d", "a\\b/_search")) {
                Answer written = as(tenant, "PUT", path + "/" + encoded(id), "{\"n\":1}");
                assertThat(written.status()).as(index + " " + written).isEqualTo(201);
                assertThat(written.whole().headers().firstValue("Location")).hasValue(path + "/" + encoded(id));
                assertThat(written.json().path("_index").asText()).isEqualTo(index);
                assertThat(as(tenant, "GET", path + "/" + encoded(id), "").status())
                        .isEqualTo(200);
            }
            Answer drawn = as(tenant, "POST", path, "{\"n\":1}");
            assertThat(drawn.status()).as(index + " " + drawn).isEqualTo(201);
            assertThat(drawn.whole().headers().firstValue("Location"))
                    .hasValue(path + "/" + drawn.json().path("_id").asText());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Opens a point in time of {@code logs} as a tenant; returns its id. */
    String pointInTime(String tenant, ServerKind kind) throws IOException, InterruptedException {
        return pointInTime(tenant, "logs", kind);
    }

    /** Opens a point in time of an index as a tenant; returns its id. */
    String pointInTime(String tenant, String index, ServerKind kind) throws IOException, InterruptedException {
        boolean elastic = kind == ServerKind.ELASTICSEARCH_7;
        String open = "/" + index + (elastic ? "/_pit" : "/_search/point_in_time") + "?keep_alive=1m";
        return as(tenant, "POST", open, "")
                .json()
                .path(elastic ? "id" : "pit_id")
                .asText();
    }

    /** Scrolls through {@code logs} as a tenant, by two hits; another tenant gets nowhere with the id. Returns the second page. */
    JsonNode secondPage(String tenant, String other) throws IOException, InterruptedException {
        JsonNode first = as(tenant, "POST", "/logs/_search?scroll=1m&size=2", "{\"sort\":[\"n\"]}")
                .json();
        String next =
                "{\"scroll\":\"1m\",\"scroll_id\":\"" + first.path("_scroll_id").asText() + "\"}";
        assertThat(as(other, "POST", "/_search/scroll", next).status()).isEqualTo(404);
        return as(tenant, "POST", "/_search/scroll", next).json();
    }

    /** Sends a request to a server itself. */
    Answer direct(DevCluster cluster, String method, String target, String body)
            throws IOException, InterruptedException {
        return send(cluster.address(0), "", method, target, body);
    }

    /** @throws java.net.http.HttpTimeoutException when there is no answer in time */
    private Answer send(URI to, String tenant, String method, String target, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(to + target))
                .timeout(PATIENCE)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header(
                    "Content-Type",
                    target.contains("_bulk") || target.contains("_msearch")
                            ? "application/x-ndjson"
                            : "application/json");
        }
        if (!tenant.isEmpty()) {
            request.header("X-Tenant", tenant);
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body(), answer);
    }

    /** Where the gateway listens. */
    URI address() throws IOException {
        return gateway.address();
    }

    String log() throws IOException {
        return gateway.log();
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        gateway.close();
    }
}
