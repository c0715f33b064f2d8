package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ByteSize;
import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LocalBucketsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SettableClock clock = new SettableClock(START);
    private final LongAdder pushedOut = new LongAdder();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    static Limit limit(String rate, String burst) {
        return new Limit(new LimitConfig(
                "test",
                Counted.REQUESTS,
                rate,
                burst,
                List.of("client"),
                32,
                64,
                List.of(),
                MissingKey.CLIENT,
                null,
                Duration.ZERO,
                new ByteSize(1)));
    }

    private LocalBuckets buckets(String rate, String burst, int maxKeys) {
        return new LocalBuckets(limit(rate, burst), maxKeys, clock, timer, pushedOut::add);
    }

    /** Whatever is asked in which order, no bucket gives more than its burst and what its rate brought, evicted or not. */
    @RepeatedTest(20)
    void neverGivesMoreThanBurstAndRate() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int rate = 1 + random.nextInt(1000);
        int burst = 1 + random.nextInt(500);
        int maxKeys = 1 + random.nextInt(40);
        LocalBuckets buckets = buckets(rate + "/s", String.valueOf(burst), maxKeys);
        Map<String, Long> net = new HashMap<>();
        for (int step = 0; step < 5000; step++) {
            String key = "k" + random.nextInt(60);
            long tokens = 1 + random.nextInt(Math.max(1, burst / 2));
            switch (random.nextInt(5)) {
                case 0 -> clock.advance(Duration.ofNanos(random.nextInt(20_000_000)));
                case 1 -> net.merge(key, buckets.takeUpTo(key, tokens), Long::sum);
                default -> net.merge(key, buckets.takeNow(key, tokens).isGranted() ? tokens : 0, Long::sum);
            }
            double seconds = Duration.between(START, clock.instant()).toNanos() / 1e9;
            long charged = net.getOrDefault(key, 0L);
            assertThat(charged)
                    .as("seed %d, step %d", seed, step)
                    .isLessThanOrEqualTo(burst + (long) (rate * seconds) + 1);
        }
    }

    @Test
    void owesWhatIsChargedEvenWhenPushedOut() {
        LocalBuckets buckets = buckets("10/s", "10", 1);
        buckets.charge("a", 30);
        for (int i = 0; i < 100; i++) {
            buckets.takeNow("other" + i, 1);
        }

        clock.advance(Duration.ofMillis(1900));
        assertThat(buckets.takeUpTo("a", 10)).isZero();
        clock.advance(Duration.ofMillis(500));
        assertThat(buckets.takeUpTo("a", 10)).isBetween(2L, 4L);
    }

    @Test
    void isAsEmptyAsItWasWhereItIsPushedOutOften() {
        LocalBuckets buckets = buckets("10/s", "10", 1);
        buckets.takeNow("a", 1);

        for (int i = 0; i < 200; i++) {
            buckets.takeNow("other " + i, 1);
            assertThat(buckets.takeNow("a", 10).remaining()).as("after %d", i).isEqualTo(9);
        }
    }

    /** There are fewer cells than names. */
    @Test
    void leavesADebtToNobodyElse() {
        LocalBuckets buckets = buckets("10/s", "10", 1);
        buckets.charge("longest", 72_000);
        for (int i = 0; i < 30_000; i++) {
            buckets.takeNow("debtor " + i, 1);
            buckets.charge("debtor " + i, 36_000);
        }
        // The last debtor leaves now. Pushed out by a stranger, it would leave an empty bucket behind for a second.
        buckets.takeNow("next", 1);
        clock.advance(Duration.ofSeconds(1));

        for (int i = 0; i < 1000; i++) {
            assertThat(buckets.takeNow("stranger " + i, 1).isGranted()).isTrue();
        }
        clock.advance(Duration.ofMinutes(50));
        assertThat(buckets.takeNow("longest", 1).isGranted()).isFalse();
    }

    @Test
    void isNotRefilledByAFloodOfOtherKeys() {
        LocalBuckets buckets = buckets("1/h", "10", 100);
        for (int i = 0; i < 10; i++) {
            assertThat(buckets.takeNow("attacker", 1).isGranted()).isTrue();
        }

        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 5000; i++) {
                buckets.takeNow("flood" + round + "/" + i, 1);
            }
            assertThat(buckets.takeNow("attacker", 1).isGranted()).isFalse();
        }
        assertThat(pushedOut.sum()).isGreaterThan(50_000);
        assertThat(buckets.size()).isLessThanOrEqualTo(100);
    }

    @Test
    void forgivesAPushedOutBucketWithTime() {
        LocalBuckets buckets = buckets("1/s", "10", 1);
        buckets.takeUpTo("a", 10);
        for (int i = 0; i < 100; i++) {
            buckets.takeNow("other" + i, 1);
        }

        clock.advance(Duration.ofSeconds(4));

        assertThat(buckets.takeUpTo("a", 10)).isBetween(3L, 4L);
    }

    @Test
    void keepsTheMemoryBoundedUnderAMillionKeys() {
        LocalBuckets buckets = buckets("1/h", "10", 10_000);
        for (int i = 0; i < 1_000_000; i++) {
            buckets.takeNow("key " + i, 1);
        }

        assertThat(buckets.size()).isLessThanOrEqualTo(10_000);
    }

    @Test
    void forgetsBucketsThatAreFullAgain() {
        LocalBuckets buckets = buckets("10/s", "10", 10_000);
        for (int i = 0; i < 1000; i++) {
            buckets.takeNow("key " + i, 1);
        }

        clock.advance(Duration.ofSeconds(5));
        for (int i = 0; i < 200; i++) {
            buckets.takeNow("now", 1);
        }

        assertThat(buckets.size()).isLessThan(10);
        assertThat(pushedOut.sum()).isZero();
    }

    @Test
    void goesOnWhenTheClockIsSetBack() {
        LocalBuckets buckets = buckets("10/s", "10", 10);
        assertThat(buckets.takeUpTo("a", 10)).isEqualTo(10);

        clock.advance(Duration.ofHours(-1));
        assertThat(buckets.takeUpTo("a", 10)).isZero();
        clock.advance(Duration.ofMillis(500));

        assertThat(buckets.takeUpTo("a", 10)).isEqualTo(5);
    }
}
