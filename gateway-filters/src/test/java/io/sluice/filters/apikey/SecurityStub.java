package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A node with the security endpoint of Elasticsearch, which is slow, down or lies if a test says so. */
final class SecurityStub implements AutoCloseable {

    private final HttpServer server;
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> relayed = new CopyOnWriteArrayList<>();
    private volatile Answer answer;

    /** What is answered about a key. */
    interface Answer {
        void write(HttpExchange exchange, String authorization) throws IOException, InterruptedException;
    }

    SecurityStub(Answer first) throws IOException {
        answer = first;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String shown = exchange.getRequestHeaders().getFirst("Authorization");
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/_security/_authenticate")) {
                asked.incrementAndGet();
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                answer.write(exchange, shown);
            } else {
                relayed.add(String.valueOf(shown));
                send(exchange, 200, "{}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (exchange.getRequestURI().getPath().startsWith("/_security")) {
                now.decrementAndGet();
            }
        }
    }

    static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** As Elasticsearch answers about keys whose id begins with {@code user}. */
    static void honest(HttpExchange exchange, @Nullable String authorization) throws IOException {
        ApiKey key = authorization == null ? null : ApiKey.parse(authorization);
        if (key == null || !key.id().startsWith("user")) {
            send(exchange, 401, "{\"error\":{\"type\":\"security_exception\"},\"status\":401}");
        } else {
            send(exchange, 200, about(key.id()));
        }
    }

    static String about(String id) {
        return "{\"username\":\"jane\",\"roles\":[],\"full_name\":null,\"email\":null,\"metadata\":{},\"enabled\":true,"
                + "\"authentication_realm\":{\"name\":\"_es_api_key\",\"type\":\"_es_api_key\"},"
                + "\"lookup_realm\":{\"name\":\"_es_api_key\",\"type\":\"_es_api_key\"},"
                + "\"authentication_type\":\"api_key\",\"api_key\":{\"id\":\"" + id + "\",\"name\":\"k\"}}";
    }

    void answering(Answer next) {
        answer = next;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many questions about keys came. */
    int asked() {
        return asked.get();
    }

    /** How many were answered at the same time, at most. */
    int mostAtATime() {
        return most.get();
    }

    /** What the requests that came here showed of who asks. */
    List<String> relayed() {
        return List.copyOf(relayed);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
