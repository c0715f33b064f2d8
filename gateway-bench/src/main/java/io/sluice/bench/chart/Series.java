package io.sluice.bench.chart;

import java.util.List;

/**
 * One line of a chart.
 *
 * @param name in the legend
 * @param points from left to right; none leaves the line out of the drawing and keeps its name
 * @param dashed drawn with dashes, for what is modelled or a mere reference
 */
public record Series(String name, List<Point> points, Spread spread, boolean dashed) {
    /** How the points' spread is drawn. */
    public enum Spread {
        /** Not at all. */
        NONE,
        /** A vertical line with ends at each point: for few points. */
        WHISKERS,
        /** An area around the line: for many points. */
        BAND
    }

    /** @throws IllegalArgumentException if the points do not run from left to right */
    public Series {
        points = List.copyOf(points);
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).x() < points.get(i - 1).x()) {
                throw new IllegalArgumentException("the points of " + name + " do not run from left to right");
            }
        }
    }

    /** A solid line. */
    public static Series of(String name, List<Point> points, Spread spread) {
        return new Series(name, points, spread, false);
    }
}
