package io.sluice.plugins.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.InstantSource;

/** The time of day, which all gateways that share a bucket must agree on. Safe from any thread. */
record WallClock(InstantSource clock) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
        return SteadyMeter.wallNanos(clock);
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }
}
