package io.sluice.filters.forwardauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.testkit.TestContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class VerdictsTest {

    private final TestContext context = new TestContext();
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private Service service;
    private Verdicts verdicts;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            boolean right =
                    exchange.getRequestHeaders().getFirst("Authorization").startsWith("right");
            exchange.sendResponseHeaders(right ? 204 : 401, -1);
            exchange.close();
        });
        server.start();
        ForwardAuthConfig config = new ForwardAuthConfig(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                null,
                List.of("Authorization"),
                null,
                Map.of(),
                ",",
                false,
                Duration.ofSeconds(50),
                8,
                64,
                Duration.ofMinutes(1),
                ForwardAuthConfig.Alike.HEADERS,
                100);
        service = new Service(config, context.meters());
        verdicts = new Verdicts(config, service, context, context.blockingExecutor());
    }

    @AfterEach
    void stop() {
        service.close();
        server.stop(0);
    }

    private CompletableFuture<Verdict> start(String authorization, int address) throws Exception {
        Question question = new Question(List.of(new Question.Field("authorization", authorization)), List.of());
        return verdicts.start(question, InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) address}));
    }

    @Test
    void comeForClientsWhileAnotherSendsThousandsOfWrongTokens() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            start("wrong " + i, 1);
        }

        CompletableFuture<Verdict> right = start("right", 2);
        context.runTasks();

        assertThat(right.join()).isInstanceOf(Verdict.Allowed.class);
        assertThat(asked.get()).isLessThanOrEqualTo(65);
    }

    /** The service names no user here, so that clients are known by their network. */
    @Test
    void areRememberedForOthersHoweverManyOneClientHas() throws Exception {
        start("right, of a user", 2);
        for (int i = 0; i < 200; i++) {
            start("right " + i, 1);
            context.runTasks();
        }

        assertThat(start("right, of a user", 2).isDone()).isTrue();
        assertThat(start("right 199", 1).isDone()).isTrue();
        assertThat(start("right 149", 1).isDone()).isFalse();
    }

    @Test
    void areTheSameForEqualQuestionsAtATime() throws Exception {
        for (int i : IntStream.range(0, 50).toArray()) {
            start("right", i);
        }

        context.runTasks();

        assertThat(asked).hasValue(1);
    }
}
