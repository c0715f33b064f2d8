package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.Loaded;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.ConfigSource;
import io.sluice.server.Gateway;
import io.sluice.server.Reloads;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin endpoint of a gateway whose only node is not there, after requests of which some are hostile. */
@Tag("slow")
class OverviewTest {
    private static final String YAML = """
            admin: { bind: "127.0.0.1:0", auth: { token: "0123456789abcdef" } }
            process: { eventLoops: 1, drain: 1s }
            clusters: { primary: { nodes: [http://127.0.0.1:1], discovery: { enabled: false } } }
            flows: { default: { relay: { cluster: primary } }, other: { relay: { cluster: primary } } }
            listeners:
              - name: http
                bind: 127.0.0.1:0
                routes: [{ match: { methods: [PUT], paths: ["/other/**"] }, flow: other }, { flow: default }]
            """;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private Gateway gateway;
    private AdminServer admin;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.writeString(directory.resolve("gateway.yml"), YAML);
        ConfigSource source = new ConfigSource(file, Map.of(), (plugins, earlier) -> FilterRegistry.of());
        Loaded<FilterRegistry> loaded = source.parse(YAML, null);
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        gateway = Gateway.start(loaded.config(), loaded.filters(), meters, source.directory());
        Reloads reloads = new Reloads(gateway, source, YAML, InstantSource.system());
        admin = AdminServer.start(loaded.config().admin(), gateway, reloads, meters);
    }

    @AfterEach
    void stop() {
        admin.close();
        gateway.close();
        client.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + admin.address().getPort() + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String overviewText() throws Exception {
        return get("/overview", "Authorization", "Bearer 0123456789abcdef").body();
    }

    private JsonNode overview() throws Exception {
        return new ObjectMapper().readTree(overviewText());
    }

    private void send(String head) throws IOException {
        int port = Objects.requireNonNull(gateway.address("http")).getPort();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        }
    }

    private void ask(String target) throws IOException {
        send("GET " + target + " HTTP/1.1\r\nHost: a\r\nAuthorization: Basic c2VjcmV0\r\nConnection: close");
    }

    @Test
    void tellsTheWayOfRequests() throws Exception {
        // When
        JsonNode overview = overview();

        // Then
        JsonNode routes = overview.path("listeners").get(0).path("routes");
        assertThat(routes.get(0).path("match").asText()).isEqualTo("PUT /other/**");
        assertThat(routes.get(1).path("flow").asText()).isEqualTo("default");
        assertThat(overview.path("ways")).hasSize(2);
        assertThat(overview.path("clusters")
                        .get(0)
                        .path("nodes")
                        .get(0)
                        .path("address")
                        .asText())
                .isEqualTo("127.0.0.1:1");
        assertThat(overview.path("process").path("event_loops")).hasSize(1);
        assertThat(overview.path("history").path("every_seconds").asInt()).isEqualTo(10);
    }

    @Test
    void tellsProblemsAndCountsOfTheLastMinute() throws Exception {
        // When
        for (int i = 0; i < 5; i++) {
            ask("/a/_search");
        }

        // Then
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(overview().path("problems").findValuesAsText("what"))
                        .contains("Node 127.0.0.1:1 of primary is left out", "Cluster primary cannot be reached")
                        .anySatisfy(what -> assertThat(what).startsWith("Requests ended as ")));
        JsonNode overview = overview();
        assertThat(overview.path("now").path("errors_per_second").asDouble()).isPositive();
        assertThat(overview.path("failures")).isNotEmpty();
        assertThat(overview.path("statuses")).isNotEmpty();
    }

    @Test
    void showsNoQueryAndNoCredentialOfARequestAndIsBounded() throws Exception {
        // When
        ask("/a/_search?token=hunter2");
        ask("/%3Cscript%3Ealert(1)/'\"/_search");
        ask("/" + "b".repeat(10_000));
        send("GET /nowhere HTTP/9.9\r\nAuthorization: Basic c2VjcmV0");
        for (int i = 0; i < 300; i++) {
            ask("/many/" + i);
        }

        // Then
        String text = overviewText();
        JsonNode overview = overview();
        assertThat(text).doesNotContain("hunter2", "c2VjcmV0", "b".repeat(300));
        assertThat(text.length()).isLessThan(100_000);
        assertThat(overview.path("slow")).hasSize(30);
        assertThat(overview.path("refused")).hasSize(100);
        assertThat(overview.path("refused").get(0).path("path").asText()).isEqualTo("/many/299");
        assertThat(overview.path("refused").get(0).path("id").asText()).matches("[0-9a-f]{16}-1");
    }

    @Test
    void asksForCredentialsExceptOfHealthChecks() throws Exception {
        for (String page : new String[] {"/", "/overview", "/metrics", "/stats", "/config", "/clusters", "/nowhere"}) {
            HttpResponse<String> answer = get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate").orElse(""))
                    .startsWith("Basic ");
        }
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/config", "Authorization", "Bearer 0123456789abcdef").body())
                .doesNotContain("0123456789abcdef");
    }

    @Test
    void givesABrowserThePageWithItsPolicy() throws Exception {
        // When
        HttpResponse<String> page = get(
                "/",
                "Authorization",
                "Bearer 0123456789abcdef",
                "Accept",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

        // Then
        assertThat(page.headers().firstValue("Content-Type").orElse("")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'");
        assertThat(page.headers().firstValue("Cache-Control").orElse("")).isEqualTo("no-store");
        assertThat(page.body()).startsWith("<!doctype html>").endsWith("</html>\n");
        assertThat(get("/", "Authorization", "Bearer 0123456789abcdef", "Accept", "application/json")
                        .body())
                .contains("\"/overview\"");
    }
}
