package io.sluice.config;

import java.time.Duration;

/** The few conditions that the compact constructors of the configuration share. */
final class Checks {
    private Checks() {}

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    static void atLeast(long minimum, long value, String key) {
        require(value >= minimum, key + " must be at least " + minimum + ", is " + value);
    }

    static void positive(Duration value, String key) {
        require(value.isPositive(), key + " must be longer than 0, is " + value);
    }
}
