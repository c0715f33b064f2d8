package io.sluice.plugins.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Buckets in this process, a bounded number. A bucket that is full again is forgotten; one that is pushed out by others leaves
 * behind how empty it was ({@link EmptiedBuckets}), so that no flood of names refills it. Safe from any thread.
 */
final class LocalBuckets implements Buckets {

    private static final Duration AFTER_FULL = Duration.ofSeconds(1);

    private final Limit limit;
    private final Bandwidth bandwidth;
    private final SteadyMeter meter;
    private final ScheduledExecutorService timer;
    private final LongConsumer pushedOut;
    private final EmptiedBuckets emptied = new EmptiedBuckets();
    private final Cache<String, Slot> slots;

    /**
     * Buckets that are full at first.
     *
     * @param timer completes the stages of {@link #takeLater}
     * @param pushedOut is told how many buckets left that were not full
     */
    LocalBuckets(
            Limit limit, int maxKeys, InstantSource clock, ScheduledExecutorService timer, LongConsumer pushedOut) {
        this.limit = limit;
        this.bandwidth = limit.bandwidth();
        this.meter = new SteadyMeter(clock);
        this.timer = timer;
        this.pushedOut = pushedOut;
        this.slots = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .expireAfterAccess(
                        Duration.ofNanos(limit.rate().nanosFor(limit.burst())).plus(AFTER_FULL))
                .ticker(meter)
                .executor(Runnable::run)
                .evictionListener(this::left)
                .build();
    }

    /** A bucket, and whether it has left the memory since it was looked up. */
    private static final class Slot {
        private final Bucket bucket;
        private volatile boolean gone;

        Slot(Bucket bucket) {
            this.bucket = bucket;
        }
    }

    private Slot make(String key) {
        Bucket bucket = Bucket.builder()
                .addLimit(bandwidth)
                .withCustomTimePrecision(meter)
                .build();
        long missing = missingAt(emptied.fullAt(key));
        if (missing > 0) {
            bucket.consumeIgnoringRateLimits(missing);
        }
        return new Slot(bucket);
    }

    // Whole tokens stay whole: a bucket may leave and come back many times for one request, and each time must cost
    // nothing.
    private long missingAt(long fullAt) {
        long nanos = fullAt - meter.currentTimeNanos();
        if (nanos <= 0) {
            return 0;
        }
        long whole = limit.rate().tokensIn(Duration.ofNanos(nanos));
        return limit.rate().nanosFor(whole) < nanos ? whole + 1 : whole;
    }

    // Called while the name is locked: who looks for it meanwhile waits, and finds the cell.
    private void left(@Nullable String key, @Nullable Slot slot, RemovalCause cause) {
        if (key == null || slot == null) {
            return;
        }
        slot.gone = true;
        long taken = slot.bucket.tryConsumeAsMuchAsPossible();
        long level = taken > 0 ? taken : slot.bucket.getAvailableTokens();
        // Whoever still holds the bucket finds nothing in it.
        slot.bucket.consumeIgnoringRateLimits(limit.burst());
        if (level < limit.burst()) {
            long now = meter.currentTimeNanos();
            emptied.note(
                    key,
                    now + limit.rate().nanosFor(limit.burst() - level),
                    now + limit.rate().nanosFor(limit.burst()));
            pushedOut.accept(1);
        }
    }

    @Override
    public Grant takeNow(String key, long tokens) {
        while (true) {
            Slot slot = slots.get(key, this::make);
            ConsumptionProbe probe = slot.bucket.tryConsumeAndReturnRemaining(tokens);
            if (probe.isConsumed()) {
                return Grant.granted(probe.getRemainingTokens());
            }
            if (!slot.gone) {
                return Grant.refused(probe.getRemainingTokens(), probe.getNanosToWaitForRefill());
            }
        }
    }

    @Override
    public CompletableFuture<Grant> takeLater(String key, long tokens, long patienceNanos) {
        Grant now = takeNow(key, tokens);
        if (now.isGranted() || now.waitNanos() > patienceNanos) {
            return CompletableFuture.completedFuture(now);
        }
        // The tokens are reserved at once, so that those who wait are served in their order.
        return slots.get(key, this::make)
                .bucket
                .asScheduler()
                .tryConsume(tokens, patienceNanos, timer)
                .thenApply(granted -> granted ? Grant.granted(0) : now);
    }

    @Override
    public long takeUpTo(String key, long tokens) {
        while (true) {
            Slot slot = slots.get(key, this::make);
            long taken = slot.bucket.tryConsumeAsMuchAsPossible(tokens);
            if (taken > 0 || !slot.gone) {
                return taken;
            }
        }
    }

    @Override
    public void charge(String key, long tokens) {
        slots.get(key, this::make).bucket.consumeIgnoringRateLimits(tokens);
    }

    @Override
    public void giveBack(String key, long tokens) {
        Slot slot = slots.getIfPresent(key);
        if (slot != null) {
            slot.bucket.addTokens(tokens);
        }
    }

    @Override
    public long size() {
        return slots.estimatedSize();
    }

    @Override
    public void keepAtMost(int maxKeys) {
        slots.policy().eviction().ifPresent(eviction -> eviction.setMaximum(maxKeys));
    }

    @Override
    public void close() {
        slots.invalidateAll();
    }
}
