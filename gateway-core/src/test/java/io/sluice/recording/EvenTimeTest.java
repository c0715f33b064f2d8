package io.sluice.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EvenTimeTest {
    private static final Instant START = Instant.parse("2026-12-01T04:58:21Z");
    private static final Duration LITTLE = Duration.ofMillis(100);
    private static final Duration MUCH = Duration.ofHours(1);

    private final long origin = System.nanoTime();
    private Duration set = Duration.ZERO;
    private final EvenTime time = new EvenTime(this::now);

    private Instant now() {
        return START.plus(set).plusNanos(System.nanoTime() - origin);
    }

    @Test
    void goesOnWhereTheClockIsSetBackALittle() {
        long reading = System.nanoTime();
        Instant before = time.of(reading);
        set = LITTLE.negated();
        assertThat(time.of(reading + 1)).isEqualTo(before.plusNanos(1));
    }

    @Test
    void followsAClockThatIsSetByMuch() {
        set = MUCH.negated();
        assertThat(time.of(System.nanoTime())).isBetween(START.minus(MUCH).minusSeconds(1), now());
        set = MUCH;
        assertThat(time.of(System.nanoTime())).isBetween(START.plus(MUCH).minusSeconds(1), now());
    }
}
