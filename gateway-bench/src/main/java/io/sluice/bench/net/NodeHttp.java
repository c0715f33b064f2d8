package io.sluice.bench.net;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a node of a cluster what a benchmark must know or prepare; never what is measured. Blocks; for one thread. */
public final class NodeHttp implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST_ERROR = 300;

    private final InetSocketAddress node;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    public NodeHttp(InetSocketAddress node) {
        this.node = node;
    }

    /**
     * Sends a request, with a body of JSON unless it is empty.
     *
     * @return the answer's body
     * @throws IOException if there is no answer in a minute, or none that says that the request succeeded
     */
    public JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + Addresses.text(node) + path))
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
