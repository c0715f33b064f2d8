package io.sluice.dist;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node that notes what reaches it, and holds answers back that are to wait. */
final class WhoNode implements AutoCloseable {

    private static final byte[] ANSWER = "{\"took\":1}".getBytes(StandardCharsets.UTF_8);
    private static final String HOLD = "X-Hold";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
    private volatile CountDownLatch held = new CountDownLatch(0);

    /**
     * A request as it came.
     *
     * @param user in whose name the node is to act; null if in nobody's
     * @param tenant what the header of tenants says; null if it is not there
     */
    record Seen(
            String path, @Nullable String user, @Nullable String tenant) {}

    WhoNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        seen.add(new Seen(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("es-security-runas-user"),
                exchange.getRequestHeaders().getFirst("X-Tenant")));
        try {
            if (exchange.getRequestHeaders().containsKey(HOLD) && !held.await(60, TimeUnit.SECONDS)) {
                throw new IOException("held back for too long");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Has requests with the header {@link #HOLD} wait until the latch is open. */
    void hold(CountDownLatch latch) {
        held = latch;
    }

    static String holding() {
        return HOLD + ": 1\r\n";
    }

    /** What came next; null if nothing did. */
    @Nullable Seen next() {
        return seen.poll();
    }

    boolean hasSeen() {
        return !seen.isEmpty();
    }

    @Override
    public void close() {
        held.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
