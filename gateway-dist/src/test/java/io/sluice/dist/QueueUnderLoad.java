package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A gateway with a queue on disk before a node of Elasticsearch 7.17, and clients that write through it, while both are killed. */
final class QueueUnderLoad implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int SOME = 20;
    private static final int CLIENTS = 2;

    private final Distribution distribution;
    private final DevCluster cluster;
    private final HttpClient client = HttpClient.newHttpClient();
    private RunningGateway gateway;
    private QueueLoad load;
    private int gatewayKills;
    private int nodeKills;

    private QueueUnderLoad(Distribution distribution, DevCluster cluster) {
        this.distribution = distribution;
        this.cluster = cluster;
    }

    /** Starts all of it; clients write once {@link #begin} is called. */
    static QueueUnderLoad start(Path directory) throws Exception {
        DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .nodes(1)
                .processPerNode()
                .fastStart()
                .start();
        QueueUnderLoad all = new QueueUnderLoad(Distribution.copyTo(directory.resolve("sluice")), cluster);
        try {
            all.server().send("PUT", "/counters", "{\"settings\":{\"number_of_replicas\":0}}");
            all.server().send("PUT", "/events", "{\"settings\":{\"number_of_replicas\":0}}");
            all.configure("segmentBytes: 1MiB, minFree: 10MiB");
            return all;
        } catch (Exception e) {
            all.close();
            throw e;
        }
    }

    /** Writes the configuration for the next start; {@code keys} are further ones of the engine, in flow style. */
    void configure(String keys) throws IOException {
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, %s }
                    cluster: primary
                    bulk: { groupBy: shard, minBytes: 1KiB, minItems: 2 }
                    retry: { most: 1s }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0), keys));
    }

    /** Starts a gateway, and clients that write. */
    void begin(UnaryOperator<ProcessBuilder> how) throws Exception {
        gateway = RunningGateway.start(how.apply(distribution.builder("run")));
        load = new QueueLoad(gateway.address(), CLIENTS);
        awaitMore();
    }

    /** Waits until some bulks more are acknowledged. */
    void awaitMore() {
        load.awaitMore(SOME);
    }

    RunningGateway gateway() {
        return gateway;
    }

    /** The directory of the queue's files. */
    Path files() {
        return distribution.home().resolve("config/queues/ingest");
    }

    /** Ends the gateway with SIGKILL. */
    void killGateway() throws IOException {
        gateway.kill();
        gatewayKills++;
    }

    /** Starts the gateway that was killed; its clients go on. */
    void restartGateway(UnaryOperator<ProcessBuilder> how) throws Exception {
        gateway = RunningGateway.start(how.apply(distribution.builder("run")));
        load.moveTo(gateway.address());
    }

    /** Kills the gateway, starts it again, and waits until clients have gone on. */
    void bounceGateway() throws Exception {
        killGateway();
        restartGateway(UnaryOperator.identity());
        awaitMore();
    }

    void killNode() {
        cluster.killNode(0);
        nodeKills++;
    }

    void restartNode() {
        cluster.restartNode(0);
    }

    /** What the gateway says of the queue. */
    JsonNode queue() throws Exception {
        return MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
    }

    /** Ends the clients, waits until the queue is empty, and compares the node with what was acknowledged. */
    void finish(String what) throws Exception {
        load.stop();
        QueueDrain.await(() -> queue().path("records").asLong(-1));
        System.out.printf("%s: %s, %d kills of the gateway, %d of the node%n", what, load, gatewayKills, nodeKills);
        assertThat(queue().path("dead_letters").asLong(-1)).isZero();
        QueuedDocuments.check(server(), List.of(load));
    }

    private ServerPlaces server() throws Exception {
        return new ServerPlaces(client, cluster.address(0));
    }

    @Override
    public void close() throws IOException {
        if (load != null) {
            load.close();
        }
        if (gateway != null) {
            gateway.close();
        }
        client.shutdownNow();
        cluster.close();
    }
}
