package io.sluice.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server that answers everything, a configuration that relays to it, and a few requests; all on the loopback address. */
final class Rehearsal implements AutoCloseable {

    private static final int REQUESTS = 200;
    private static final Duration START = Duration.ofSeconds(60);

    private final HttpServer upstream;
    private final int port;
    private final Path config;

    private Rehearsal(HttpServer upstream, int port, Path config) {
        this.upstream = upstream;
        this.port = port;
        this.config = config;
    }

    /** Starts the server and writes the configuration into the directory. */
    static Rehearsal prepare(Path directory) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        HttpServer upstream = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        upstream.createContext("/", exchange -> {
            byte[] answer = "{\"nodes\":{}}".getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("X-Elastic-Product", "Elasticsearch");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        upstream.start();
        int port = FreePort.next();
        Path config = Files.writeString(
                directory.resolve("gateway.yml"),
                yaml(port, upstream.getAddress().getPort()));
        return new Rehearsal(upstream, port, config);
    }

    private static String yaml(int port, int upstream) {
        return """
                admin: { bind: "127.0.0.1:0" }
                clusters: { rehearsal: { nodes: ["http://127.0.0.1:%d"] } }
                flows: { default: { relay: { cluster: rehearsal } } }
                listeners:
                  - { name: http, bind: "127.0.0.1:%d", routes: [{ flow: default }] }
                """.formatted(upstream, port);
    }

    Path config() {
        return config;
    }

    /**
     * Waits for the gateway to answer and sends the requests; returns early if its process ends.
     *
     * @throws IOException if the gateway does not answer in time
     */
    void play(Process gateway) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int sent = 0; sent < REQUESTS; ) {
                if (answers(client)) {
                    sent++;
                } else if (!gateway.isAlive()) {
                    return;
                } else if (System.nanoTime() > deadline) {
                    throw new IOException("the gateway did not answer within " + START.toSeconds() + " s");
                } else {
                    Thread.sleep(50);
                }
            }
        }
    }

    private boolean answers(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/rehearsal/_search"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"query\":{\"match_all\":{}}}"))
                .header("Content-Type", "application/json")
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        upstream.stop(0);
    }
}
