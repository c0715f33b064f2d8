package io.sluice.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One chart at one size as SVG. Colours are classes, which the page gives light and dark. */
final class LineDrawing {
    private static final int COLOURS = 8;
    /** Above this many points of a line markers would cover it. */
    private static final int MARKED = 40;

    private static final double LETTER = 6.6;
    private static final double GAP = 10;
    private static final int WHISKER = 4;
    private static final int Y_TICKS = 5;
    private static final int LABEL_BELOW = 17;

    private final LineChart chart;
    private final Canvas canvas;
    private final double[] xEnds;
    private final double[] yEnds;
    private final StringBuilder svg = new StringBuilder();

    LineDrawing(LineChart chart, Canvas canvas) {
        this.chart = chart;
        this.canvas = canvas;
        this.xEnds = ends(chart.x(), Point::x, Point::x);
        this.yEnds = ends(chart.y(), Point::low, Point::high);
    }

    static String colour(int series) {
        return "c" + series % COLOURS;
    }

    String svg() {
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                canvas.width,
                canvas.height,
                Markup.escaped(chart.title())));
        axes();
        for (int i = 0; i < chart.series().size(); i++) {
            List<Point> points = chart.series().get(i).points();
            if (!points.isEmpty()) {
                draw(chart.series().get(i), i);
            }
        }
        return svg.append("</svg>").toString();
    }

    private double[] ends(Axis axis, ToDoubleFunction<Point> low, ToDoubleFunction<Point> high) {
        List<Point> all =
                chart.series().stream().flatMap(one -> one.points().stream()).toList();
        double least = all.stream().mapToDouble(low).min().orElse(0);
        double greatest = all.stream().mapToDouble(high).max().orElse(1);
        return axis.scale().range(least, greatest);
    }

    private double x(double value) {
        return Canvas.LEFT + share(chart.x().scale(), xEnds, value) * canvas.plotWidth();
    }

    private double y(double value) {
        return Canvas.TOP + (1 - share(chart.y().scale(), yEnds, value)) * canvas.plotHeight();
    }

    private static double share(Scale scale, double[] ends, double value) {
        double low = scale.place(ends[0]);
        return (scale.place(value) - low) / (scale.place(ends[1]) - low);
    }

    private void axes() {
        double right = Canvas.LEFT + canvas.plotWidth();
        double bottom = Canvas.TOP + canvas.plotHeight();
        for (double tick : ticks(chart.y(), yEnds, Y_TICKS)) {
            line("grid", Canvas.LEFT, y(tick), right, y(tick));
            text(Canvas.LEFT - 8, y(tick) + 4, "end", chart.y().label().apply(tick));
        }
        double free = 0;
        for (double tick : ticks(chart.x(), xEnds, canvas.ticks)) {
            String label = chart.x().label().apply(tick);
            double half = label.length() * LETTER / 2;
            line("axis", x(tick), bottom, x(tick), bottom + WHISKER);
            double middle = Math.min(x(tick), canvas.width - half);
            if (middle - half >= free) {
                boolean atEdge = middle < x(tick);
                text(atEdge ? canvas.width : middle, bottom + LABEL_BELOW, atEdge ? "end" : "middle", label);
                free = middle + half + GAP;
            }
        }
        line("axis", Canvas.LEFT, bottom, right, bottom);
        text(right, canvas.height - 6, "end", chart.x().title());
        text(Canvas.LEFT, canvas.height - 6, "start", "↑ " + chart.y().title());
    }

    private static List<Double> ticks(Axis axis, double[] ends, int wanted) {
        if (axis.ticks().isEmpty()) {
            return axis.scale().ticks(ends[0], ends[1], wanted);
        }
        return axis.ticks().stream()
                .filter(tick -> tick >= ends[0] && tick <= ends[1])
                .toList();
    }

    private void draw(Series series, int place) {
        String colour = colour(place);
        List<Point> points = series.points();
        switch (series.spread()) {
            case NONE -> {}
            case WHISKERS -> points.forEach(point -> whisker(point, colour));
            case BAND -> band(points, colour);
        }
        svg.append("<path class=\"line ")
                .append(colour)
                .append(series.dashed() ? " dashed" : "")
                .append("\" d=\"")
                .append(path(points, Point::y))
                .append("\"/>");
        if (points.size() <= MARKED) {
            for (Point point : points) {
                svg.append(Marker.of(place).at(x(point.x()), y(point.y()), colour, told(series, point)));
            }
        }
    }

    private String told(Series series, Point point) {
        String value = chart.y().label().apply(point.y());
        String spread = point.low() < point.high()
                ? " (" + chart.y().label().apply(point.low()) + " .. "
                        + chart.y().label().apply(point.high()) + ")"
                : "";
        return series.name() + ", " + chart.x().label().apply(point.x()) + ": " + value + spread;
    }

    private void whisker(Point point, String colour) {
        if (point.low() < point.high()) {
            double at = x(point.x());
            line("whisker " + colour, at, y(point.low()), at, y(point.high()));
            line("whisker " + colour, at - WHISKER, y(point.low()), at + WHISKER, y(point.low()));
            line("whisker " + colour, at - WHISKER, y(point.high()), at + WHISKER, y(point.high()));
        }
    }

    private void band(List<Point> points, String colour) {
        List<Point> back = new ArrayList<>(points).reversed();
        svg.append("<path class=\"band ")
                .append(colour)
                .append("\" d=\"")
                .append(path(points, Point::high))
                .append(path(back, Point::low).replace('M', 'L'))
                .append("Z\"/>");
    }

    private String path(List<Point> points, ToDoubleFunction<Point> height) {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? 'M' : 'L')
                    .append(String.format(Locale.ROOT, "%.1f,%.1f", x(point.x()), y(height.applyAsDouble(point))));
        }
        return path.toString();
    }

    private void line(String kind, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                kind,
                x1,
                y1,
                x2,
                y2));
    }

    private void text(double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x,
                y,
                anchor,
                Markup.escaped(text)));
    }
}
