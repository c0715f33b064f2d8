package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What bulks may owe a shared bucket, with a burst of 100 and a token a minute. */
class TapTest {

    private static final int MORE_THAN_ALL = 1_000;
    private static final int A_TENTH = 10;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final LateTimer timer = new LateTimer();
    private final Limit limit = LocalBucketsTest.limit("1/m", "100");
    private final LateBucket redis = new LateBucket(limit);
    private final Tap tap = tap(0);

    private Tap tap(long missing) {
        return new Tap(limit, redis, new SteadyMeter(clock), timer, missing);
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void isATenthOfTheBurstForTheTimeOfAnAnswer() {
        redis.setTokens(0);

        long given = 0;
        given += tap.takeUpTo(MORE_THAN_ALL);
        while (timer.hasTasks() || redis.isAsked()) {
            timer.runTask();
            given += tap.takeUpTo(MORE_THAN_ALL);
            redis.answer();
            given += tap.takeUpTo(MORE_THAN_ALL);
        }

        assertThat(given).isEqualTo(A_TENTH);
        assertThat(redis.tokens()).isEqualTo(-A_TENTH);
    }

    @Test
    void isNothingOfABucketThatIsEmptyAndStaysSo() {
        redis.setTokens(0);
        tap.takeUpTo(MORE_THAN_ALL);
        timer.settle(redis);

        for (int second = 0; second < 100; second += 2) {
            clock.advance(Duration.ofSeconds(2));
            assertThat(tap.takeUpTo(MORE_THAN_ALL)).isZero();
            timer.settle(redis);
        }
        assertThat(redis.tokens()).isEqualTo(-A_TENTH);
    }

    @Test
    void isAsEverOnceTheBucketHasTokensAgain() {
        redis.setTokens(0);
        tap.takeUpTo(MORE_THAN_ALL);
        timer.settle(redis);
        redis.setTokens(50);
        clock.advance(Duration.ofSeconds(2));

        assertThat(tap.takeUpTo(MORE_THAN_ALL)).isZero();
        timer.settle(redis);

        assertThat(tap.takeUpTo(MORE_THAN_ALL)).isGreaterThanOrEqualTo(A_TENTH);
    }

    @Test
    void isNothingBeforeTheFirstAnswerWhereTheBucketWasEmptyBefore() {
        Tap again = tap(1);

        assertThat(again.takeUpTo(MORE_THAN_ALL)).isZero();
        timer.settle(redis);
        assertThat(again.takeUpTo(MORE_THAN_ALL)).isGreaterThanOrEqualTo(A_TENTH);
        assertThat(again.release(later -> {})).isZero();
    }

    @Test
    void isToldWhenTheBucketIsGivenUp() {
        redis.setTokens(0);
        tap.takeUpTo(MORE_THAN_ALL);
        timer.settle(redis);

        assertThat(tap.release(later -> {})).isEqualTo(limit.burst());
    }
}
