package io.sluice.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Safe from any thread. */
public final class SettableClock implements InstantSource {

    private volatile Instant now;
    private volatile Instant steady;

    public SettableClock(Instant start) {
        this.now = start;
        this.steady = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** Sets the time, also backwards; no time passes by that. */
    public void set(Instant instant) {
        now = instant;
    }

    /** Moves the time on: so much passes. */
    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
        steady = steady.plus(duration);
    }

    /** The clock that tells how much time passed, and is never set. */
    public InstantSource steady() {
        return () -> steady;
    }
}
