package io.sluice.plugins.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.TimeMeter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that never goes back: where the clock is set back, it goes on from where it was. Otherwise buckets would stay as they are
 * until the clock has caught up. Safe from any thread.
 */
final class SteadyMeter implements TimeMeter, Ticker {

    /** Threads that read the clock at the same time see it out of order, by less than this. */
    private static final long DISORDER = TimeUnit.MILLISECONDS.toNanos(10);

    private final InstantSource clock;
    private final AtomicLong latest;
    private volatile long ahead;

    SteadyMeter(InstantSource clock) {
        this.clock = clock;
        this.latest = new AtomicLong(wallNanos(clock));
    }

    /** The clock's time in nanoseconds since the epoch. */
    private static long wallNanos(InstantSource clock) {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public long currentTimeNanos() {
        long now = wallNanos(clock) + ahead;
        long seen = latest.get();
        if (now < seen - DISORDER) {
            return setBack();
        }
        return now <= seen ? seen : latest.accumulateAndGet(now, Math::max);
    }

    private synchronized long setBack() {
        long seen = latest.get();
        long now = wallNanos(clock) + ahead;
        if (now < seen) {
            ahead += seen - now;
        }
        return seen;
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }

    @Override
    public long read() {
        return currentTimeNanos();
    }
}
