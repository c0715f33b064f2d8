package io.sluice.bench.net;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
        Answer answer = ask(method, path, "application/json", body.getBytes(StandardCharsets.UTF_8));
        if (!answer.succeeded()) {
            throw new IOException(method + " " + path + " was answered with " + answer.status() + ": " + answer.text());
        }
        return MAPPER.readTree(answer.body());
    }

    /** An answer, whatever it says. */
    public static final class Answer {
        private final int status;
        private final byte[] body;

        Answer(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        public int status() {
            return status;
        }

        /** Not copied. */
        public byte[] body() {
            return body;
        }

        /** Whether it says that the request succeeded. */
        public boolean succeeded() {
            return status < FIRST_ERROR;
        }

        /** The body as UTF-8. */
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /**
     * Sends a request, with a body in any format unless it is empty; the answer is asked for in JSON.
     *
     * @throws IOException if there is no answer in a minute
     */
    public Answer ask(String method, String path, String contentType, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + Addresses.text(node) + path))
                .timeout(PATIENCE)
                .header("Content-Type", contentType)
                .header("Accept", "application/json")
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return new Answer(answer.statusCode(), answer.body());
    }

    @Override
    public void close() {
        client.close();
    }
}
