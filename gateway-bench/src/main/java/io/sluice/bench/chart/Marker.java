package io.sluice.bench.chart;

import java.util.Locale;

/** The shapes of points, so that lines can be told apart without their colours. */
enum Marker {
    CIRCLE("M-3.5,0a3.5,3.5 0 1 0 7,0a3.5,3.5 0 1 0 -7,0Z"),
    SQUARE("M-3.2,-3.2H3.2V3.2H-3.2Z"),
    UP("M0,-4.2L4,3.2H-4Z"),
    DIAMOND("M0,-4.6L4.6,0L0,4.6L-4.6,0Z"),
    DOWN("M0,4.2L4,-3.2H-4Z");

    private final String path;

    Marker(String path) {
        this.path = path;
    }

    /** The shape of the series at this place. */
    static Marker of(int series) {
        return values()[series % values().length];
    }

    /** An element that shows {@code title} to whoever points at it. */
    String at(double x, double y, String colour, String title) {
        String shown = title.isEmpty() ? "" : "<title>" + Markup.escaped(title) + "</title>";
        return String.format(
                Locale.ROOT,
                "<path class=\"marker %s\" transform=\"translate(%.1f,%.1f)\" d=\"%s\">%s</path>",
                colour,
                x,
                y,
                path,
                shown);
    }
}
