package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for Redis, or for tokens, some of which want more than is drawn at a time. */
class TapWaitersTest {

    private static final long PATIENCE = Duration.ofSeconds(8).toNanos();
    private static final long BURST = 100;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final LateTimer timer = new LateTimer();

    private LateBucket redis = new LateBucket(LocalBucketsTest.limit("20/s", "100"));
    private Tap tap = tap("20/s", BURST);

    private Tap tap(String rate, long burst) {
        Limit limit = LocalBucketsTest.limit(rate, Long.toString(burst));
        redis = new LateBucket(limit);
        return new Tap(limit, redis, new SteadyMeter(clock), timer, 0);
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void getTheirsWhenALargeOneBeforeThemIsRefused() {
        redis.setTokens(BURST / 2);
        CompletableFuture<Grant> large = tap.ask(BURST, 0);
        timer.runTask();

        CompletableFuture<Grant> small = tap.ask(1, 0);
        timer.settle(redis);

        assertThat(large).isCompletedWithValueMatching(grant -> !grant.isGranted());
        assertThat(small).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void areServedThoughADebtGrowsWhileItIsPaid() {
        tap.charge(10);
        CompletableFuture<Grant> all = tap.ask(BURST, PATIENCE);
        timer.runTask();
        tap.charge(5);
        timer.settle(redis);

        redis.setTokens(BURST);
        timer.passASecond(redis);

        assertThat(all).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void getWhatAnotherGatewayGaveBackWithinASecond() {
        redis.setTokens(20);
        CompletableFuture<Grant> large = tap.ask(BURST, PATIENCE);
        timer.settle(redis);
        assertThat(large).isNotDone();

        redis.setTokens(BURST);
        timer.passASecond(redis);

        assertThat(large).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void areRefusedWhatTakesLongerThanTimeIsCounted() {
        tap = tap("1/d", 1L << 50);
        redis.setTokens(0);

        CompletableFuture<Grant> large = tap.ask(1L << 49, 0);
        timer.settle(redis);

        assertThat(large).isCompletedWithValueMatching(grant -> !grant.isGranted());
    }
}
