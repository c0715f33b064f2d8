package io.sluice.bench.chart;

import java.util.List;

/**
 * Several lines over common axes. Colours go by a series' place in the list, so charts of one page should list the same series in the
 * same order; a series without points keeps its colour.
 *
 * @param note what a reader has to know; may be empty
 */
public record LineChart(String title, String note, Axis x, Axis y, List<Series> series) {
    public LineChart {
        series = List.copyOf(series);
    }

    boolean isEmpty() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }

    /** The chart as a section of a page: drawn twice, for wide and for narrow screens, of which the page's style shows one. */
    String html() {
        StringBuilder html = new StringBuilder("<section><h2>" + Markup.escaped(title) + "</h2>\n");
        if (!note.isEmpty()) {
            html.append("<p class=\"note\">").append(Markup.escaped(note)).append("</p>\n");
        }
        if (isEmpty()) {
            return html.append("<p class=\"note\">Nothing was measured.</p></section>\n")
                    .toString();
        }
        html.append("<div class=\"wide-plot\">").append(svg(Canvas.WIDE)).append("</div>\n");
        html.append("<div class=\"narrow-plot\">").append(svg(Canvas.NARROW)).append("</div>\n");
        return html.append(legend()).append("</section>\n").toString();
    }

    /** The chart alone. */
    String svg(Canvas canvas) {
        return new LineDrawing(this, canvas).svg();
    }

    private String legend() {
        StringBuilder html = new StringBuilder("<ul class=\"legend\">");
        for (int i = 0; i < series.size(); i++) {
            Series one = series.get(i);
            String missing = one.points().isEmpty() ? " (not measured)" : "";
            html.append("<li><svg class=\"key\" viewBox=\"0 0 24 12\" width=\"24\" height=\"12\" aria-hidden=\"true\">")
                    .append("<line class=\"line ")
                    .append(LineDrawing.colour(i))
                    .append(one.dashed() ? " dashed" : "")
                    .append("\" x1=\"0\" x2=\"24\" y1=\"6\" y2=\"6\"/>")
                    .append(Marker.of(i).at(12, 6, LineDrawing.colour(i), ""))
                    .append("</svg>")
                    .append(Markup.escaped(one.name() + missing))
                    .append("</li>");
        }
        return html.append("</ul>\n").toString();
    }
}
