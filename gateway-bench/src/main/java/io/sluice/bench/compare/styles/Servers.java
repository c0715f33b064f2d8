package io.sluice.bench.compare.styles;

import io.sluice.bench.compare.CityIndex;
import io.sluice.bench.compare.MeasuredNode;
import io.sluice.bench.proxy.GatewayYaml;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.SluiceProcess;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.Workspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * The node, which runs already, and a gateway before it for each way that needs one; these end when this is closed. For one
 * thread.
 */
final class Servers implements AutoCloseable {
    private static final String INDEX = CityIndex.settings(3);

    private final MeasuredNode node;
    private final SluiceHome sluice;
    private final Map<Way, Subject> gateways = new EnumMap<>(Way.class);

    private Servers(MeasuredNode node, SluiceHome sluice) {
        this.node = node;
        this.sluice = sluice;
    }

    /**
     * Where the gateways come from.
     *
     * @param home directory of an unpacked Sluice
     * @param files for their configurations and logs
     */
    record SluiceHome(Path home, Path files) {}

    /**
     * Asks the node about itself, makes the indices, and starts the gateways.
     *
     * @param node HTTP address of a cluster of one node with the plugin noop
     * @throws IOException if the node has no plugin noop, or a gateway does not start
     */
    static Servers start(InetSocketAddress node, SluiceHome sluice, Collection<Way> ways)
            throws IOException, InterruptedException {
        MeasuredNode measured = MeasuredNode.of(node);
        try {
            measured.requirePlugin("noop");
            measured.http().send("PUT", "/" + Way.Indices.NOOP, INDEX);
            measured.http().send("PUT", "/" + Way.Indices.REAL, INDEX);
            return new Servers(measured, sluice).withGateways(ways);
        } catch (IOException | InterruptedException | RuntimeException e) {
            measured.close();
            throw e;
        }
    }

    private Servers withGateways(Collection<Way> ways) throws IOException, InterruptedException {
        try {
            for (Way way : ways) {
                if (way.throughGateway()) {
                    String yaml = GatewayYaml.of(1, way.groupBy(), way.filters());
                    SluiceProcess gateway = new SluiceProcess(way.id(), sluice.home, yaml);
                    add(way, gateway.start(node.address(), new Workspace(sluice.files, ""), null));
                }
            }
            return this;
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void add(Way way, Subject gateway) {
        gateways.put(way, gateway);
    }

    InetSocketAddress address(Style style, Way way) {
        Subject gateway = gateways.get(way);
        if (gateway != null) {
            return gateway.address();
        }
        return style == Style.TRANSPORT ? node.transport() : node.address();
    }

    /** Makes the index of real work anew, so that each trial begins with the same. */
    void empty() throws IOException, InterruptedException {
        node.http().send("DELETE", "/" + Way.Indices.REAL, "");
        node.http().send("PUT", "/" + Way.Indices.REAL, INDEX);
    }

    /** Makes what was stored searchable, in one segment a shard. */
    void settle() throws IOException, InterruptedException {
        node.http().send("POST", "/" + Way.Indices.REAL + "/_forcemerge?max_num_segments=1", "");
        node.http().send("POST", "/" + Way.Indices.REAL + "/_refresh", "");
    }

    /** How many documents an index has. */
    long count(String index) throws IOException, InterruptedException {
        node.http().send("POST", "/" + index + "/_refresh", "");
        return node.http()
                .send("GET", "/" + index + "/_stats/docs", "")
                .at("/_all/primaries/docs/count")
                .asLong();
    }

    /** CPU seconds of the node so far. */
    double serverCpu() {
        return node.cpuSeconds();
    }

    /** CPU seconds of the way's gateway so far; 0 where there is none. */
    double gatewayCpu(Way way) {
        Subject gateway = gateways.get(way);
        return gateway == null ? 0 : ProcStat.ofTree(gateway.process()).cpuSeconds();
    }

    @Override
    public void close() {
        gateways.values().forEach(Subject::close);
        node.close();
    }
}
