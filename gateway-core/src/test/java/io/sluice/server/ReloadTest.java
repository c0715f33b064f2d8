package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.FreePort;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One configuration takes the place of another while a gateway runs. */
@Tag("slow")
class ReloadTest {
    private static final String OK = TestNode.ok("{\"ok\":1}");

    private static String yaml(String listeners, String filters, String... nodes) {
        return """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false } }
                flows:
                  default:
                    filters: [%s]
                    relay: { cluster: primary }
                listeners: [%s]
                """.formatted(String.join(", ", nodes), filters, listeners);
    }

    private static String http(String more) {
        return "{ name: http, bind: \"127.0.0.1:0\", routes: [{ flow: default }]" + more + " }";
    }

    private static String filter(String type) {
        return "{ type: " + type + ", config: {} }";
    }

    private static String series(TestGateway gateway, String start) {
        return gateway.meters()
                .scrape()
                .lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("none");
    }

    /** The gateway's own series; those of the virtual machine come as they like. */
    private static List<String> names(TestGateway gateway) {
        return gateway.meters()
                .scrape()
                .lines()
                .filter(line -> line.startsWith("sluice_"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .toList();
    }

    private static void awaitClosed(TestGateway gateway) {
        Awaitility.await()
                .until(() -> series(gateway, "sluice_config_old_generations").equals("0.0"));
    }

    @Test
    void keepsSocketConnectionAndPoolWhereNothingChanged() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = new TestGateway(yaml(http(""), filter("a"), node.address()), seen.type("a"));
                RawClient client = new RawClient(gateway.port())) {
            // Given
            int port = gateway.port();
            client.send("GET /1 HTTP/1.1\r\nhost: a\r\n\r\n").read();

            // When
            gateway.change(yaml(http(""), filter("a"), node.address()));
            awaitClosed(gateway);

            // Then
            assertThat(client.send("GET /2 HTTP/1.1\r\nhost: a\r\n\r\n").read().status())
                    .isEqualTo(200);
            assertThat(gateway.port()).isEqualTo(port);
            assertThat(node.accepted()).isEqualTo(1);
            assertThat(seen.made()).hasSize(1);
            assertThat(seen.closed()).isEmpty();
            assertThat(gateway.gateway().generation()).isEqualTo(2);
        }
    }

