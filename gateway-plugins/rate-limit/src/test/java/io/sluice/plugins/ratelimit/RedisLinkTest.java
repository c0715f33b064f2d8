package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.Secret;
import io.sluice.testkit.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RedisLinkTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Limit limit = LocalBucketsTest.limit("1/h", "100");
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<Relay.Connection> late = new CompletableFuture<>();
    private TestRedis redis;

    @BeforeEach
    void start() throws Exception {
        redis = new TestRedis();
    }

    @AfterEach
    void stop() throws Exception {
        redis.close();
        timer.shutdownNow();
    }

    /** Breaks the first connection off, and keeps the second one until the test opens it. */
    private void open(Relay.Connection connection) {
        switch (connection.number()) {
            case 0 -> close(connection);
            case 1 -> late.complete(connection);
            default -> connection.open().run();
        }
    }

    private static void close(Relay.Connection connection) {
        try {
            connection.client().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keepsTheNewerOfTwoConnectionsThoughTheOlderOneIsThereLater() throws Exception {
        ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        URI address = URI.create("redis://127.0.0.1:" + listening.getLocalPort());
        SharedConfig config = new SharedConfig(
                address, null, new Secret("secret"), null, "sluice", Duration.ofSeconds(5), WhenAway.OPEN);
        try (Relay relay = new Relay(listening, redis.port(), this::open);
                RedisLink link = new RedisLink(config, clock, timer, new Tally())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !link.isAway());

            Relay.Connection older = late.get(30, TimeUnit.SECONDS);
            older.open().run();
            await().atMost(Duration.ofSeconds(60)).until(() -> older.client().isClosed());

            assertThat(link.bucket("a", limit.bucket()).getAvailableTokens().get(30, TimeUnit.SECONDS))
                    .isEqualTo(100);
        }
    }
}
