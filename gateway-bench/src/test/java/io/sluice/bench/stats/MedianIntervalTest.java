package io.sluice.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianIntervalTest {
    /** Ranks and coverage as tables of the sign test give them. */
    @ParameterizedTest
    @CsvSource({"6, 1, 0.9688", "9, 2, 0.9609", "15, 4, 0.9648", "20, 6, 0.9586", "30, 10, 0.9572", "100, 40, 0.9648"})
    void takesTheRanksOfTheSignTest(int count, int rank, double covered) {
        MedianInterval interval = MedianInterval.of(
                IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray());

        assertThat(interval.low()).isEqualTo(rank);
        assertThat(interval.high()).isEqualTo(count + 1 - rank);
        assertThat(interval.covered()).isCloseTo(covered, within(0.0001));
        assertThat(interval.median()).isEqualTo((count + 1) / 2.0);
    }

    @Test
    void takesTheWholeRangeWhereThereAreTooFewValues() {
        MedianInterval interval = MedianInterval.of(3, 1, 2);

        assertThat(interval.low()).isEqualTo(1);
        assertThat(interval.high()).isEqualTo(3);
        assertThat(interval.covered()).isCloseTo(0.75, within(1e-9));
    }

    @Test
    void coversTheTrueMedianAsOftenAsItSays() {
        Random random = new Random(11);
        int covered = 0;
        for (int i = 0; i < 5_000; i++) {
            MedianInterval interval = MedianInterval.of(
                    random.doubles(20).map(value -> Math.exp(value * 3)).toArray());
            if (interval.low() <= Math.exp(1.5) && interval.high() >= Math.exp(1.5)) {
                covered++;
            }
        }
        assertThat(covered / 5_000.0).isCloseTo(0.9586, within(0.012));
    }

    @Test
    void refusesNothing() {
        assertThatThrownBy(MedianInterval::of).isInstanceOf(IllegalArgumentException.class);
    }
}
