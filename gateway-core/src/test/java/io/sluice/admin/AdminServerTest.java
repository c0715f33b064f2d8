package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin endpoint over plain sockets: what no well-behaved client sends is the point. */
class AdminServerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> PAGES = List.of(
            "/metrics",
            "/health/live",
            "/health/ready",
            "/overview",
            "/stats",
            "/config",
            "/config/diff",
            "/config/history",
            "/filters",
            "/queues",
            "/tenants",
            "/mirrors",
            "/clusters");
    private static final List<String> ACTIONS = List.of("/config/reload", "/config/rollback");

    private static final List<String> ALL =
            Stream.concat(PAGES.stream(), ACTIONS.stream()).toList();

    @TempDir
    Path directory;

    private Gateway gateway;
    private AdminServer admin;

    @BeforeEach
    void start() throws Exception {
        start("127.0.0.1:0", "");
    }

    private void start(String bind, String more) throws Exception {
        String yaml = """
                admin: { bind: "%s", hosts: [ops.example, "[2001:db8::7]"] %s }
                process: { eventLoops: 1, drain: 1s }
                clusters: { primary: { nodes: [http://127.0.0.1:1], discovery: { enabled: false } } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(bind, more);
        Path file = Files.writeString(directory.resolve("gateway.yml"), yaml);
        ConfigSource source = new ConfigSource(file, Map.of(), (plugins, earlier) -> FilterRegistry.of());
        Loaded<FilterRegistry> loaded = source.parse(yaml, null);
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        gateway = Gateway.start(loaded.config(), loaded.filters(), meters, source.directory());
        Reloads reloads = new Reloads(gateway, source, yaml, InstantSource.system());
        admin = AdminServer.start(loaded.config().admin(), gateway, reloads, meters);
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
            return Answer.of(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
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
        start(":0", ", open: true");
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
    @ValueSource(strings = {"close", "open", "move?place=big", "back", "finish"})
    void tells400WhereNoTableOfPlacesCanBeChanged(String what) throws Exception {
        Answer answer = request("POST", "/tenants/acme/" + what, "localhost", "Content-Length: 0\r\n");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("no filter of this gateway has a table of places");
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
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                ALL,
                                QueuePages.index().keySet(),
                                TenantPages.index().keySet())
                        .flatMap(Collection::stream)
                        .toList());

        Answer text = get("/", "text/plain");
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

    private Answer post(String path, String more) throws IOException {
        return request("POST", path, "localhost:2900", "Content-Length: 0\r\n" + more);
    }

    private void edit(String from, String to) throws IOException {
        Path file = directory.resolve("gateway.yml");
        Files.writeString(file, Files.readString(file).replace(from, to));
    }

    @Test
    void readsTheFileAnewAndTakesItBack() throws Exception {
        edit("drain: 1s", "drain: 2s");
        JsonNode diff = MAPPER.readTree(get("/config/diff").body());
        assertThat(diff.path("generation").asInt()).isOne();
        assertThat(diff.path("changes"))
                .hasToString("[{\"section\":\"process\",\"name\":\"\",\"change\":\"changed\",\"keys\":"
                        + "[{\"key\":\"drain\",\"before\":\"\\\"1s\\\"\",\"after\":\"\\\"2s\\\"\"}]}]");

        Answer reloaded = post("/config/reload", "");
        assertThat(reloaded.status()).isEqualTo(200);
        assertThat(MAPPER.readTree(reloaded.body()).path("generation").asInt()).isEqualTo(2);
        assertThat(MAPPER.readTree(get("/config").body()).at("/process/drain").asText())
                .isEqualTo("2s");

        assertThat(post("/config/rollback", "").status()).isEqualTo(200);
        JsonNode config = MAPPER.readTree(get("/config").body());
        assertThat(config.at("/process/drain").asText()).isEqualTo("1s");
        assertThat(config.path("generation").asInt()).isEqualTo(3);
        assertThat(MAPPER.readTree(get("/config/history").body()).path("configurations"))
                .singleElement()
                .satisfies(kept -> assertThat(kept.path("reason").asText()).isEqualTo("rollback to generation 1"));
        assertThat(post("/config/rollback", "").body()).contains("no earlier configuration is kept");
    }

    @Test
    void tellsAllProblemsOfAFileWithTheirPlacesAndChangesNothing() throws Exception {
        edit("drain: 1s", "drain: soon, unknown: 1");
        Answer refused = post("/config/reload", "");

        assertThat(refused.status()).isEqualTo(400);
        JsonNode problems = MAPPER.readTree(refused.body()).path("problems");
        assertThat(problems).hasSize(2);
        assertThat(problems.get(0).path("line").asInt()).isEqualTo(2);
        assertThat(problems.get(0).path("column").asInt()).isPositive();
        assertThat(problems.get(0).path("key").asText()).isEqualTo("process.drain");
        assertThat(gateway.generation()).isOne();
        assertThat(get("/metrics").body())
                .contains("sluice_config_reloads_total{result=\"refused\"} 1.0", "sluice_config_generation 1.0");
    }

    @Test
    void refusesWhatNeedsARestartAndAppliesNothingOfIt() throws Exception {
        edit("eventLoops: 1, drain: 1s", "eventLoops: 2, drain: 9s");
        for (Answer refused : List.of(get("/config/diff"), post("/config/reload", ""))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(MAPPER.readTree(refused.body()).at("/problems/0/message").asText())
                    .isEqualTo("cannot change from 1 to 2 while the gateway runs; restart it, or leave this as it was");
        }
        assertThat(MAPPER.readTree(get("/config").body()).at("/process/drain").asText())
                .isEqualTo("1s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://attacker.example",
                "Origin: null",
                "Origin: http://localhost:2901",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: Multipart/Form-Data; boundary=x",
                "Content-Type: text/plain;charset=UTF-8"
            })
    void refusesChangesThatAWebPageMayHaveSent(String header) throws Exception {
        for (String path : ACTIONS) {
            assertThat(post(path, header + "\r\n").status()).isIn(403, 415);
        }
        assertThat(request("POST", "/config/reload", "attacker.example", "Content-Length: 0\r\n")
                        .status())
                .isEqualTo(403);
        assertThat(gateway.generation()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Origin: http://localhost:2900",
                "Content-Type: application/json"
            })
    void takesChangesFromItsOwnPagesAndTools(String header) throws Exception {
        assertThat(post("/config/reload", header + "\r\n").status()).isEqualTo(200);
        assertThat(gateway.generation()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE"})
    void changesNothingUnlessPosted(String method) throws Exception {
        for (String path : ACTIONS) {
            Answer answer = request(method, path, "localhost", "Content-Length: 0\r\n");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("allow")).isEqualTo("post");
        }
        assertThat(gateway.generation()).isOne();
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
