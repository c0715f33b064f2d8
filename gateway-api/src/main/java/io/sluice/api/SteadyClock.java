package io.sluice.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A clock that goes on from when it was made, however the time of day is set meanwhile. Thread-safe. */
public final class SteadyClock implements InstantSource {

    private final Instant start;
    private final LongSupplier nanos;
    private final long startNanos;

    /** Begins with the time of day. */
    public SteadyClock() {
        this(Instant.now(), System::nanoTime);
    }

    SteadyClock(Instant start, LongSupplier nanos) {
        this.start = start;
        this.nanos = nanos;
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }
}
