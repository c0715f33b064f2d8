package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
    private static final double[] BOUNDS = {1, 10, 100};

    @Test
    void interpolatesWithinABucket() {
        assertThat(new Spread(BOUNDS, new double[] {0, 10, 10}, 10).percentile(0.5))
                .isEqualTo(5.5);
    }

    @Test
    void isZeroWithoutValuesAndTheLastBoundBeyondIt() {
        assertThat(Spread.NONE.percentile(0.99)).isZero();
        assertThat(new Spread(BOUNDS, new double[] {0, 0, 0}, 0).percentile(0.5))
                .isZero();
        assertThat(new Spread(BOUNDS, new double[] {0, 0, 0}, 5).percentile(0.5))
                .isEqualTo(100);
    }

    @Test
    void tellsWhatCameBetweenTwoTimes() {
        // Given
        Spread earlier = new Spread(BOUNDS, new double[] {90, 90, 90}, 90);
        Spread later = new Spread(BOUNDS, new double[] {90, 90, 100}, 100);

        // When
        Spread between = later.minus(earlier);

        // Then
        assertThat(between.count()).isEqualTo(10);
        assertThat(between.percentile(0.5)).isEqualTo(55);
        assertThat(between.plus(Spread.NONE).count()).isEqualTo(10);
        assertThat(Spread.NONE.minus(earlier).count()).isZero();
    }
}
