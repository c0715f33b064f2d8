package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void aLinearAxisBeginsAtZeroHoweverHighTheValuesAre() {
        double[] ends = Scale.LINEAR.range(90_000, 100_000);

        assertThat(ends[0]).isZero();
        assertThat(ends[1]).isGreaterThan(100_000);
        assertThat(Scale.LINEAR.ticks(ends[0], ends[1], 5)).containsExactly(0d, 50_000d, 100_000d);
    }

    @Test
    void aLinearAxisReachesBelowZeroForDifferences() {
        assertThat(Scale.LINEAR.range(-3, 5)[0]).isLessThanOrEqualTo(-3);
        assertThat(Scale.LINEAR.ticks(-3, 5, 4)).containsExactly(-2d, 0d, 2d, 4d);
    }

    @Test
    void aLinearAxisOfNothingHasAWidth() {
        assertThat(Scale.LINEAR.range(0, 0)).containsExactly(0, 1);
    }

    @Test
    void aLogarithmicAxisIsMarkedAtOneTwoAndFive() {
        assertThat(Scale.LOG.ticks(0.4, 12, 5)).containsExactly(0.5, 1d, 2d, 5d, 10d);
        assertThat(Scale.LOG.ticks(0.4, 1200, 5)).containsExactly(1d, 10d, 100d, 1000d);
    }

    @Test
    void aLogarithmicAxisHasNoZero() {
        assertThatIllegalArgumentException().isThrownBy(() -> Scale.LOG.place(0));
    }

    @Test
    void percentilesAreAsFarApartAsTheSharesAboveThem() {
        assertThat(Scale.PERCENTILE.place(90)).isCloseTo(1, within(1e-9));
        assertThat(Scale.PERCENTILE.place(99.99)).isCloseTo(4, within(1e-9));
        assertThat(Scale.PERCENTILE.ticks(0, 99.99, 8)).containsExactly(0d, 50d, 90d, 99d, 99.9, 99.99);
        assertThatIllegalArgumentException().isThrownBy(() -> Scale.PERCENTILE.place(100));
    }
}
