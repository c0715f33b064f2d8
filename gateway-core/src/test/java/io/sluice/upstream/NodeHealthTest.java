package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.HealthConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeHealthTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private final NodeHealth health =
            new NodeHealth(new HealthConfig(3, HOUR, Duration.ofHours(8), Duration.ofSeconds(5)));

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            health.failed();
        }
    }

    private long minutesLeft() {
        return Duration.ofNanos(health.ejectedUntil() - System.nanoTime()).toMinutes();
    }

    @Test
    void toleratesFewerFailuresInARow() {
        fail(2);
        health.succeeded();
        fail(2);
        assertThat(health.available()).isTrue();
        assertThat(health.ejected()).isFalse();
    }

    @Test
    void leavesOutTheNodeAfterFailuresInARow() {
        fail(3);
        assertThat(health.available()).isFalse();
        assertThat(minutesLeft()).isBetween(58L, 60L);
    }

    @Test
    void doublesTheTimeWithEveryFurtherFailureUpToTheLongest() {
        fail(4);
        assertThat(minutesLeft()).isBetween(118L, 120L);
        fail(100);
        assertThat(minutesLeft()).isBetween(478L, 480L);
    }

    @Test
    void takesTheNodeBackWithTheFirstSuccess() {
        fail(50);
        health.succeeded();
        assertThat(health.available()).isTrue();
        assertThat(health.failuresInARow()).isZero();
    }
}
