package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bucket at a Redis that stands still for a while. */
@Tag("slow")
class RedisBucketTest {

    private static final long BURST = 100;

    private final Limit limit = LocalBucketsTest.limit("1/h", Long.toString(BURST));
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
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

    private SharedConfig config() {
        URI address = URI.create("redis://127.0.0.1:" + redis.port());
        return new SharedConfig(
                address, null, new Secret("secret"), null, "sluice", Duration.ofSeconds(2), WhenAway.OPEN);
    }

    @Test
    void isNotChargedByAnAnswerThatComesTooLate() throws Exception {
        try (RedisLink link = new RedisLink(config(), timer, new Tally())) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !link.isAway());
            RedisBucket bucket = new RedisBucket(link, "a", limit.bucket());

            redis.freeze(true);
            assertThat(bucket.charge(40)).failsWithin(Duration.ofSeconds(30));
            redis.freeze(false);

            await().atMost(Duration.ofSeconds(30)).until(() -> !link.isAway());
            await().atMost(Duration.ofSeconds(30)).during(Duration.ofSeconds(1)).until(() -> tokens(link) == BURST);
        }
    }

    @Test
    void isAwayUntilTheNextLookAfterAnError() throws Exception {
        try (RedisLink link = new RedisLink(config(), timer, new Tally())) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !link.isAway());

            CompletableFuture<Long> asked = link.ask(
                    () -> {
                        throw new NoClassDefFoundError("expected by the test");
                    },
                    late -> {});

            assertThat(asked).isCompletedExceptionally();
            await().atMost(Duration.ofSeconds(30)).until(() -> !link.isAway());
        }
    }

    private long tokens(RedisLink link) throws Exception {
        return link.bucket("a", limit.bucket()).getAvailableTokens().get(30, TimeUnit.SECONDS);
    }
}
