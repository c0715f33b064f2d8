package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for Redis, or for tokens, some of which want more than is drawn at a time. */
class TapWaitersTest {

    private static final long PATIENCE = Duration.ofSeconds(8).toNanos();
    private static final long BURST = 100;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    /** What is to be done within a second. */
    private final Deque<Runnable> soon = new ArrayDeque<>();

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            if (unit.toNanos(delay) <= TimeUnit.SECONDS.toNanos(1)) {
                soon.add(task);
            }
            return super.schedule(() -> {}, 0, unit);
        }
    };

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

    private void runTask() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    private void settle() {
        while (!tasks.isEmpty() || redis.isAsked()) {
            runTask();
            redis.answer();
        }
    }

    private void passASecond() {
        tasks.addAll(soon);
        soon.clear();
        settle();
    }

    @Test
    void getTheirsWhenALargeOneBeforeThemIsRefused() {
        redis.setTokens(BURST / 2);
        CompletableFuture<Grant> large = tap.ask(BURST, 0);
        runTask();

        CompletableFuture<Grant> small = tap.ask(1, 0);
        settle();

        assertThat(large).isCompletedWithValueMatching(grant -> !grant.isGranted());
        assertThat(small).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void areServedThoughADebtGrowsWhileItIsPaid() {
        tap.charge(10);
        CompletableFuture<Grant> all = tap.ask(BURST, PATIENCE);
        runTask();
        tap.charge(5);
        settle();

        redis.setTokens(BURST);
        passASecond();

        assertThat(all).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void getWhatAnotherGatewayGaveBackWithinASecond() {
        redis.setTokens(20);
        CompletableFuture<Grant> large = tap.ask(BURST, PATIENCE);
        settle();
        assertThat(large).isNotDone();

        redis.setTokens(BURST);
        passASecond();

        assertThat(large).isCompletedWithValueMatching(Grant::isGranted);
    }

    @Test
    void areRefusedWhatTakesLongerThanTimeIsCounted() {
        tap = tap("1/d", 1L << 50);
        redis.setTokens(0);

        CompletableFuture<Grant> large = tap.ask(1L << 49, 0);
        settle();

        assertThat(large).isCompletedWithValueMatching(grant -> !grant.isGranted());
    }
}
