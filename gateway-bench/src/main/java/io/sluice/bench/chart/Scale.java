package io.sluice.bench.chart;

import java.util.ArrayList;
import java.util.List;

/** How the values of an axis become places on it. */
public enum Scale {
    /** Even steps, from zero or below. */
    LINEAR {
        @Override
        double place(double value) {
            return value;
        }

        @Override
        double[] range(double least, double greatest) {
            double low = Math.min(0, least);
            double high = Math.max(greatest, 0);
            return new double[] {low, high > low ? high + (high - low) * HEADROOM : low + 1};
        }

        @Override
        List<Double> ticks(double low, double high, int wanted) {
            double rough = (high - low) / wanted;
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            double step = power * 10;
            for (double factor : new double[] {5, 2, 1}) {
                step = factor * power >= rough ? factor * power : step;
            }
            List<Double> ticks = new ArrayList<>();
            for (long i = (long) Math.ceil(low / step - ROUNDING); i * step <= high + step * ROUNDING; i++) {
                ticks.add(i * step);
            }
            return ticks;
        }
    },
    /** Each step a factor; values must be above zero. */
    LOG {
        @Override
        double place(double value) {
            if (!(value > 0)) {
                throw new IllegalArgumentException(value + " has no place on a logarithmic axis");
            }
            return Math.log10(value);
        }

        @Override
        double[] range(double least, double greatest) {
            return new double[] {least / LOG_ROOM, greatest * LOG_ROOM};
        }

        @Override
        List<Double> ticks(double low, double high, int wanted) {
            double[] factors = high / low > DECADES_ONLY ? new double[] {1} : new double[] {1, 2, 5};
            List<Double> ticks = new ArrayList<>();
            for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
                for (double factor : factors) {
                    double tick = factor * Math.pow(10, power);
                    if (tick >= low && tick <= high) {
                        ticks.add(tick);
                    }
                }
            }
            return ticks;
        }
    },
    /** Percentiles, 0 to below 100: the same step for 90, 99, 99.9. */
    PERCENTILE {
        @Override
        double place(double value) {
            if (!(value >= 0 && value < ALL)) {
                throw new IllegalArgumentException(value + " has no place on an axis of percentiles");
            }
            return -Math.log10(1 - value / ALL);
        }

        @Override
        double[] range(double least, double greatest) {
            return new double[] {0, Math.max(greatest, 50)};
        }

        @Override
        List<Double> ticks(double low, double high, int wanted) {
            return PERCENTILES.stream()
                    .filter(tick -> tick >= low && tick <= high)
                    .toList();
        }
    };

    private static final double HEADROOM = 0.06;
    private static final double LOG_ROOM = 1.15;
    private static final double DECADES_ONLY = 1e3;
    private static final double ROUNDING = 1e-9;
    private static final double ALL = 100;
    private static final List<Double> PERCENTILES = List.of(0d, 50d, 90d, 99d, 99.9, 99.99, 99.999);

    /**
     * A number whose differences are distances on the axis.
     *
     * @throws IllegalArgumentException if the scale has no place for the value
     */
    abstract double place(double value);

    /** The axis' ends around these values. */
    abstract double[] range(double least, double greatest);

    /** Round values between the ends, about as many as wanted. */
    abstract List<Double> ticks(double low, double high, int wanted);
}
