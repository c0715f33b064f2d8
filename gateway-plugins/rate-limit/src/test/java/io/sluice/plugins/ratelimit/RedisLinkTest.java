package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.protocol.CommandType;
import io.sluice.api.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RedisLinkTest {

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

    private static Relay relay(IntSupplier target, Consumer<Relay.Connection> each) throws IOException {
        return new Relay(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), target, each);
    }

    private RedisLink link(int port) throws IOException {
        return link("default", port);
    }

    private RedisLink link(String user, int port) throws IOException {
        URI address = URI.create("redis://127.0.0.1:" + port);
        return new RedisLink(
                new SharedConfig(
                        address, user, new Secret("secret"), null, "sluice", Duration.ofSeconds(5), WhenAway.OPEN),
                timer,
                new Tally());
    }

    private boolean draws(RedisLink link) {
        return new RedisBucket(link, "a", limit.bucket())
                .draw(1)
                .handle((drawn, failure) -> failure == null)
                .join();
    }

    @Test
    void keepsTheNewerOfTwoConnectionsThoughTheOlderOneIsThereLater() throws Exception {
        try (Relay relay = relay(redis::port, this::open);
                RedisLink link = link(relay.port())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !link.isAway());

            Relay.Connection older = late.get(30, TimeUnit.SECONDS);
            older.open().run();
            await().atMost(Duration.ofSeconds(60)).until(() -> older.client().isClosed());

            assertThat(link.bucket("a", limit.bucket()).getAvailableTokens().get(30, TimeUnit.SECONDS))
                    .isEqualTo(100);
        }
    }

    @Test
    void isAwayWhileRedisIsAReplica() throws Exception {
        try (TestRedis primary = new TestRedis();
                RedisLink link = link(redis.port())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !link.isAway());

            redis.replicate(primary);

            assertThat(draws(link)).isFalse();
            await().during(Duration.ofSeconds(2)).until(link::isAway);
        }
    }

    @Test
    void followsTheAddressToAnotherPrimaryThoughTheConnectionStays() throws Exception {
        AtomicInteger target = new AtomicInteger(redis.port());
        try (TestRedis primary = new TestRedis();
                Relay relay = relay(target::get, connection -> connection.open().run());
                RedisLink link = link(relay.port())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !link.isAway());

            target.set(primary.port());
            redis.replicate(primary);

            await().atMost(Duration.ofSeconds(60)).until(() -> draws(link));
        }
    }

    /** Those that the documentation names. */
    @Test
    void needsFewRights() throws Exception {
        redis.addUser(
                "few",
                "sluice",
                List.of(CommandType.EVAL, CommandType.GET, CommandType.SET, CommandType.PSETEX, CommandType.TIME));
        try (RedisLink link = link("few", redis.port())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !link.isAway());
            RedisBucket bucket = new RedisBucket(link, "sluice:a", limit.bucket());

            assertThat(bucket.draw(1)).succeedsWithin(Duration.ofSeconds(30));
            assertThat(bucket.charge(1)).succeedsWithin(Duration.ofSeconds(30));
        }
    }
}
