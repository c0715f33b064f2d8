package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.Gateway;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin endpoint over plain sockets: what no well-behaved client sends is the point. */
class AdminServerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> PAGES =
            List.of("/metrics", "/health/live", "/health/ready", "/stats", "/config", "/filters", "/clusters");

    private Gateway gateway;
    private AdminServer admin;

    /** An answer; headers in lower case. */
    private record Answer(int status, String head, String body) {
        String header(String name) {
            for (String line : head.split("\r\n")) {
                if (line.startsWith(name + ": ")) {
                    return line.substring(name.length() + 2);
                }
            }
            return null;
        }
    }

    @BeforeEach
    void start() throws Exception {
        start("127.0.0.1:0");
    }

    private void start(String bind) throws Exception {
        String yaml = """
                admin: { bind: "%s", hosts: [ops.example, "[2001:db8::7]"] }
                process: { eventLoops: 1, drain: 1s }
                clusters: { primary: { nodes: [http://127.0.0.1:1], discovery: { enabled: false } } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(bind);
        FilterRegistry registry = FilterRegistry.of();
        Path file = Path.of("target", "test-admin.yml").toAbsolutePath();
        GatewayConfig config =
                new ConfigLoader(Map.of()).parse(yaml, file, any -> registry).config();
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        gateway = Gateway.start(config, registry, meters, file.getParent());
        admin = AdminServer.start(config.admin(), gateway, registry, meters);
    }

    @AfterEach
    void stop() {
        admin.close();
        gateway.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", admin.address().getPort());
        socket.setSoTimeout(15_000);
        return socket;
    }

    private Answer send(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = text.indexOf("\r\n\r\n");
            assertThat(end).as(text).isPositive();
            return new Answer(
                    Integer.parseInt(text.split(" ")[1]),
                    text.substring(0, end).toLowerCase(Locale.ROOT),
                    text.substring(end + 4));
        }
    }

    private Answer request(String method, String path, String host, String more) throws IOException {
        return send(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + more + "\r\n");
    }

    private Answer get(String path) throws IOException {
        return request("GET", path, "localhost", "");
    }

    private Answer get(String path, String accept) throws IOException {
        return request("GET", path, "localhost", "Accept: " + accept + "\r\n");
    }

    @Test
    void answersWhileManyConnectionsAreStuck() throws Exception {
        List<Socket> stuck = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                Socket silent = connect();
                stuck.add(silent);
                Socket half = connect();
                half.getOutputStream()
                        .write("GET /metrics HTTP/1.1\r\nHost: local".getBytes(StandardCharsets.US_ASCII));
                stuck.add(half);
                Socket deaf = connect();
                deaf.getOutputStream()
                        .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                .repeat(20)
                                .getBytes(StandardCharsets.US_ASCII));
                stuck.add(deaf);
            }
            assertThat(get("/health/live").status()).isEqualTo(200);
        } finally {
            for (Socket socket : stuck) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /health/live HTTP/1.1\r\nHost: local",
                "POST /config HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nno more"
            })
    void answersWhileMoreConnectionsAreStuckThanItTakes(String begun) throws Exception {
        List<Socket> stuck = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                Socket socket = connect();
                socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                stuck.add(socket);
            }
            for (int i = 0; i < 10; i++) {
                assertThat(get("/health/live").status()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : stuck) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:2900",
                "127.0.0.1",
                "127.0.0.1:2900",
                "127.3.2.1",
                "[::1]:2900",
                "ops.example:1",
                "OPS.example",
                "[2001:db8::7]:2900"
            })
    void takesLoopbackNamesAndConfiguredHosts(String host) throws Exception {
        assertThat(request("GET", "/health/live", host, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attacker.example",
                "attacker.example:2900",
                "localhost.attacker.example",
                "127.0.0.1.attacker.example",
                "192.0.2.1:2900",
                "[2001:db8::8]",
                "ops.example.attacker.example"
            })
    void refusesNamesThatABrowserMayHaveBeenLedTo(String host) throws Exception {
        for (String page : List.of("/config", "/health/live", "/", "/nowhere")) {
            Answer answer = request("GET", page, host, "");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("admin.hosts").doesNotContain("127.0.0.1:1");
        }
    }

    @Test
    void aTargetWithAHostOfItsOwnIsJudgedByThat() throws Exception {
        assertThat(request("GET", "http://attacker.example/config", "localhost", "")
                        .status())
                .isEqualTo(403);
        assertThat(request("GET", "http://localhost/health/live", "attacker.example", "")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void takesAnyAddressWhereItIsBoundToAll() throws Exception {
        stop();
        start(":0");
        assertThat(request("GET", "/health/live", "192.0.2.1:2900", "").status())
                .isEqualTo(200);
        assertThat(request("GET", "/health/live", "attacker.example", "").status())
                .isEqualTo(403);
    }

    @Test
    void takesOldProbesWithoutHost() throws Exception {
        assertThat(send("GET /health/live HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
        assertThat(send("GET /health/live HTTP/1.0\r\nHost: attacker.example\r\n\r\n")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void answersEveryPageToGetAndToHead() throws Exception {
        for (String page : PAGES) {
            Answer full = get(page);
            assertThat(full.status()).as(page).isEqualTo(200);
            assertThat(full.body()).as(page).isNotEmpty();
            assertThat(full.header("cache-control")).isEqualTo("no-store");
            Answer head = request("HEAD", page, "localhost", "");
            assertThat(head.status()).as(page).isEqualTo(200);
            assertThat(head.body()).as(page).isEmpty();
            assertThat(head.header("content-type")).isEqualTo(full.header("content-type"));
        }
        assertThat(get("/health/live").body()).isEqualTo("{\"status\":\"live\"}\n");
        assertThat(get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}\n");
        assertThat(MAPPER.readTree(get("/clusters").body()).path("primary").path("nodes"))
                .hasSize(1);
        assertThat(MAPPER.readTree(get("/config").body()).has("listeners")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/metrics/x", "/health", "/health/live/x", "//metrics2"})
    void tells404ForWhatIsNotThere(String path) throws Exception {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(MAPPER.readTree(answer.body()).path("status").asInt()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void tells405ForOtherMethods(String method) throws Exception {
        Answer answer = request(method, "/config", "localhost", "Content-Length: 0\r\n");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("get, head");
    }

    @Test
    void showsWhatIsThereAtTheRoot() throws Exception {
        JsonNode index = MAPPER.readTree(get("/").body());
        assertThat(index.path("pages").properties().stream().map(Map.Entry::getKey))
                .containsExactlyElementsOf(PAGES);

        Answer text = get("/", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(text.header("content-type")).startsWith("text/plain");
        assertThat(text.body()).contains(PAGES);
        assertThat(get("/", "application/json").header("content-type")).startsWith("application/json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            */*                                                                                | text/plain; version=0.0.4
            text/plain                                                                         | text/plain; version=0.0.4
            application/openmetrics-text; version=1.0.0                                        | application/openmetrics-text; version=1.0.0
            application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3     | application/openmetrics-text; version=1.0.0
            application/openmetrics-text;version=1.0.0;q=0.2,text/plain;version=0.0.4;q=0.9     | text/plain; version=0.0.4
            application/openmetrics-text;q=0, */*;q=0.1                                         | text/plain; version=0.0.4
            application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited | text/plain; version=0.0.4
            """)
    void writesMetricsInTheFormatThatIsAskedFor(String accept, String type) throws Exception {
        Answer answer = get("/metrics", accept);
        assertThat(answer.header("content-type")).startsWith(type);
        assertThat(answer.body()).contains("sluice_connections");
        assertThat(answer.body().endsWith("# EOF\n")).isEqualTo(type.contains("openmetrics"));
    }

    @Test
    void refusesHeadsAndBodiesThatAreTooLarge() throws Exception {
        assertThat(request("GET", "/" + "a".repeat(20_000), "localhost", "").status())
                .isEqualTo(414);
        assertThat(request("GET", "/config", "localhost", "X: " + "a".repeat(100_000) + "\r\n")
                        .status())
                .isEqualTo(431);
        assertThat(request("POST", "/config", "localhost", "Content-Length: 100000000\r\n")
                        .status())
                .isEqualTo(413);
    }

    @Test
    void servesManyRequestsOnOneConnection() throws Exception {
        try (Socket socket = connect()) {
            String one = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            String last = "GET /stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write((one.repeat(20) + last).getBytes(StandardCharsets.US_ASCII));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(22);
        }
    }
}
