package io.sluice.plugins.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time of day at Redis, which all gateways that share its buckets have in common, whatever their own clocks say: a bucket whose last
 * filling lies ahead would stay as it is. Between Redis' answers the time is carried on by a steady clock. Safe from any thread.
 */
final class RedisClock implements TimeMeter {

    private final LongSupplier steady;
    /** What is added to the steady clock, in nanoseconds; before the first answer less than that can be. */
    private volatile long offset = Long.MIN_VALUE;

    /** @param steady nanoseconds since whenever, never less than before */
    RedisClock(LongSupplier steady) {
        this.steady = steady;
    }

    /** The time of the steady clock. */
    long steadyNanos() {
        return steady.getAsLong();
    }

    /**
     * Sets the clock. Redis read its own between question and answer: this one is moved only if it lies outside of that, and no further than
     * into it. At first it is set as if the answer had taken no time, so that it is not ahead.
     *
     * @param time an answer to TIME: seconds and microseconds
     * @param asked the steady clock's time before the question
     */
    void set(List<byte[]> time, long asked) {
        long nanos =
                TimeUnit.SECONDS.toNanos(number(time.getFirst())) + TimeUnit.MICROSECONDS.toNanos(number(time.get(1)));
        offset = Math.clamp(offset, nanos - steady.getAsLong(), nanos - asked);
    }

    private static long number(byte[] digits) {
        return Long.parseLong(new String(digits, StandardCharsets.US_ASCII));
    }

    @Override
    public long currentTimeNanos() {
        return steady.getAsLong() + offset;
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }
}
