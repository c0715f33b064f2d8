package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {
    @Test
    void countsHaveThreeDigitsAndAUnit() {
        assertThat(Labels.count(0)).isEqualTo("0");
        assertThat(Labels.count(0.25)).isEqualTo("0.25");
        assertThat(Labels.count(9999)).isEqualTo("10000");
        assertThat(Labels.count(12_340)).isEqualTo("12.3k");
        assertThat(Labels.count(1_200_000)).isEqualTo("1.2M");
        assertThat(Labels.count(-3e9)).isEqualTo("-3G");
    }

    @Test
    void millisecondsHaveTheUnitThatFits() {
        assertThat(Labels.millis(0.25)).isEqualTo("250 µs");
        assertThat(Labels.millis(1.5)).isEqualTo("1.5 ms");
        assertThat(Labels.millis(12_000)).isEqualTo("12 s");
    }

    @Test
    void percentilesKeepTheirNines() {
        assertThat(Labels.plain(99.99)).isEqualTo("99.99");
        assertThat(Labels.plain(50)).isEqualTo("50");
    }
}
