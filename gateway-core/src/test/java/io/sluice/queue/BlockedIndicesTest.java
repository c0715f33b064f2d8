package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.QueueRetryConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BlockedIndicesTest {
    private static final QueueRetryConfig CONFIG = new QueueRetryConfig(
            Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ZERO, 20, 10, Duration.ofMinutes(10));

    private final AtomicLong now = new AtomicLong();
    private final BlockedIndices blocked = new BlockedIndices(now::get, () -> true);

    private void passes(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void anIndexIsBlockedUntilItAnswersOtherwise() {
        blocked.refused("red", false, CONFIG);

        assertThat(blocked.isBlocked("red")).isTrue();
        assertThat(blocked.isBlocked("green")).isFalse();
        blocked.answered("red");
        assertThat(blocked.isBlocked("red")).isFalse();
    }

    @Test
    void oneItemIsTriedAfterAPauseThatDoubles() {
        blocked.refused("red", false, CONFIG);
        assertThat(blocked.mayTry("red", CONFIG)).isFalse();

        passes(Duration.ofMillis(200));
        assertThat(blocked.mayTry("red", CONFIG)).isTrue();
        assertThat(blocked.mayTry("red", CONFIG)).isFalse();

        blocked.refused("red", false, CONFIG);
        passes(Duration.ofMillis(399));
        assertThat(blocked.mayTry("red", CONFIG)).isFalse();
        passes(Duration.ofMillis(1));
        assertThat(blocked.mayTry("red", CONFIG)).isTrue();
    }

    @Test
    void itIsLongBlockedAfterTheTimeThatIsConfigured() {
        for (int i = 0; i < 60; i++) {
            blocked.refused("red", false, CONFIG);
            assertThat(blocked.isLong("red", CONFIG)).isFalse();
            passes(Duration.ofSeconds(10));
        }
        assertThat(blocked.isLong("red", CONFIG)).isTrue();
    }

    @Test
    void anIndexThatWasQuietForADayBeginsAnew() {
        blocked.refused("red", false, CONFIG);
        passes(Duration.ofSeconds(5));
        blocked.answered("red");
        blocked.refused("gone", false, CONFIG);
        passes(Duration.ofDays(1));

        blocked.refused("red", false, CONFIG);
        blocked.refused("gone", false, CONFIG);

        assertThat(blocked.isLong("red", CONFIG)).isFalse();
        assertThat(blocked.isLong("gone", CONFIG)).isFalse();
    }

    @Test
    void fullDisksAreWaitedForUnlessOtherIndicesTakeItems() {
        for (int i = 0; i < 61; i++) {
            blocked.refused("full", true, CONFIG);
            passes(Duration.ofSeconds(10));
        }
        assertThat(blocked.isLong("full", CONFIG)).isFalse();

        blocked.took();

        assertThat(blocked.isLong("full", CONFIG)).isTrue();
    }
}
