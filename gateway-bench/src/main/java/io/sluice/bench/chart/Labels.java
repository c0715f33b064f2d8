package io.sluice.bench.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as they stand on axes and in tables. */
public final class Labels {
    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final MathContext ALL_DIGITS = new MathContext(12);

    private Labels() {}

    /** Without an exponent and without needless zeros: {@code 99.99}. */
    public static String plain(double value) {
        return digits(value, ALL_DIGITS);
    }

    /** Three digits and a unit of a thousand: {@code 0.25}, {@code 950}, {@code 12.5k}, {@code 1.2M}, {@code 3G}. */
    public static String count(double value) {
        double size = Math.abs(value);
        if (size >= 1e9) {
            return digits(value / 1e9, THREE_DIGITS) + "G";
        }
        if (size >= 1e6) {
            return digits(value / 1e6, THREE_DIGITS) + "M";
        }
        return size >= 1e4 ? digits(value / 1e3, THREE_DIGITS) + "k" : digits(value, THREE_DIGITS);
    }

    /** Milliseconds, with the unit that fits: {@code 250 µs}, {@code 1.5 ms}, {@code 12 s}. */
    public static String millis(double value) {
        if (value == 0) {
            return "0";
        }
        if (Math.abs(value) >= 1e3) {
            return digits(value / 1e3, THREE_DIGITS) + " s";
        }
        return Math.abs(value) >= 1 ? digits(value, THREE_DIGITS) + " ms" : digits(value * 1e3, THREE_DIGITS) + " µs";
    }

    /** With a comma at every thousand: {@code 1,234,567}. */
    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String digits(double value, MathContext precision) {
        BigDecimal rounded = new BigDecimal(value, precision);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
