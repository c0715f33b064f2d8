package io.sluice.devcluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a node whether its cluster is green. */
final class ClusterHealth implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** Whether the node sees a green cluster of exactly so many nodes; waits up to two seconds for it. */
    boolean isGreen(URI node, int nodes) throws InterruptedException {
        String query = "wait_for_status=green&wait_for_nodes=" + nodes + "&timeout=" + PATIENCE.toSeconds()
                + "s&master_timeout=" + PATIENCE.toSeconds() + "s";
        HttpRequest request = HttpRequest.newBuilder(node.resolve("/_cluster/health?" + query))
                .timeout(PATIENCE.multipliedBy(2))
                .build();
        try {
            // the answer is 408 when the wait ran out
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
