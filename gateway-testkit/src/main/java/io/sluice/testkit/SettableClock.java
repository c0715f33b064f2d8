package io.sluice.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Safe from any thread. */
public final class SettableClock implements InstantSource {

    private volatile Instant now;

    public SettableClock(Instant start) {
        this.now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** Sets the time, also backwards. */
    public void set(Instant instant) {
        now = instant;
    }

    /** Moves the time on. */
    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
    }
}