    @Test
    void newRequestsOfAnOpenConnectionMeetTheNewFlow() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway =
                        new TestGateway(yaml(http(""), filter("a"), node.address()), seen.type("a"), seen.type("b"));
                RawClient client = new RawClient(gateway.port())) {
            // Given
            String request = "GET /own HTTP/1.1\r\nhost: a\r\n\r\n";
            assertThat(client.send(request).read().body()).isEqualTo("a");

            // When
            gateway.change(yaml(http(""), filter("b"), node.address()));

            // Then
            assertThat(client.send(request).read().body()).isEqualTo("b");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(seen.closed()).containsExactly("a at flows.default.filters[0]"));
        }
    }

    @Test
    void aBodyInFlightFinishesOnTheOldConfigurationWhichIsClosedAfterIt() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode before = TestNode.answering(TestNode.ok("before"));
                TestNode after = TestNode.answering(TestNode.ok("after"));
                TestGateway gateway = new TestGateway(
                        yaml(http(", limits: { body: 1MiB }"), filter("a"), before.address()),
                        seen.type("a"),
                        seen.type("b"));
                RawClient slow = new RawClient(gateway.port())) {
            // Given
            slow.send("POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345");
            Awaitility.await().until(() -> gateway.gateway().requests() == 1);

            // When
            gateway.change(yaml(http(", limits: { body: 4B }"), filter("b"), after.address()));
            assertThat(gateway.get("/new").body()).isEqualTo("after");
            assertThat(series(gateway, "sluice_config_old_generations")).isEqualTo("1.0");
            assertThat(seen.closed()).isEmpty();

            // Then
            assertThat(slow.send("67890").read().body()).isEqualTo("before");
            awaitClosed(gateway);
            assertThat(seen.closed()).containsExactly("a at flows.default.filters[0]");
            Awaitility.await().until(() -> before.openConnections() == 0);
            assertThat(slow.send("GET /next HTTP/1.1\r\nhost: a\r\n\r\n").read().body())
                    .isEqualTo("after");
        }
    }

    @Test
    void endsARequestThatKeepsAnOldConfigurationForTooLong() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = new TestGateway(
                        yaml(http(""), filter("a"), node.address())
                                .replace("drain: 2s", "drain: 2s, reload: { hold: 200ms }"),
                        seen.type("a"),
                        seen.type("b"));
                RawClient stuck = new RawClient(gateway.port())) {
            // Given
            stuck.send("POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345");
            Awaitility.await().until(() -> gateway.gateway().requests() == 1);

            // When
            gateway.change(yaml(http(""), filter("b"), node.address()));

            // Then
            assertThat(stuck.closed()).isTrue();
            awaitClosed(gateway);
            assertThat(seen.closed()).containsExactly("a at flows.default.filters[0]");
        }
    }

    @Test
    void opensTheNewAddressAndClosesTheOldOne() throws Exception {
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = new TestGateway(yaml(http(""), "", node.address()));
                RawClient idle = new RawClient(gateway.port())) {
            // Given
            idle.send("GET /1 HTTP/1.1\r\nhost: a\r\n\r\n").read();
            int before = gateway.port();
            int after = FreePort.next();

            // When
            gateway.change(yaml(http("").replace("127.0.0.1:0", "127.0.0.1:" + after), "", node.address()));

            // Then
            assertThat(gateway.port()).isEqualTo(after);
            assertThat(gateway.get("/").statusCode()).isEqualTo(200);
            assertThat(idle.closed()).isTrue();
            assertThatThrownBy(() -> new RawClient(before)).isInstanceOf(ConnectException.class);
            assertThat(series(gateway, "sluice_connections_accepted_total{listener=\"http\"}"))
                    .isEqualTo("2.0");
        }
    }

    @Test
    void aNewListenerTakesOverTheSocketOfARemovedOne() throws Exception {
        int port = FreePort.next();
        String one = http("").replace("127.0.0.1:0", "127.0.0.1:" + port);
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = new TestGateway(yaml(one, "", node.address()));
                RawClient idle = new RawClient(port)) {
            idle.send("GET /1 HTTP/1.1\r\nhost: a\r\n\r\n").read();

            // When
            gateway.change(yaml(one.replace("name: http", "name: other"), "", node.address()));

            // Then
            assertThat(idle.closed()).isTrue();
            try (RawClient client = new RawClient(port)) {
                assertThat(client.send("GET /2 HTTP/1.1\r\nhost: a\r\n\r\n")
                                .read()
                                .status())
                        .isEqualTo(200);
            }
            awaitClosed(gateway);
            assertThat(gateway.meters().scrape()).contains("listener=\"other\"").doesNotContain("listener=\"http\"");
        }
    }

    @Test
    void twoListenersSwapTheirAddresses() throws Exception {
        int first = FreePort.next();
        int second = FreePort.next();
        String a = "{ name: a, bind: \"127.0.0.1:%d\", routes: [{ flow: default }] }";
        String b = "{ name: b, bind: \"127.0.0.1:%d\", routes: [{ flow: default }] }";
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway =
                        new TestGateway(yaml(a.formatted(first) + ", " + b.formatted(second), "", node.address()))) {
            // When
            gateway.change(yaml(a.formatted(second) + ", " + b.formatted(first), "", node.address()));
            try (RawClient client = new RawClient(first)) {
                client.send("GET /2 HTTP/1.1\r\nhost: a\r\n\r\n").read();
            }

            // Then
            assertThat(gateway.gateway().address("b").getPort()).isEqualTo(first);
            assertThat(series(gateway, "sluice_connections_accepted_total{listener=\"b\"}"))
                    .isEqualTo("1.0");
            assertThat(series(gateway, "sluice_connections_accepted_total{listener=\"a\"}"))
                    .isEqualTo("0.0");
        }
    }

    @Test
    void anAnswerThatIsBeingSentByARemovedListenerArrivesWhole() throws Exception {
        String body = "x".repeat(3 << 20);
        CountDownLatch asked = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    asked.countDown();
                    connection.send(TestNode.ok(body));
                    connection.readRequest();
                });
                TestGateway gateway = new TestGateway(yaml(
                        http("") + ", { name: gone, bind: \"127.0.0.1:0\", routes: [{ flow: default }] }",
                        "",
                        node.address()));
                RawClient client =
                        new RawClient(gateway.gateway().address("gone").getPort())) {
            // Given
            InetSocketAddress gone = gateway.gateway().address("gone");
            client.send("GET /long HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();

            // When
            gateway.change(yaml(http(""), "", node.address()));
            Awaitility.await().until(() -> refuses(gone));

            // Then
            assertThat(client.read().body()).hasSize(body.length());
            assertThat(client.closed()).isTrue();
        }
    }

    private static boolean refuses(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address);
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }

    @Test
    void aConfigurationThatCannotBeMadeChangesNothingAndLeavesNothing() throws Exception {
        SeenFilters seen = new SeenFilters();
        TestFilter bad = new TestFilter("bad", context -> {
            throw new IllegalArgumentException("not this one");
        });
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = new TestGateway(
                        yaml(http(""), filter("a"), node.address()), seen.type("a"), seen.type("b"), bad)) {
            // Given
            gateway.get("/1");
            Awaitility.await()
                    .until(() -> series(gateway, "sluice_responses_total").equals("1.0"));
            List<String> before = names(gateway);

            // When
            assertThatThrownBy(() -> gateway.change(yaml(
                            http("") + ", { name: more, bind: \"127.0.0.1:0\", routes: [{ flow: default }] }",
                            filter("b") + ", " + filter("bad"),
                            node.address(),
                            "http://127.0.0.1:1")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("flows.default.filters[1]: not this one");

            // Then
            assertThat(seen.made()).hasSize(2);
            assertThat(seen.closed()).containsExactly("b at flows.default.filters[0]");
            assertThat(gateway.gateway().generation()).isOne();
            assertThat(names(gateway)).isEqualTo(before);
            assertThat(gateway.get("/2").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anAddressThatIsTakenChangesNothing() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TestNode node = TestNode.answering(OK);
                TestGateway gateway =
                        new TestGateway(yaml(http(""), filter("a"), node.address()), seen.type("a"), seen.type("b"))) {
            // When
            String more = ", { name: more, bind: \"127.0.0.1:0\", routes: [{ flow: default }] }"
                    + ", { name: taken, bind: \"127.0.0.1:" + taken.getLocalPort()
                    + "\", routes: [{ flow: default }] }";
            assertThatThrownBy(() -> gateway.change(yaml(http("") + more, filter("b"), node.address())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("for listener 'taken': the address is in use");

            // Then
            assertThat(gateway.gateway().address("more")).isNull();
            assertThat(gateway.get("/own").body()).isEqualTo("a");
            awaitClosed(gateway);
            assertThat(seen.closed()).containsExactly("b at flows.default.filters[0]");
            assertThat(gateway.meters().scrape()).doesNotContain("listener=\"more\"");
        }
    }

    @Test
    void countersGoOnWhereTheirOwnersStayAndEndWhereTheyGo() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway =
                        new TestGateway(yaml(http(""), filter("a"), node.address()), seen.type("a"), seen.type("b"))) {
            // Given
            String requests = "sluice_upstream_requests_total{cluster=\"primary\",node=\"127.0.0.1:" + node.port();
            String answers =
                    "sluice_responses_total{cluster=\"primary\",flow=\"default\",listener=\"http\",method=\"GET\"";
            String calls = "sluice_filter_calls_of_a_total{filter=\"flows.default.filters[0]\"}";
            for (int i = 0; i < 3; i++) {
                gateway.get("/1");
            }

            // When: the cluster and the filter are made anew
            gateway.change(yaml(http(""), filter("a"), node.address())
                    .replace("discovery: {", "pool: { maxConnectionsPerNode: 7 }, discovery: {"));
            awaitClosed(gateway);
            gateway.get("/2");

            // Then
            assertThat(seen.made()).hasSize(2);
            assertThat(seen.closed()).hasSize(1);
            assertThat(series(gateway, requests)).isEqualTo("4.0");
            // The client may have its answer a moment before it is counted.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(series(gateway, answers)).isEqualTo("4.0"));
            assertThat(series(gateway, calls)).isEqualTo("4.0");
            assertThat(series(gateway, "sluice_filter_seen_made")).isEqualTo("2.0");

            // When: another type takes the filter's place, another cluster the cluster's
            gateway.change(yaml(http(""), filter("b"), node.address()).replace("primary", "secondary"));
            awaitClosed(gateway);
            gateway.get("/3");

            // Then
            assertThat(series(gateway, calls.replace("_a_", "_b_"))).isEqualTo("1.0");
            assertThat(series(gateway, "sluice_filter_seen_made")).isEqualTo("3.0");
            assertThat(gateway.meters().scrape()).doesNotContain("cluster=\"primary\"", "calls_of_a");
        }
    }

    @Test
    void manyChangesUnderLoadFailNoRequest() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway =
                        new TestGateway(yaml(http(""), filter("a"), node.address()), seen.type("a"), seen.type("b"))) {
            // Given
            CopyOnWriteArrayList<String> failures = new CopyOnWriteArrayList<>();
            CountDownLatch stop = new CountDownLatch(1);
            List<Thread> clients = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(Thread.ofVirtual().start(() -> {
                    try (RawClient client = new RawClient(gateway.port())) {
                        while (stop.getCount() > 0) {
                            var answer = client.send("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}")
                                    .read();
                            if (answer == null || answer.status() != 200) {
                                failures.add(String.valueOf(answer));
                                return;
                            }
                        }
                    } catch (IOException e) {
                        failures.add(e.toString());
                    }
                }));
            }

            // When
            for (int i = 0; i < 60; i++) {
                String idle = ", timeouts: { idle: " + (60 + i) + "s }";
                gateway.change(yaml(http(idle), filter(i % 2 == 0 ? "b" : "a"), node.address())
                        .replace(
                                "discovery: {", "pool: { maxConnectionsPerNode: " + (10 + i / 3) + " }, discovery: {"));
            }
            stop.countDown();
            for (Thread client : clients) {
                client.join(Duration.ofSeconds(20));
            }

            // Then
            assertThat(failures).isEmpty();
            awaitClosed(gateway);
            assertThat(seen.closed()).hasSize(seen.made().size() - 1);
        }
    }
}
