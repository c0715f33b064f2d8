package io.sluice.filters.tenant.placement;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * For how long a gateway may decide requests. It is over as soon as either of two clocks says so: {@link System#nanoTime} stands still while
 * the machine is suspended, and the time of day can be set back. One thread changes it; thread-safe.
 */
final class Lease {

    private final Duration length;
    private final LongSupplier nanos;
    private final InstantSource timeOfDay;

    private volatile Moment end;

    /**
     * A moment by both clocks.
     *
     * @param nanos as {@link System#nanoTime} counts
     * @param millis the time of day, since 1970
     */
    record Moment(long nanos, long millis) {
        private Moment plus(Duration time) {
            return new Moment(nanos + time.toNanos(), millis + time.toMillis());
        }
    }

    /**
     * A lease that is over.
     *
     * @param nanos time as {@link System#nanoTime} counts it
     */
    Lease(Duration length, LongSupplier nanos, InstantSource timeOfDay) {
        this.length = length;
        this.nanos = nanos;
        this.timeOfDay = timeOfDay;
        this.end = now();
    }

    Moment now() {
        return new Moment(nanos.getAsLong(), timeOfDay.millis());
    }

    boolean isValid() {
        return left() > 0;
    }

    /** Nanoseconds until it is over; not above 0 if it is. */
    long left() {
        Moment last = end;
        Moment now = now();
        return Math.min(last.nanos - now.nanos, TimeUnit.MILLISECONDS.toNanos(last.millis - now.millis));
    }

    /** Lets it run anew from a moment that may have passed. */
    void renew(Moment from) {
        end = from.plus(length);
    }

    /** It is over. */
    void end() {
        end = now();
    }
}
