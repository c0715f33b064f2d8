package io.sluice.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeastSquaresTest {
    private static final double[][] AMOUNTS = {{1, 12, 250}, {1, 105, 250}, {1, 12, 5000}, {1, 120, 5000}};

    @Test
    void findsTheCostsThatTheTotalsWereMadeOf() {
        double[] found = LeastSquares.costs(AMOUNTS, totals(3e-3, 2e-4, 3e-5));

        assertThat(found[0]).isCloseTo(3e-3, within(1e-9));
        assertThat(found[1]).isCloseTo(2e-4, within(1e-9));
        assertThat(found[2]).isCloseTo(3e-5, within(1e-9));
    }

    @Test
    void findsThemNearlyWhereTheTotalsAreNotExact() {
        double[] totals = totals(3e-3, 2e-4, 3e-5);
        totals[2] *= 1.02;
        totals[3] *= 0.98;

        assertThat(LeastSquares.costs(AMOUNTS, totals)[2]).isCloseTo(3e-5, within(1e-6));
    }

    @Test
    void countsAThingAsFreeThatWouldCostLessThanNothing() {
        double[] found = LeastSquares.costs(new double[][] {{1, 1}, {1, 2}, {1, 4}}, new double[] {0.9, 2, 4.1});

        assertThat(found[0]).isZero();
        assertThat(found[1]).isCloseTo(1, within(0.05));
    }

    @Test
    void refusesAmountsThatDoNotTellThingsApart() {
        assertThatThrownBy(() -> LeastSquares.costs(new double[][] {{1, 2}, {2, 4}}, new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static double[] totals(double request, double shard, double document) {
        double[] totals = new double[AMOUNTS.length];
        for (int i = 0; i < totals.length; i++) {
            totals[i] = request * AMOUNTS[i][0] + shard * AMOUNTS[i][1] + document * AMOUNTS[i][2];
        }
        return totals;
    }
}
