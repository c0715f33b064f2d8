package io.sluice.filters.tenant.answer;

import io.netty.buffer.ByteBufUtil;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The columns of a table of {@code _cat}: those of its first row, each as wide as its longest text. Not thread-safe. */
final class TableColumns {

    private final boolean titled;
    private final Map<String, Integer> widths = new LinkedHashMap<>();
    private long rows;
    /** By how many bytes texts are longer than their characters are many. */
    private long more;

    /** @param titled whether the names of the columns stand above them */
    TableColumns(boolean titled) {
        this.titled = titled;
    }

    void add(Map<String, String> row) {
        if (rows == 0) {
            row.keySet().forEach(column -> {
                widths.put(column, titled ? column.length() : 0);
                more += ByteBufUtil.utf8Bytes(column) - column.length();
            });
        }
        rows++;
        row.forEach((column, value) -> {
            widths.computeIfPresent(column, (name, width) -> Math.max(width, value.length()));
            more += ByteBufUtil.utf8Bytes(value) - value.length();
        });
    }

    boolean hasRows() {
        return rows > 0;
    }

    Collection<String> names() {
        return widths.keySet();
    }

    int width(String column) {
        return widths.getOrDefault(column, 0);
    }

    /** The first line of a table with titles. */
    Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        widths.keySet().forEach(column -> titles.put(column, column));
        return titles;
    }

    /** What the table takes at most. */
    long bytes() {
        long line = widths.size();
        for (int width : widths.values()) {
            line += width;
        }
        return (rows + (titled ? 1 : 0)) * line + more;
    }
}
