package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/** Lays out rows of text in columns. */
final class Columns {
    private Columns() {}

    /** One line a row; all columns but the last are as wide as their widest cell. */
    static List<String> align(List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size() - 1; column++) {
                int width = width(rows, column);
                line.append(row.get(column))
                        .append(" ".repeat(width - row.get(column).length() + 2));
            }
            lines.add(line.append(row.getLast()).toString().stripTrailing());
        }
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
