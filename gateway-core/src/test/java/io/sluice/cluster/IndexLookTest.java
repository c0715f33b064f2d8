package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.plugin.FilterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a node that answers as one of Elasticsearch 8 does. */
class IndexLookTest {

    private static HttpServer node(String host) throws IOException {
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
        String address = host + ":" + node.getAddress().getPort();
        node.createContext("/", exchange -> answer(exchange, address));
        node.start();
        return node;
    }

    private static void answer(HttpExchange exchange, String address) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = body(path, address).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    private static String body(String path, String address) {
        if (path.startsWith("/_cluster/state/version")) {
            return "{'cluster_uuid':'c'}";
        }
        if (path.startsWith("/_nodes")) {
            return "{'nodes':{'a':{'name':'n','version':'8.1.0','roles':['data'],'http':{'publish_address':'" + address
                    + "','max_content_length_in_bytes':1000}}}}";
        }
        if (path.startsWith("/_resolve")) {
            return "{'indices':[{'name':'logs'}]}";
        }
        return "{'metadata':{'indices':{'logs':{'routing_num_shards':1024,'settings':{'index':{'number_of_shards':'1',"
                + "'uuid':'u'}}}}},'routing_table':{'indices':{'logs':{'shards':{'0':[{'state':'STARTED','primary':true,"
                + "'node':'a'}]}}}}}";
    }

    private static ClusterConfig config(String address) throws ConfigException {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: ["http://%s"] } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(address);
        Path file = Path.of("target", "test-look.yml").toAbsolutePath();
        return new ConfigLoader(Map.of())
                .parse(yaml, file, config -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::1]"})
    void tellsWhereShardsAre(String host) throws Exception {
        assumeThat(NetworkInterface.getByInetAddress(InetAddress.getByName(host)))
                .as("a machine without IPv6")
                .isNotNull();
        HttpServer node = node(host);
        try {
            String address = host + ":" + node.getAddress().getPort();

            IndexView view = IndexLook.read(config(address), null, "logs");

            assertThat(view).isNotNull();
            assertThat(view.primaries())
                    .extracting(copy -> String.valueOf(copy.node()))
                    .containsExactly(address);
        } finally {
            node.stop(0);
        }
    }
}
