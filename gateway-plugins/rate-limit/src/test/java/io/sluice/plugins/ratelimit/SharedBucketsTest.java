package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is owed to a shared bucket while Redis is away, with a burst of 100 and a token a minute. */
class SharedBucketsTest {

    private static final int MAX_KEYS = 100;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Limit limit = LocalBucketsTest.limit("1/m", "100");
    private final LateTimer timer = new LateTimer();
    private final LateBucket redis = new LateBucket(limit);
    private boolean away;
    private final SharedBuckets buckets = buckets();

    private SharedBuckets buckets() {
        SteadyMeter meter = new SteadyMeter(clock);
        return new SharedBuckets(
                () -> away,
                WhenAway.CLOSED,
                MAX_KEYS,
                limit,
                meter,
                (name, missing) -> new Tap(limit, redis, meter, timer, missing),
                new LocalBuckets(limit, MAX_KEYS, clock, timer, count -> {}),
                timer);
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private void forget() {
        buckets.keepAtMost(0);
        buckets.keepAtMost(MAX_KEYS);
    }

    /** Asks for a token, before which it is charged what is owed. */
    private void ask() {
        CompletableFuture<Grant> asked = buckets.takeLater("a", 1, 0);
        timer.settle(redis);
        assertThat(asked).isDone();
    }

    @Test
    void isChargedOnceRedisIsBackThoughTheBucketWasForgotten() {
        redis.fail(true);
        buckets.charge("a", 150);
        timer.settle(redis);
        forget();
        redis.fail(false);

        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void isChargedLaterWhereRequestsAreRefusedMeanwhile() {
        away = true;
        buckets.charge("a", 70);
        buckets.charge("a", 80);
        forget();
        away = false;

        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void isChargedOnceHoweverOftenTheBucketIsForgotten() {
        away = true;
        buckets.charge("a", 150);
        forget();
        away = false;

        ask();
        forget();
        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void isKeptWhereRedisGoesAwayAgainBeforeItIsPaid() {
        away = true;
        buckets.charge("a", 150);
        forget();
        away = false;
        redis.fail(true);

        ask();
        forget();
        redis.fail(false);
        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void shrinksWithTime() {
        away = true;
        buckets.charge("a", 150);
        forget();
        away = false;
        clock.advance(Duration.ofMinutes(100));

        ask();

        assertThat(redis.charged()).isEqualTo(50);
    }

    @Test
    void isNotThatOfAnotherBucket() {
        away = true;
        buckets.charge("b", 150);
        forget();
        away = false;

        ask();

        assertThat(redis.charged()).isZero();
    }

    @Test
    void isChargedOnceIfTheBucketIsForgottenMeanwhile() {
        buckets.charge("a", 150);
        timer.runTask();
        forget();
        redis.answer();
        timer.settle(redis);

        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void isChargedLaterIfItCannotBePaidWhileTheBucketIsForgotten() {
        buckets.charge("a", 150);
        timer.runTask();
        forget();
        redis.fail(true);
        timer.settle(redis);
        redis.fail(false);

        ask();

        assertThat(redis.charged()).isEqualTo(150);
    }

    @Test
    void isAwaitedByNobodyOnceTheBucketsAreClosed() {
        CompletableFuture<Grant> waits = buckets.takeLater("a", 1, 0);

        buckets.close();

        assertThat(waits).isCompletedWithValueMatching(grant -> !grant.isGranted());
    }
}
