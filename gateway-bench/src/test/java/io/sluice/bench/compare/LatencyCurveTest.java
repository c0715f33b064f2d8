package io.sluice.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Series;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyCurveTest {
    @Test
    void drawsOnlyWhatEnoughRequestsTell() {
        Histogram first = new Histogram(3);
        Histogram second = new Histogram(3);
        for (int i = 1; i <= 500; i++) {
            first.recordValue(i * 1_000_000L);
            second.recordValue((500 + i) * 1_000_000L);
        }

        Series curve = LatencyCurve.of("all", List.of(first, second));

        assertThat(curve.points()).extracting(Point::x).endsWith(99d, 99.5);
        assertThat(curve.points().get(2).x()).isEqualTo(50);
        assertThat(curve.points().get(2).y()).isBetween(499d, 501d);
        assertThat(LatencyCurve.of("none", List.of()).points()).isEmpty();
    }

    @Test
    void needsFiftyThousandRequestsForFourNines() {
        assertThat(LatencyCurve.tells(49_000, 99.99)).isFalse();
        assertThat(LatencyCurve.tells(51_000, 99.99)).isTrue();
    }
}
