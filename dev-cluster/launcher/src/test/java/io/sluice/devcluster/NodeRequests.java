package io.sluice.devcluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Plain requests to a node. */
final class NodeRequests implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();

    HttpResponse<String> get(URI node, String path) throws IOException, InterruptedException {
        return send(request(node, path).GET());
    }

    HttpResponse<String> put(URI node, String path, String json) throws IOException, InterruptedException {
        return send(json(node, path).PUT(BodyPublishers.ofString(json)));
    }

    HttpResponse<String> post(URI node, String path, String json) throws IOException, InterruptedException {
        return send(json(node, path).POST(BodyPublishers.ofString(json)));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder json(URI node, String path) {
        return request(node, path).header("Content-Type", "application/json");
    }

    private static HttpRequest.Builder request(URI node, String path) {
        return HttpRequest.newBuilder(node.resolve(path)).timeout(Duration.ofSeconds(30));
    }
}
