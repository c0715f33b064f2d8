package io.sluice.styles.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BulkShapeTest {
    @Test
    void leavesTheFirstTwoFifthsOut() {
        assertThat(BulkShape.of(1_000_000, 5_000)).isEqualTo(new BulkShape(80, 120));
        assertThat(BulkShape.of(1_000_000, 50_000)).isEqualTo(new BulkShape(8, 12));
    }

    @Test
    void measuresAtLeastOneRequest() {
        assertThat(BulkShape.of(1_000, 5_000)).isEqualTo(new BulkShape(0, 1));
        assertThat(BulkShape.of(15_000, 5_000)).isEqualTo(new BulkShape(1, 2));
    }

    @Test
    void fillsTheLastRequestUp() {
        assertThat(BulkShape.of(10_001, 5_000)).isEqualTo(new BulkShape(1, 2));
    }
}
