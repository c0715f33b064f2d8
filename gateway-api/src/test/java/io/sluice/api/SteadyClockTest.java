package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private long nanos = Long.MAX_VALUE - 1;

    @Test
    void goesOnAsFastAsTimePasses() {
        Instant start = Instant.parse("2026-11-30T00:00:00Z");
        SteadyClock clock = new SteadyClock(start, () -> nanos);
        assertThat(clock.instant()).isEqualTo(start);

        nanos += Duration.ofHours(1).toNanos();

        assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofHours(1)));
    }
}
