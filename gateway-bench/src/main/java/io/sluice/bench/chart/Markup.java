package io.sluice.bench.chart;

/** Text in HTML and SVG. */
public final class Markup {
    private Markup() {}

    /** The text as it stands in an element or in a quoted attribute. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** JSON as it stands in a script element, where only the end of the element counts. */
    public static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }
}
