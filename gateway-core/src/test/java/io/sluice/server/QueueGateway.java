package io.sluice.server;

import static org.awaitility.Awaitility.await;

import io.sluice.api.PluginFactory;
import io.sluice.queue.IngestQueue;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A gateway whose flow ends in a queue of the {@link MemoryEngine}; the path {@code /direct} leads past it. */
final class QueueGateway implements AutoCloseable {
    private final TestGateway gateway;
    private final MemoryEngine engine;

    QueueGateway(MemoryEngine engine, String queueKeys, ModelCluster cluster, PluginFactory<?>... more)
            throws Exception {
        this.engine = engine;
        PluginFactory<?>[] all =
                Stream.concat(Stream.of(engine), Stream.of(more)).toArray(PluginFactory[]::new);
        this.gateway = new TestGateway(yaml(queueKeys, cluster), all);
        awaitView(gateway);
    }

    /** Waits until it is known what servers there are, as their grammar counts. */
    static void awaitView(TestGateway gateway) {
        var views = gateway.gateway().clusters().iterator().next().startedViews();
        Bulks.await(() -> !views.current().nodes().isEmpty());
    }

    static QueueGateway before(ModelCluster cluster) throws Exception {
        return new QueueGateway(new MemoryEngine(), "", cluster);
    }

    /** A configuration; {@code queueKeys} are further keys of the queue, in flow style and with a comma at the end. */
    static String yaml(String queueKeys, ModelCluster cluster) {
        String nodes = Stream.of(cluster.nodes()).map(TestNode::address).collect(Collectors.joining(", "));
        String keys = queueKeys + (queueKeys.contains("retry:") ? "" : "retry: { first: 20ms, most: 100ms },");
        return """
                admin: { enabled: false, bind: "127.0.0.1:0" }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false }, health: { ejection: 50ms, maxEjection: 100ms, probeEvery: 100ms } }
                queues:
                  ingest: { engine: memory, %s cluster: primary }
                flows:
                  default: { relay: { queue: ingest } }
                  direct: { relay: { cluster: primary } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [ { flow: default } ] }
                  - { name: direct, bind: "127.0.0.1:0", routes: [ { flow: direct } ] }
                """.formatted(nodes, keys);
    }

    IngestQueue queue() {
        return gateway.gateway().queues().getFirst();
    }

    MemoryEngine engine() {
        return engine;
    }

    TestGateway gateway() {
        return gateway;
    }

    HttpRequest.Builder bulkRequest(String path) {
        return gateway.request(path).header("Content-Type", "application/x-ndjson");
    }

    HttpResponse<String> bulk(String path, String body) throws Exception {
        return gateway.send(bulkRequest(path)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<String> bulk(String body) throws Exception {
        return bulk("/_bulk", body);
    }

    HttpResponse<String> document(String method, String path, String body) throws Exception {
        return gateway.send(gateway.request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** As {@link #bulk(String, String)}, past the queue. */
    HttpResponse<String> direct(String path, String body) throws Exception {
        int port = gateway.gateway().address("direct").getPort();
        return gateway.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    void awaitEmpty() {
        await().atMost(Duration.ofMinutes(2)).until(() -> queue().isEmpty());
    }

    @Override
    public void close() {
        gateway.close();
    }
}
