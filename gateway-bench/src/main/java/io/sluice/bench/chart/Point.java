package io.sluice.bench.chart;

/**
 * One measured point with its spread, in the units of the axes.
 *
 * @param low at most {@code y}; equal to it where nothing is known about the spread
 * @param high at least {@code y}
 */
public record Point(double x, double y, double low, double high) {
    /** @throws IllegalArgumentException if a value is not finite, or the spread does not hold {@code y} */
    public Point {
        if (!Double.isFinite(x) || !Double.isFinite(low) || !Double.isFinite(high) || !(low <= y && y <= high)) {
            throw new IllegalArgumentException("no point: x " + x + ", y " + y + " within " + low + " .. " + high);
        }
    }

    /** A point without a spread. */
    public static Point of(double x, double y) {
        return new Point(x, y, y, y);
    }
}
