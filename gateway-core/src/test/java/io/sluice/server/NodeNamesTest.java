package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.upstream.UpstreamNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that are known by name, with a name server of the test's own. */
@Tag("slow")
class NodeNamesTest {

    /** A gateway with one event loop; {@code /slow} goes to a cluster of its own. */
    private static TestGateway gateway(NameServer names, String node, String slowNode) throws Exception {
        return new TestGateway("""
                admin: { enabled: false }
                process: { eventLoops: 1, drain: 2s, nameServers: ["%s"] }
                clusters:
                  primary: { nodes: ["%s"], discovery: { every: 100ms, allow: [127.0.0.1/32] } }
                  slow: { nodes: ["%s"], discovery: { enabled: false }, timeouts: { connect: 60s } }
                flows:
                  default: { relay: { cluster: primary } }
                  slow: { relay: { cluster: slow } }
                listeners:
                  - name: http
                    bind: 127.0.0.1:0
                    routes: [{ match: { paths: [/slow] }, flow: slow }, { flow: default }]
                """.formatted(names.address(), node, slowNode));
    }

    private static String describing(String address) {
        return TestNode.ok("{\"nodes\":{\"x\":{\"name\":\"n\",\"roles\":[\"data\"],\"http\":{\"publish_address\":\""
                + address + "\"}}}}");
    }

    private static TestNode seed(String published) throws IOException {
        return new TestNode(connection -> {
            for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                String line = request.line();
                connection.send(
                        line.contains("_nodes")
                                ? describing(published)
                                : line.contains("cluster_uuid")
                                        ? TestNode.ok("{\"cluster_uuid\":\"u\"}")
                                        : TestNode.ok("{}"));
            }
        });
    }

    private static UpstreamNode discovered(TestGateway gateway, String host) {
        return gateway.gateway().clusters().iterator().next().cluster().nodes().stream()
                .filter(node -> node.address().host().equals(host))
                .findFirst()
                .orElse(null);
    }

    @Test
    void reachesANodeByItsNameAndAsksForItOnce() throws Exception {
        try (NameServer names = new NameServer().knows("es.test", "127.0.0.1");
                TestNode node = TestNode.answering(TestNode.ok("{\"ok\":1}"));
                TestGateway gateway = gateway(names, node.address(), "http://es.test:" + node.port())) {
            for (int i = 0; i < 5; i++) {
                var response = gateway.send(gateway.request("/slow")
                        .header("X-Again", String.valueOf(i))
                        .build());
                assertThat(response.body()).isEqualTo("{\"ok\":1}");
            }
            assertThat(names.asked("es.test"))
                    .as("one query for each kind of address")
                    .isLessThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.9,127.0.0.1", "127.0.0.1,127.0.0.9", "127.0.0.9,127.0.0.8,127.0.0.1"})
    void triesEachAddressOfAName(String addresses) throws Exception {
        try (NameServer names = new NameServer().knows("es.test", addresses.split(","));
                TestNode node = TestNode.answering(TestNode.ok("{\"ok\":1}"));
                TestGateway gateway = gateway(names, node.address(), "http://es.test:" + node.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get("/slow").body()).isEqualTo("{\"ok\":1}");
            }
        }
    }

    @Test
    void tellsWhyTheLastAddressWasNotReached() throws Exception {
        try (NameServer names = new NameServer().knows("es.test", "127.0.0.9", "127.0.0.8");
                TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(names, node.address(), "http://es.test:" + node.port())) {
            var response = gateway.get("/slow");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("es.test").contains("refused");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.9,127.0.0.1", "127.0.0.9,127.0.0.8,127.0.0.1"})
    void discoversThroughSeedsThatOnlyItsNameServersKnow(String addresses) throws Exception {
        try (NameServer names = new NameServer().knows("seed.test", addresses.split(","));
                TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestNode seed = seed("127.0.0.1:" + node.port());
                TestGateway gateway = gateway(names, "http://seed.test:" + seed.port(), "http://nowhere.test:9200")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> discovered(gateway, "127.0.0.1") != null);
        }
    }

    @Test
    void aNameServerThatDoesNotAnswerKeepsNobodyElseWaiting() throws Exception {
        try (NameServer names = new NameServer();
                TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(names, node.address(), "http://silent.test:9200")) {
            CompletableFuture<HttpResponse<String>> stuck = CompletableFuture.supplyAsync(() -> {
                try {
                    return gateway.get("/slow");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> names.asked("silent.test") > 0);

            assertThat(gateway.get("/").statusCode()).isEqualTo(200);
            assertThat(stuck).isNotDone();
            assertThat(stuck.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void tells503WhereANameServerDeniesTheName() throws Exception {
        try (NameServer names = new NameServer();
                TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(names, node.address(), "http://nowhere.test:9200")) {
            var response = gateway.get("/slow");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("nowhere.test");
        }
    }

    @Test
    void takesANodeWhoseNameStandsForAnAllowedAddress() throws Exception {
        try (NameServer names = new NameServer().knows("node.test", "127.0.0.1");
                TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestNode seed = seed("node.test/127.0.0.1:" + node.port());
                TestGateway gateway = gateway(names, seed.address(), "http://nowhere.test:9200")) {
            await().until(() -> discovered(gateway, "node.test") != null);
            await().until(() -> {
                assertThat(gateway.get("/").statusCode()).isEqualTo(200);
                return !node.requests().isEmpty();
            });
        }
    }

    @Test
    void connectsToNoAddressOutsideOfWhatIsAllowedWhateverTheNodePublishes() throws Exception {
        try (NameServer names = new NameServer().knows("node.test", "127.0.0.3");
                ServerSocket elsewhere = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.3"));
                TestNode seed = seed("node.test/127.0.0.1:" + elsewhere.getLocalPort());
                TestGateway gateway = gateway(names, seed.address(), "http://nowhere.test:9200")) {
            await().until(() -> discovered(gateway, "node.test") != null);
            await().until(() -> {
                assertThat(gateway.get("/").statusCode()).isEqualTo(200);
                return discovered(gateway, "node.test").health().failuresInARow() > 0;
            });
            elsewhere.setSoTimeout(1);
            assertThat(accepts(elsewhere)).isFalse();
        }
    }

    private static boolean accepts(ServerSocket socket) {
        try {
            socket.accept().close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
