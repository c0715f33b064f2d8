package io.sluice.bench.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a page: the first column names the row, the others stand to the right.
 *
 * @param rows as many cells each as {@code head} has
 */
public record Table(String title, String note, List<String> head, List<List<String>> rows) {
    /** @throws IllegalArgumentException if a row has more or fewer cells than the head */
    public Table {
        head = List.copyOf(head);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != head.size()) {
                throw new IllegalArgumentException(row.size() + " cells below " + head.size() + " headings: " + row);
            }
        }
    }

    /** The table for a terminal. */
    public String text() {
        List<List<String>> all = new ArrayList<>(rows);
        all.addFirst(head);
        StringBuilder text = new StringBuilder(title).append('\n');
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(padded(row.get(column), width(all, column), column == 0))
                        .append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    String html() {
        StringBuilder html = new StringBuilder("<section><h2>" + Markup.escaped(title) + "</h2>\n");
        if (!note.isEmpty()) {
            html.append("<p class=\"note\">").append(Markup.escaped(note)).append("</p>\n");
        }
        html.append("<div class=\"scroll\"><table><thead>");
        html.append(row("th", head)).append("</thead><tbody>\n");
        rows.forEach(row -> html.append(row("td", row)).append('\n'));
        return html.append("</tbody></table></div></section>\n").toString();
    }

    private static String row(String cell, List<String> texts) {
        StringBuilder html = new StringBuilder("<tr>");
        for (int column = 0; column < texts.size(); column++) {
            String element = column == 0 ? "th" : cell;
            html.append('<').append(element).append('>');
            html.append(Markup.escaped(texts.get(column)));
            html.append("</").append(element).append('>');
        }
        return html.append("</tr>").toString();
    }

    private static int width(List<List<String>> all, int column) {
        return all.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String padded(String text, int width, boolean left) {
        String space = " ".repeat(width - text.length());
        return left ? text + space : space + text;
    }
}
