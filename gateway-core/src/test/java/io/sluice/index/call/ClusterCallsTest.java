package io.sluice.index.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterCallsTest {
    private static final String ROOT = "{\"version\":{\"number\":\"%s\"}}";

    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] answer = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    private Server asked() throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        CallTerms terms = new CallTerms(Duration.ofSeconds(60), Duration.ZERO, 1 << 20);
        try (ClusterCalls calls = new ClusterCalls(config, terms)) {
            return calls.server();
        }
    }

    /** With {@code compatibility.override_main_response_version} OpenSearch's first page says 7.10.2. */
    @ParameterizedTest
    @CsvSource({"2.19.6, 7.10.2, OpenSearch 2.19", "1.3.0, 7.10.2, OpenSearch 1.3", "8.19.4, 8.19.4, Elasticsearch 8.19"
    })
    void takesTheProductFromTheNodes(String nodes, String root, String product) throws Exception {
        answer("/_nodes", 200, "{\"nodes\":{\"a\":{\"version\":\"" + nodes + "\"}}}");
        answer("/", 200, ROOT.formatted(root));

        assertThat(asked()).hasToString(product);
    }

    @Test
    void takesTheOldestOfNodesThatAreBeingUpgraded() throws Exception {
        answer(
                "/_nodes",
                200,
                "{\"nodes\":{\"a\":{\"version\":\"9.2.0\"},\"b\":{\"version\":\"8.19.4\"},\"c\":{\"version\":\"9.2.0\"}}}");

        assertThat(asked()).hasToString("Elasticsearch 8.19");
    }

    @ParameterizedTest
    @CsvSource({"403, {}", "404, {}", "200, {}", "200, '{\"nodes\":{}}'"})
    void asksTheFirstPageWhereTheNodesDoNotSayIt(int status, String body) throws Exception {
        answer("/_nodes", status, body);
        answer("/", 200, ROOT.formatted("8.19.4"));

        assertThat(asked()).hasToString("Elasticsearch 8.19");
    }

    @Test
    void tellsThatItMayNotAsk() {
        answer("/", 401, "{}");

        assertThatThrownBy(this::asked).isInstanceOf(CallException.class).hasMessageContaining("401");
    }
}
