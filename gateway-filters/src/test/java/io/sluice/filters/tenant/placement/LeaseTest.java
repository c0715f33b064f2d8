package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaseTest {

    private static final Duration LENGTH = Duration.ofSeconds(10);

    private long nanos = Long.MAX_VALUE - 5;
    private final SettableClock timeOfDay = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Lease lease = new Lease(LENGTH, () -> nanos, timeOfDay);

    private void pass(Duration time) {
        nanos += time.toNanos();
        timeOfDay.advance(time);
    }

    @Test
    void isOverBeforeItIsRenewed() {
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void isValidUntilItsEnd() {
        lease.renew(lease.now());

        pass(LENGTH.minusMillis(1));
        assertThat(lease.isValid()).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void isOverAfterASuspensionThatNanoTimeDoesNotCount() {
        lease.renew(lease.now());

        timeOfDay.advance(LENGTH);

        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void isNotProlongedByATimeOfDayThatIsSetBack() {
        lease.renew(lease.now());

        timeOfDay.advance(Duration.ofHours(-1));
        assertThat(lease.left()).isEqualTo(LENGTH.toNanos());
        nanos += LENGTH.toNanos();

        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void runsFromTheGivenMomentByBothClocks() {
        Lease.Moment before = lease.now();

        timeOfDay.advance(LENGTH);
        lease.renew(before);

        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void isOverOnceItIsEnded() {
        lease.renew(lease.now());

        lease.end();

        assertThat(lease.isValid()).isFalse();
    }
}
