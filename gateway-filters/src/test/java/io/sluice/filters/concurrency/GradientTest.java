package io.sluice.filters.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GradientTest {

    private final Gradient gradient = new Gradient(new Ceiling.Adaptive(4, 100, 1.5));

    private void windows(int count, long nanos, int inFlight) {
        for (int i = 0; i < count * Gradient.WINDOW; i++) {
            gradient.sample(nanos, inFlight);
        }
    }

    @Test
    void growsWhileLatencyStaysAsItIs() {
        windows(100, 1_000_000, 100);

        assertThat(gradient.limit()).isEqualTo(100);
    }

    @Test
    void staysWhereFewRequestsCome() {
        windows(100, 1_000_000, 1);

        assertThat(gradient.limit()).isEqualTo(20);
    }

    @Test
    void shrinksWhenLatencyRises() {
        windows(100, 1_000_000, 100);
        windows(10, 20_000_000, 100);

        assertThat(gradient.limit()).isLessThan(60);
    }

    @Test
    void findsALimitBeforeAClusterThatTakesThirty() {
        // Latency as in a queue: up to 30 requests run side by side, more wait for one another.
        for (int i = 0; i < 20_000; i++) {
            int inFlight = gradient.limit();
            gradient.sample(1_000_000L * Math.max(30, inFlight) / 30, inFlight);
        }

        assertThat(gradient.limit()).isBetween(30, 100);
    }

    @Test
    void shrinksByATenthAWindowWhenTheClusterRefuses() {
        windows(100, 1_000_000, 100);
        for (int i = 0; i < Gradient.WINDOW; i++) {
            gradient.refusal("a", true);
        }

        assertThat(gradient.limit()).isEqualTo(90);
        for (int i = 0; i < 100 * Gradient.WINDOW; i++) {
            gradient.refusal("a", true);
        }
        assertThat(gradient.limit()).isEqualTo(4);
    }

    @Test
    void oneKeysRefusalsShrinkNothingUntilAnotherKeysRequestIsRefusedInTheSameWindow() {
        windows(100, 1_000_000, 100);
        for (int i = 0; i < 10 * Gradient.WINDOW + 1; i++) {
            gradient.refusal("a", false);
        }
        assertThat(gradient.limit()).isEqualTo(100);

        gradient.refusal("b", false);
        assertThat(gradient.limit()).isEqualTo(90);

        windows(100, 1_000_000, 100);
        gradient.refusal("a", false);
        windows(1, 1_000_000, 10);
        gradient.refusal("b", false);
        assertThat(gradient.limit()).isEqualTo(100);
    }

    @Test
    void refusalsThatDoNotCountKeepTheLimitFromNeitherGrowingNorShrinking() {
        for (int i = 0; i < 100 * Gradient.WINDOW; i++) {
            gradient.refusal("a", false);
            gradient.refusal("a", false);
            gradient.sample(1_000_000, 100);
        }
        assertThat(gradient.limit()).isEqualTo(100);

        for (int i = 0; i < 10 * Gradient.WINDOW; i++) {
            gradient.refusal("a", false);
            gradient.refusal("a", false);
            gradient.sample(100_000_000, 100);
        }
        assertThat(gradient.limit()).isLessThan(50);
    }

    /** Refusals are no latencies, and the few answers beside them are of a cluster that is full. */
    @Test
    void forgetsNoLatencyWhileTheClusterRefuses() {
        windows(100, 20_000_000, 100);
        for (int window = 0; window < 100; window++) {
            for (int i = 1; i < Gradient.WINDOW; i++) {
                gradient.refusal("a", true);
            }
            gradient.sample(20_000_000, 100);
        }
        assertThat(gradient.limit()).isEqualTo(4);

        windows(100, 20_000_000, 100);

        assertThat(gradient.limit()).isEqualTo(100);
    }
}
