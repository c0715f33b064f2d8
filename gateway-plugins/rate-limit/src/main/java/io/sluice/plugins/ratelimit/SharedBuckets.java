package io.sluice.plugins.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Buckets at Redis, which gateways share; while Redis is away, local ones or none. What this gateway has drawn from a bucket is
 * given back when nobody asks for it for a while. Safe from any thread.
 */
final class SharedBuckets implements Buckets {

    private static final Duration IDLE = Duration.ofSeconds(2);

    private final BooleanSupplier away;
    private final WhenAway whenAway;
    private final LocalBuckets local;
    private final Cache<String, Tap> taps;
    private final TapMaker maker;
    private final Limit limit;
    private final SteadyMeter meter;
    /** Those that were empty, or in debt, when their taps were given up. */
    private final EmptiedBuckets emptied = new EmptiedBuckets();

    /** Makes the tap of a bucket. */
    interface TapMaker {
        /** @param missing how many tokens the bucket lacks for all that is known, more than a burst if some are owed to it */
        Tap of(String name, long missing);
    }

    /**
     * Shared buckets.
     *
     * @param away whether they cannot be asked at present
     * @param maker of what draws from the bucket of a name
     * @param local the buckets that count meanwhile
     */
    SharedBuckets(
            BooleanSupplier away,
            WhenAway whenAway,
            int maxKeys,
            Limit limit,
            SteadyMeter meter,
            TapMaker maker,
            LocalBuckets local,
            ScheduledExecutorService timer) {
        this.away = away;
        this.whenAway = whenAway;
        this.local = local;
        this.limit = limit;
        this.meter = meter;
        this.maker = maker;
        this.taps = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .expireAfterAccess(IDLE)
                .executor(Runnable::run)
                .scheduler(Scheduler.forScheduledExecutorService(timer))
                .removalListener(this::release)
                .build();
    }

    private void release(@Nullable String name, @Nullable Tap tap, RemovalCause cause) {
        if (name == null || tap == null) {
            return;
        }
        note(name, tap.release(later -> note(name, later)));
        if (cause == RemovalCause.EXPLICIT) {
            tap.close();
        }
    }

    private void note(String name, long missing) {
        if (missing > 0) {
            long now = meter.currentTimeNanos();
            emptied.note(
                    name,
                    now + limit.rate().nanosFor(missing),
                    now + limit.rate().nanosFor(limit.burst()));
        }
    }

    private Tap tap(String key) {
        return taps.get(key, name -> maker.of(name, takeMissing(name)));
    }

    private long takeMissing(String name) {
        long nanos = emptied.fullAt(name) - meter.currentTimeNanos();
        emptied.forgetDebt(name);
        return nanos <= 0 ? 0 : Math.max(1, limit.rate().tokensIn(Duration.ofNanos(nanos)));
    }

    @Override
    public @Nullable Grant takeNow(String key, long tokens) {
        return away.getAsBoolean() ? meanwhile(key, tokens) : tap(key).takeNow(tokens);
    }

    private Grant meanwhile(String key, long tokens) {
        return whenAway == WhenAway.OPEN ? local.takeNow(key, tokens) : Grant.NOBODY_SAYS;
    }

    @Override
    public CompletableFuture<Grant> takeLater(String key, long tokens, long patienceNanos) {
        if (away.getAsBoolean()) {
            return meanwhileLater(key, tokens, patienceNanos);
        }
        return tap(key).ask(tokens, patienceNanos)
                .thenCompose(grant -> grant == null
                        ? meanwhileLater(key, tokens, patienceNanos)
                        : CompletableFuture.completedFuture(grant));
    }

    private CompletableFuture<Grant> meanwhileLater(String key, long tokens, long patienceNanos) {
        return whenAway == WhenAway.OPEN
                ? local.takeLater(key, tokens, patienceNanos)
                : CompletableFuture.completedFuture(Grant.NOBODY_SAYS);
    }

    @Override
    public long takeUpTo(String key, long tokens) {
        if (!away.getAsBoolean()) {
            return tap(key).takeUpTo(tokens);
        }
        return whenAway == WhenAway.OPEN ? local.takeUpTo(key, tokens) : 0;
    }

    @Override
    public void charge(String key, long tokens) {
        if (!away.getAsBoolean()) {
            tap(key).charge(tokens);
        } else if (whenAway == WhenAway.OPEN) {
            local.charge(key, tokens);
        } else {
            // No local bucket is asked meanwhile.
            tap(key).owe(tokens);
        }
    }

    @Override
    public void giveBack(String key, long tokens) {
        if (away.getAsBoolean()) {
            local.giveBack(key, tokens);
        } else {
            tap(key).giveBack(tokens);
        }
    }

    @Override
    public void keepAtMost(int maxKeys) {
        taps.policy().eviction().ifPresent(eviction -> eviction.setMaximum(maxKeys));
        local.keepAtMost(maxKeys);
    }

    @Override
    public long size() {
        return taps.estimatedSize() + local.size();
    }

    @Override
    public void close() {
        taps.invalidateAll();
        local.close();
    }
}
