package io.sluice.bench.compare.styles;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.NodeHttp;
import io.sluice.bench.proxy.GatewayYaml;
import io.sluice.bench.proxy.Place;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.SluiceProcess;
import io.sluice.bench.proxy.Subject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/** The node, which runs already, and a gateway before it for each way that needs one; these end when this is closed. For one thread. */
final class Servers implements AutoCloseable {
    private static final int SHARDS = 3;
    private static final String INDEX = """
            { "settings": { "number_of_shards": %d, "number_of_replicas": 0, "refresh_interval": "-1",
                "requests.cache.enable": false },
              "mappings": { "dynamic": false, "properties": {
                "tenant_id": { "type": "keyword" }, "geonameid": { "type": "long" }, "name": { "type": "text" },
                "alternatenames": { "type": "text" }, "country_code": { "type": "keyword" },
                "admin1_code": { "type": "keyword" }, "population": { "type": "long" },
                "timezone": { "type": "keyword" }, "location": { "type": "geo_point" } } } }""".formatted(SHARDS);

    private final InetSocketAddress node;
    private final NodeHttp http;
    private final SluiceHome sluice;
    private final Map<Way, Subject> gateways = new EnumMap<>(Way.class);
    private final Thread endAtExit = new Thread(this::endGateways, "end-gateways");
    private final InetSocketAddress transport;
    private final ProcessHandle process;

    private Servers(InetSocketAddress node, NodeHttp http, JsonNode told, SluiceHome sluice) throws IOException {
        this.node = node;
        this.http = http;
        this.sluice = sluice;
        transport = Addresses.parse(told.at("/transport/publish_address").asText());
        long pid = told.at("/process/id").asLong();
        process = ProcessHandle.of(pid)
                .orElseThrow(() -> new IOException("the node does not run on this machine: no process " + pid));
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
        NodeHttp http = new NodeHttp(node);
        try {
            JsonNode told = http.send("GET", "/_nodes/_local/process,transport,plugins", "")
                    .path("nodes")
                    .iterator()
                    .next();
            if (!told.path("plugins").findValuesAsText("name").contains("noop")) {
                throw new IOException("the node " + Addresses.text(node) + " has no plugin noop");
            }
            http.send("PUT", "/" + Way.Indices.NOOP, INDEX);
            http.send("PUT", "/" + Way.Indices.REAL, INDEX);
            return new Servers(node, http, told, sluice).withGateways(ways);
        } catch (IOException | InterruptedException | RuntimeException e) {
            http.close();
            throw e;
        }
    }

    private Servers withGateways(Collection<Way> ways) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(endAtExit);
        try {
            for (Way way : ways) {
                if (way.throughGateway()) {
                    String yaml = GatewayYaml.of(1, way.groupBy(), way.filters());
                    SluiceProcess gateway = new SluiceProcess(way.id(), sluice.home, yaml);
                    add(way, gateway.start(node, new Place(sluice.files, ""), null));
                }
            }
            return this;
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private synchronized void add(Way way, Subject gateway) {
        gateways.put(way, gateway);
    }

    InetSocketAddress address(Style style, Way way) {
        Subject gateway = gateways.get(way);
        if (gateway != null) {
            return gateway.address();
        }
        return style == Style.TRANSPORT ? transport : node;
    }

    /** Makes the index of real work anew, so that each trial begins with the same. */
    void empty() throws IOException, InterruptedException {
        http.send("DELETE", "/" + Way.Indices.REAL, "");
        http.send("PUT", "/" + Way.Indices.REAL, INDEX);
    }

    /** Makes what was stored searchable, in one segment a shard. */
    void settle() throws IOException, InterruptedException {
        http.send("POST", "/" + Way.Indices.REAL + "/_forcemerge?max_num_segments=1", "");
        http.send("POST", "/" + Way.Indices.REAL + "/_refresh", "");
    }

    /** How many documents an index has. */
    long count(String index) throws IOException, InterruptedException {
        http.send("POST", "/" + index + "/_refresh", "");
        return http.send("GET", "/" + index + "/_stats/docs", "")
                .at("/_all/primaries/docs/count")
                .asLong();
    }

    /** CPU seconds of the node so far. */
    double serverCpu() {
        return ProcStat.ofTree(process).cpuSeconds();
    }

    /** CPU seconds of the way's gateway so far; 0 where there is none. */
    double gatewayCpu(Way way) {
        Subject gateway = gateways.get(way);
        return gateway == null ? 0 : ProcStat.ofTree(gateway.process()).cpuSeconds();
    }

    /** Ends the gateways, also when this JVM is told to end amid a trial. */
    private synchronized void endGateways() {
        gateways.values().forEach(Subject::close);
    }

    @Override
    public void close() {
        endGateways();
        http.close();
        try {
            Runtime.getRuntime().removeShutdownHook(endAtExit);
        } catch (IllegalStateException ending) {
            // the JVM ends, and has ended them
        }
    }
}
