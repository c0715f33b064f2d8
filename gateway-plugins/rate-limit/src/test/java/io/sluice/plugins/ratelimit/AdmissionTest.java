package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ByteSize;
import io.sluice.api.RequestPlan;
import io.sluice.testkit.SettableClock;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of a busy bucket and of others, with buckets that gateways share and a clock that stands still. */
@Timeout(120)
class AdmissionTest {

    private static final int FOR_TOKENS = 12;
    private static final int FOR_ANSWERS = 6;

    private final WaitingRoom forTokens = new WaitingRoom(FOR_TOKENS);
    private final WaitingRoom forAnswers = new WaitingRoom(FOR_ANSWERS);
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final ActiveLimit limit = limit();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private ActiveLimit limit() {
        Limit made = new Limit(new LimitConfig(
                "test",
                Counted.REQUESTS,
                "1000/s",
                "2000",
                List.of("tenant"),
                32,
                64,
                List.of(),
                MissingKey.CLIENT,
                null,
                Duration.ofSeconds(2),
                new ByteSize(1)));
        SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
        SteadyMeter meter = new SteadyMeter(clock);
        LocalBuckets local = new LocalBuckets(made, 100, clock, timer, count -> {});
        SharedBuckets shared = new SharedBuckets(
                () -> false,
                WhenAway.OPEN,
                100,
                made,
                meter,
                (name, missing) -> new Tap(made, new Redis(name.startsWith("full")), meter, timer, missing),
                local,
                timer);
        return ActiveLimit.of(made, shared, ToldIn.NONE, new TestContext().meters());
    }

    /** A bucket that has all that is asked for, or nothing. */
    private record Redis(boolean isFull) implements SharedBucket {
        @Override
        public CompletableFuture<Drawn> drawUpTo(long tokens) {
            return CompletableFuture.completedFuture(new Drawn(isFull ? tokens : 0, !isFull, 0));
        }

        @Override
        public CompletableFuture<Drawn> draw(long tokens) {
            return CompletableFuture.completedFuture(isFull ? new Drawn(tokens, false, 0) : new Drawn(0, true, 1));
        }

        @Override
        public CompletableFuture<Long> charge(long tokens) {
            return CompletableFuture.completedFuture(0L);
        }

        @Override
        public void giveBack(long tokens) {}
    }

    private RequestPlan plan(String key) {
        return new Admission(List.of(new Wanted(limit, key, 1)), forTokens, forAnswers, grants -> RequestPlan.pass())
                .proceed();
    }

    /** What follows once Redis has answered. */
    private RequestPlan answered(String key) {
        long waiting = forTokens.size();
        RequestPlan plan = plan(key);
        while (plan instanceof RequestPlan.Later<?> later && forTokens.size() == waiting) {
            plan = next(later);
        }
        return plan;
    }

    private static <T> RequestPlan next(RequestPlan.Later<T> later) {
        return later.then().apply(later.stage().toCompletableFuture().join());
    }

    private int waitersOf(String key) {
        int waiting = 0;
        while (answered(key) instanceof RequestPlan.Later) {
            waiting++;
        }
        return waiting;
    }

    @Test
    void leavesRoomForOthersWhereManyWaitForOneBucket() {
        assertThat(waitersOf("busy")).isEqualTo(FOR_TOKENS / 2);
        assertThat(waitersOf("other")).isEqualTo(FOR_TOKENS / 4);
        assertThat(forTokens.size()).isEqualTo(FOR_TOKENS * 3 / 4);
    }

    @Test
    void letsWhoHasTokensPassThoughNobodyElseMayWait() {
        for (int i = 0; i < FOR_TOKENS; i++) {
            waitersOf("busy" + i);
        }

        assertThat(forTokens.size()).isEqualTo(FOR_TOKENS);
        assertThat(answered("full")).isInstanceOf(RequestPlan.Pass.class);
    }

    @Test
    void boundsThoseWhoAskAsFairly() {
        timer.execute(AdmissionTest::sleep);
        for (int i = 0; i < FOR_ANSWERS / 2; i++) {
            assertThat(plan("full")).isInstanceOf(RequestPlan.Later.class);
        }

        assertThat(plan("full")).isInstanceOf(RequestPlan.Answer.class);
        assertThat(plan("full too")).isInstanceOf(RequestPlan.Later.class);
        assertThat(forTokens.size()).isZero();
    }

    // Until the timer is shut down, so that Redis is not asked.
    private static void sleep() {
        try {
            Thread.sleep(Duration.ofMinutes(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
