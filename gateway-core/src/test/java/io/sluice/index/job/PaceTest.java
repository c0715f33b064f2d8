package io.sluice.index.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void spreadsDocumentsOverTime() {
        Pace pace = new Pace(1_000, 0);
        long now = System.nanoTime() + SECOND;

        assertThat(pace.reserve(500, 1, now)).isZero();
        assertThat(pace.reserve(500, 1, now)).isEqualTo(SECOND / 2);
        assertThat(pace.reserve(1, 1, now)).isEqualTo(SECOND);
    }

    @Test
    void letsTheStricterBoundCount() {
        Pace pace = new Pace(1_000, 1_000);
        long now = System.nanoTime() + SECOND;

        pace.reserve(1, 2_000, now);

        assertThat(pace.reserve(1, 1, now)).isEqualTo(2 * SECOND);
    }

    @Test
    void doesNotSaveUpWhatWasNotTaken() {
        Pace pace = new Pace(10, 0);
        long now = System.nanoTime() + 100 * SECOND;

        assertThat(pace.reserve(10, 0, now)).isZero();
        assertThat(pace.reserve(10, 0, now)).isEqualTo(SECOND);
    }

    @Test
    void neverWaitsWithoutBounds() {
        Pace pace = new Pace(0, 0);
        long now = System.nanoTime() + SECOND;

        pace.reserve(1L << 40, 1L << 40, now);

        assertThat(pace.reserve(1, 1, now)).isZero();
    }
}
