package io.sluice.plugins.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys of a server that is down, slow, or lies. */
@Timeout(120)
@Tag("slow")
class KeysOfServerTest {

    private static Issuer issuer;

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;
    private FilterHarness harness;
    private volatile Answer answer;

    private interface Answer {
        void write(HttpExchange exchange) throws Exception;
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        issuer = new Issuer("1");
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            try {
                answer.write(exchange);
            } catch (Exception e) {
                throw new IOException(e);
            } finally {
                exchange.close();
            }
        });
        server.start();
        harness = FilterHarness.of(
                JwtFilter.class,
                """
                keys: { url: { address: "http://127.0.0.1:%d/keys" } }
                issuer: %s
                audience: [%s]
                """.formatted(server.getAddress().getPort(), Issuer.NAME, Issuer.SERVICE),
                new TestContext());
    }

    @AfterEach
    void stop() {
        end.countDown();
        harness.close();
        server.stop(0);
    }

    private static Answer text(int status, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private int statusOfARightToken() throws Exception {
        return harness.request("GET", "/")
                .header("Authorization", "Bearer " + issuer.token())
                .upstream(200, "application/json", "{}")
                .send()
                .status();
    }

    // Keys are read at most every ten seconds.
    private void later() {
        harness.context().clock().advance(Duration.ofSeconds(10));
    }

    @Test
    void areReadBeforeTheFirstRequestAndKept() throws Exception {
        answer = text(200, issuer.keys());
        harness.context().runTasks();

        assertThat(statusOfARightToken()).isEqualTo(200);
        assertThat(statusOfARightToken()).isEqualTo(200);
        assertThat(asked).hasValue(1);
    }

    /** As when the machine has no memory for another thread. */
    @Test
    void areReadLaterHoweverManyRequestsFoundNoThreadToReadThem() throws Exception {
        answer = text(404, "");
        harness.context().runTasks();
        later();
        harness.context().exhaustThreads(true);
        for (int i = 0; i < 64; i++) {
            assertThat(statusOfARightToken()).isEqualTo(500);
        }

        harness.context().exhaustThreads(false);
        answer = text(200, issuer.keys());
        assertThat(statusOfARightToken()).isEqualTo(200);
    }

    @Test
    void doNotCountUnlessTheyAreKeysOfAnAnswerOfSuccess() throws Exception {
        for (Answer wrong : new Answer[] {
            text(404, issuer.keys()),
            text(500, "{}"),
            text(200, ""),
            text(200, "<html>"),
            text(200, "{\"keys\":[]}"),
            text(200, "{\"keys\":{}}"),
            text(200, "{\"keys\":[1]}"),
            text(200, issuer.keys() + " ".repeat(1 << 20)),
            exchange -> {
                exchange.getResponseHeaders().set("Location", "/elsewhere");
                exchange.sendResponseHeaders(302, -1);
            }
        }) {
            answer = wrong;
            later();
            assertThat(statusOfARightToken()).isEqualTo(503);
        }

        answer = text(200, issuer.keys());
        later();
        assertThat(statusOfARightToken()).isEqualTo(200);
    }

    @Test
    void areNotWaitedForLongerThanSomeSeconds() throws Exception {
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            end.await();
        };
        assertThat(statusOfARightToken()).isEqualTo(503);

        answer = exchange -> {
            Thread.sleep(Duration.ofSeconds(4));
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            Thread.sleep(Duration.ofSeconds(3));
            exchange.getResponseBody().write(issuer.keys().getBytes(UTF_8));
        };
        later();
        assertThat(statusOfARightToken()).isEqualTo(503);

        answer = exchange -> end.await();
        later();
        assertThat(statusOfARightToken()).isEqualTo(503);
    }

    @Test
    void stayIfTheServerGoesAway() throws Exception {
        answer = text(200, issuer.keys());
        assertThat(statusOfARightToken()).isEqualTo(200);
        server.stop(0);

        harness.context().advance(Duration.ofMinutes(59));
        assertThat(statusOfARightToken()).isEqualTo(200);
        harness.context().advance(Duration.ofMinutes(2));
        assertThat(statusOfARightToken()).isEqualTo(503);
    }
}
