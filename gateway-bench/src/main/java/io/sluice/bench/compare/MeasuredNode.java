package io.sluice.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.NodeHttp;
import io.sluice.bench.proxy.ProcStat;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The only node of a cluster on this machine: queried, prepared for a study, and observed. Blocks; for one thread. */
public final class MeasuredNode implements AutoCloseable {
    private final InetSocketAddress address;
    private final NodeHttp http;
    private final JsonNode told;
    private final String server;
    private final ProcessHandle process;

    private MeasuredNode(InetSocketAddress address, NodeHttp http) throws IOException, InterruptedException {
        this.address = address;
        this.http = http;
        told = http.send("GET", "/_nodes/_local/process,transport,plugins", "")
                .path("nodes")
                .iterator()
                .next();
        JsonNode version = http.send("GET", "/", "").path("version");
        server = (version.path("distribution").asText().equals("opensearch") ? "OpenSearch " : "Elasticsearch ")
                + version.path("number").asText();
        long pid = told.at("/process/id").asLong();
        process = ProcessHandle.of(pid)
                .orElseThrow(() -> new IOException("the node does not run on this machine: no process " + pid));
    }

    /** Asks the node about itself; whoever calls closes it. */
    public static MeasuredNode of(InetSocketAddress address) throws IOException, InterruptedException {
        NodeHttp http = new NodeHttp(address);
        try {
            return new MeasuredNode(address, http);
        } catch (IOException | InterruptedException | RuntimeException e) {
            http.close();
            throw e;
        }
    }

    /** @throws IOException if the node has no plugin of that name */
    public void requirePlugin(String name) throws IOException {
        if (!told.path("plugins").findValuesAsText("name").contains(name)) {
            throw new IOException("the node " + Addresses.text(address) + " has no plugin " + name);
        }
    }

    /** Where it speaks HTTP. */
    public InetSocketAddress address() {
        return address;
    }

    /** Where it speaks the protocol of nodes. */
    public InetSocketAddress transport() {
        return Addresses.parse(told.at("/transport/publish_address").asText());
    }

    /** Product and version. */
    public String server() {
        return server;
    }

    /** Requests beside what is measured. */
    public NodeHttp http() {
        return http;
    }

    /** CPU seconds of its process so far. */
    public double cpuSeconds() {
        return ProcStat.ofTree(process).cpuSeconds();
    }

    @Override
    public void close() {
        http.close();
    }
}
