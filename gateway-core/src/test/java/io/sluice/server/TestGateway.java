package io.sluice.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.PluginFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.Loaded;
import io.sluice.metrics.PrometheusMeters;
import io.sluice.plugin.FilterRegistry;
import io.sluice.upstream.UpstreamNode;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;

/** A gateway in the test's process, configured by YAML as an operator would. */
final class TestGateway implements AutoCloseable {
    private static final Path FILE = Path.of("target", "test-gateway.yml").toAbsolutePath();

    private final Gateway gateway;
    private final PrometheusMeterRegistry meters;
    private final PluginFactory<?>[] factories;
    private final HttpClient client = HttpClient.newHttpClient();

    TestGateway(String yaml, PluginFactory<?>... factories) throws Exception {
        this.factories = factories;
        var loaded = load(yaml);
        this.meters = PrometheusMeters.make(loaded.config().tracing() != null);
        this.gateway = Gateway.start(loaded.config(), loaded.filters(), meters, FILE.getParent());
    }

    private Loaded<FilterRegistry> load(String yaml) throws ConfigException {
        FilterRegistry registry = FilterRegistry.of(factories);
        return new ConfigLoader(Map.of()).parse(yaml, FILE, config -> registry);
    }

    /** Lets it go on with another configuration. */
    void change(String yaml) throws Exception {
        var loaded = load(yaml);
        gateway.change(loaded.config(), loaded.filters());
    }

    /** A gateway with one listener before the given nodes; {@code more} are further keys of the cluster, with their indent. */
    static TestGateway before(String more, TestNode... nodes) throws Exception {
        StringBuilder list = new StringBuilder();
        for (TestNode node : nodes) {
            list.append(list.isEmpty() ? "" : ", ").append(node.address());
        }
        return new TestGateway(yaml("", "nodes: [" + list + "]\n    discovery: { enabled: false }\n" + more));
    }

    /** A configuration with one listener, {@code listener} and {@code cluster} being further keys. */
    static String yaml(String listener, String cluster) {
        return """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary:
                    %s
                flows:
                  default:
                    relay: { cluster: primary }
                listeners:
                  - name: http
                    bind: 127.0.0.1:0
                    %s
                    routes:
                      - flow: default
                """.formatted(cluster, listener);
    }

    Gateway gateway() {
        return gateway;
    }

    PrometheusMeterRegistry meters() {
        return meters;
    }

    /** The first node of the first cluster. */
    UpstreamNode node() {
        return gateway.clusters().iterator().next().cluster().nodes().getFirst();
    }

    /** Connections of requests to a node, those of the gateway's own questions not counted. */
    int connections(TestNode node) {
        return gateway.clusters().iterator().next().cluster().nodes().stream()
                .filter(each -> each.address().port() == node.port())
                .mapToInt(UpstreamNode::connections)
                .sum();
    }

    int port() {
        InetSocketAddress address = gateway.address("http");
        return address.getPort();
    }

    Socket connect() throws Exception {
        Socket socket = new Socket("127.0.0.1", port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path).build());
    }

    HttpResponse<String> post(String path, String body) throws Exception {
        return send(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    @Override
    public void close() {
        client.close();
        gateway.close();
    }
}
