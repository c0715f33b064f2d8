package io.sluice.bench.compare.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartRunTest {
    @Test
    void findsTheFirstSecondAtNineTenthsOfTheSpeedAtTheEnd() {
        assertThat(StartRun.secondsToPeak(new long[] {100, 500, 890, 905, 950, 1000, 1010, 990, 1000}))
                .isEqualTo(3);
        assertThat(StartRun.secondsToPeak(new long[] {1000, 1000, 1000})).isZero();
    }

    @Test
    void knowsNothingOfARampWithoutSeconds() {
        assertThat(StartRun.secondsToPeak(new long[0])).isNaN();
    }

    @Test
    void startsEachWayWithTheFilesDroppedFirst() {
        assertThat(StartRun.ways(Collector.G1))
                .extracting(StartRun.Way::text)
                .containsExactly(
                        "g1, without a cache, files dropped",
                        "g1, without a cache, files in memory",
                        "g1, with the cache, files dropped",
                        "g1, with the cache, files in memory");
    }
}
