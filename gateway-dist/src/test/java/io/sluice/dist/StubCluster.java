package io.sluice.dist;

import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Three nodes of the stub and a gateway process before them that regroups bulks by shard. */
final class StubCluster implements AutoCloseable {

    static final int NODES = 3;

    private static final String BULKS = "/_bulk";

    private final StubServer stub;
    private final RegroupingGateway gateway;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private StubCluster(StubServer stub, RegroupingGateway gateway) {
        this.stub = stub;
        this.gateway = gateway;
    }

    /** Starts both; the index {@code logs} has six shards. */
    static StubCluster start(Path directory, RegroupingGateway.Settings settings) throws Exception {
        StubServer stub = StubServer.start(StubOptions.local(NODES, List.of("logs"), 6));
        try {
            Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
            List<URI> addresses =
                    stub.cluster().nodes().stream().map(StubCluster::address).toList();
            return new StubCluster(stub, RegroupingGateway.start(distribution, addresses, settings));
        } catch (Exception e) {
            stub.close();
            throw e;
        }
    }

    private static URI address(StubNode node) {
        return URI.create("http://" + node.publishAddress());
    }

    StubServer stub() {
        return stub;
    }

    RegroupingGateway gateway() {
        return gateway;
    }

    HttpClient client() {
        return client;
    }

    /** Has bulks fail at one node. */
    void fail(FaultKind kind, int node, Duration delay) {
        Fault.Pace pace = new Fault.Pace(Fault.Pace.DEFAULT.bytesPerSecond(), delay);
        stub.faults().add(new Fault(kind, 1, 0, stub.cluster().nodes().get(node).name(), BULKS, pace));
    }

    /** Talks to the stub's first node, or through the gateway. */
    ServerPlaces places(boolean throughGateway) throws Exception {
        return new ServerPlaces(
                client,
                throughGateway
                        ? gateway.address()
                        : address(stub.cluster().nodes().getFirst()));
    }

    /** Documents that came to nodes that do not hold them. */
    long misrouted() {
        return stub.cluster().nodes().stream()
                .mapToLong(node -> node.counters().misrouted().sum())
                .sum();
    }

    /** Documents that came to nodes. */
    long documents() {
        return stub.cluster().nodes().stream()
                .mapToLong(node -> node.counters().documents().sum())
                .sum();
    }

    @Override
    public void close() throws Exception {
        client.shutdownNow();
        try {
            gateway.close();
        } finally {
            stub.close();
        }
    }
}
