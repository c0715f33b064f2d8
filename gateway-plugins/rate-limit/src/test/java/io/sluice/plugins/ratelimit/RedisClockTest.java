package io.sluice.plugins.ratelimit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisClockTest {

    private static final Duration START = Duration.ofHours(100);

    private Duration steady = START;
    private final RedisClock clock = new RedisClock(() -> steady.toNanos());

    /** Has Redis tell its time, by an answer that takes so long. */
    private void set(Duration time, Duration roundTrip) {
        long asked = clock.steadyNanos();
        steady = steady.plus(roundTrip);
        clock.set(List.of(text(time.toSeconds()), text(time.toNanosPart() / 1_000)), asked);
    }

    private static byte[] text(long number) {
        return Long.toString(number).getBytes(US_ASCII);
    }

    private Duration now() {
        return Duration.ofNanos(clock.currentTimeNanos());
    }

    @Test
    void isNotAheadAtFirst() {
        set(Duration.ofMillis(500_250), Duration.ofMillis(40));

        assertThat(now()).isEqualTo(Duration.ofMillis(500_250));
    }

    @Test
    void goesOnBetweenAnswers() {
        set(Duration.ofSeconds(500), Duration.ZERO);

        steady = steady.plusMillis(70);

        assertThat(now()).isEqualTo(Duration.ofMillis(500_070));
    }

    @Test
    void staysAsItIsWhereAnAnswerLeavesRoomForThat() {
        set(Duration.ofSeconds(500), Duration.ofMillis(40));

        set(Duration.ofMillis(500_010), Duration.ofMillis(30));

        assertThat(now()).isEqualTo(Duration.ofMillis(500_030));
    }

    @Test
    void goesOnToTheTimeThatRedisHasToldAtLeast() {
        set(Duration.ofSeconds(500), Duration.ofMillis(40));

        set(Duration.ofSeconds(600), Duration.ofMillis(30));

        assertThat(now()).isEqualTo(Duration.ofSeconds(600));
    }

    @Test
    void goesBackWhereTheClockOfRedisWasSetBack() {
        set(Duration.ofSeconds(500), Duration.ofMillis(40));

        set(Duration.ofSeconds(400), Duration.ofMillis(30));

        assertThat(now()).isEqualTo(Duration.ofMillis(400_030));
    }
}
