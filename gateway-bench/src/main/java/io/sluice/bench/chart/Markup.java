package io.sluice.bench.chart;

/** Text in HTML and SVG. */
public final class Markup {
    private Markup() {}

    /** The text escaped for an element or a quoted attribute. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** JSON escaped for a script element, in which only the end of the element matters. */
    public static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }
}
