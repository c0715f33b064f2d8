package io.sluice.bench.indexing;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.NodeHttp;
import io.sluice.bench.proxy.ProcStat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A real cluster that runs on this machine, or one node of it, as a benchmark uses it. Blocks; for one thread. */
public final class Cluster implements AutoCloseable {
    private final NodeHttp http;
    private final ProcessHandle process;

    /**
     * @param nodes their HTTP addresses
     * @param process whose tree are the nodes
     */
    Cluster(List<InetSocketAddress> nodes, ProcessHandle process) {
        this.http = new NodeHttp(nodes.get(0));
        this.process = process;
    }

    /**
     * The process of a pid.
     *
     * @throws IllegalArgumentException if there is none
     */
    static ProcessHandle process(long pid) {
        return ProcessHandle.of(pid).orElseThrow(() -> new IllegalArgumentException("there is no process " + pid));
    }

    /**
     * One node that is a process of its own.
     *
     * @throws IOException if it does not answer, or does not run on this machine
     */
    public static Cluster ofNode(InetSocketAddress node) throws IOException, InterruptedException {
        try (NodeHttp http = new NodeHttp(node)) {
            long pid = http.send("GET", "/_nodes/_local/process", "")
                    .path("nodes")
                    .iterator()
                    .next()
                    .at("/process/id")
                    .asLong();
            return new Cluster(
                    List.of(node),
                    ProcessHandle.of(pid)
                            .orElseThrow(
                                    () -> new IOException("the node does not run on this machine: no process " + pid)));
        }
    }

    /** The name of the first node. */
    public String nodeName() throws IOException, InterruptedException {
        return http.send("GET", "/_nodes/_local/http", "")
                .path("nodes")
                .iterator()
                .next()
                .path("name")
                .asText();
    }

    /** CPU seconds of all nodes so far. */
    public ProcStat cpu() {
        return ProcStat.ofTree(process);
    }

    /** Bytes that the nodes have sent each other so far. */
    long transportBytes() throws IOException, InterruptedException {
        long bytes = 0;
        for (JsonNode node : http.send("GET", "/_nodes/stats/transport", "").path("nodes")) {
            bytes += node.at("/transport/tx_size_in_bytes").asLong();
        }
        return bytes;
    }

    /** Makes an index without replicas that is refreshed only when asked, and waits until its shards are there. */
    void create(String index, int shards) throws IOException, InterruptedException {
        create(index, shards, "*");
    }

    /**
     * Makes such an index.
     *
     * @param nodes names of those that may hold its shards, a pattern
     */
    public void create(String index, int shards, String nodes) throws IOException, InterruptedException {
        http.send("PUT", "/" + index, """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0,"refresh_interval":"-1",
                "index.routing.allocation.require._name":"%s"},
                "mappings":{"properties":{"@timestamp":{"type":"date"},"request":{"type":"keyword"},
                "http_user_agent":{"type":"keyword"},"http_referer":{"type":"keyword"}}}}""".formatted(shards, nodes));
        http.send("GET", "/_cluster/health/" + index + "?wait_for_status=green&timeout=30s", "");
    }

    public void delete(String index) throws IOException, InterruptedException {
        http.send("DELETE", "/" + index, "");
    }

    /** How many documents there are, after a refresh. */
    public long count(String index) throws IOException, InterruptedException {
        http.send("POST", "/" + index + "/_refresh", "");
        return http.send("GET", "/" + index + "/_count", "").path("count").asLong();
    }

    @Override
    public void close() {
        http.close();
    }
}
