package io.sluice.bench.indexing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.ProcStat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** A real cluster that runs on this machine, as a benchmark uses it. Blocks; for one thread. */
final class Cluster implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST_ERROR = 300;

    private final List<InetSocketAddress> nodes;
    private final ProcessHandle process;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /**
     * @param nodes their HTTP addresses
     * @param process whose tree are the nodes
     */
    Cluster(List<InetSocketAddress> nodes, ProcessHandle process) {
        this.nodes = List.copyOf(nodes);
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

    /** CPU seconds of all nodes so far. */
    ProcStat cpu() {
        return ProcStat.ofTree(process);
    }

    /** Bytes that the nodes have sent each other so far. */
    long transportBytes() throws IOException, InterruptedException {
        long bytes = 0;
        for (JsonNode node : send("GET", "/_nodes/stats/transport", "").path("nodes")) {
            bytes += node.at("/transport/tx_size_in_bytes").asLong();
        }
        return bytes;
    }

    /** Makes an index without replicas that is refreshed only when asked, and waits until its shards are there. */
    void create(String index, int shards) throws IOException, InterruptedException {
        send("PUT", "/" + index, """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0,"refresh_interval":"-1"},
                "mappings":{"properties":{"@timestamp":{"type":"date"},"request":{"type":"keyword"},
                "http_user_agent":{"type":"keyword"},"http_referer":{"type":"keyword"}}}}""".formatted(shards));
        send("GET", "/_cluster/health/" + index + "?wait_for_status=green&timeout=30s", "");
    }

    void delete(String index) throws IOException, InterruptedException {
        send("DELETE", "/" + index, "");
    }

    /** How many documents there are, after a refresh. */
    long count(String index) throws IOException, InterruptedException {
        send("POST", "/" + index + "/_refresh", "");
        return send("GET", "/" + index + "/_count", "").path("count").asLong();
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + Addresses.text(nodes.get(0)) + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= FIRST_ERROR) {
            throw new IOException(
                    method + " " + path + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
        return MAPPER.readTree(answer.body());
    }

    @Override
    public void close() {
        client.close();
    }
}
