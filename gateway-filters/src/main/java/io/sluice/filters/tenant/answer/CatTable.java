package io.sluice.filters.tenant.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _cat} text table for clients that do not ask for JSON. It is made from a JSON response, because the column
 * widths depend on the restored names. Immutable.
 */
public final class CatTable {

    /** Maximum size of a table, in bytes of JSON and of text. */
    public static final int MAX_BYTES = 4 << 20;

    private static final Reply TOO_LONG = Reply.error(
            400,
            "illegal_argument_exception",
            "the table is longer than 4 MiB; ask for format=json, or for fewer columns or names");
    private static final Reply BUSY = Reply.busy("too many tables are being made; ask for format=json", 1);

    /** Columns that hold the name of an index, by each of their names. */
    static final List<String> INDEX = List.of("index", "i", "idx");

    /**
     * Left-aligned columns of {@code _cat/indices}. All others there are numbers and sizes, which are right-aligned.
     */
    private static final Set<String> LEFT = Set.of(
            "health",
            "h",
            "status",
            "s",
            "index",
            "i",
            "idx",
            "uuid",
            "id",
            "creation.date",
            "cd",
            "creation.date.string",
            "cds");

    private final boolean numbers;
    private final boolean titled;

    private CatTable(boolean numbers, boolean titled) {
        this.numbers = numbers;
        this.titled = titled;
    }

    /** The table format that a request asks for. */
    public static CatTable of(RequestTarget target) {
        return new CatTable(target.rawPath().contains("/_cat/indices"), isSet(target, "v"));
    }

    /** Whether a request asks for a table, and not for JSON. */
    public static boolean isWanted(RequestHead head) {
        if (head.target().parameter("format") != null) {
            return false;
        }
        for (String accepted : head.headers().all("Accept")) {
            if (accepted.contains("json")) {
                return false;
            }
        }
        return true;
    }

    /** Whether a request asks for the list of columns, which is the same for all tenants. */
    public static boolean isHelp(RequestTarget target) {
        return isSet(target, "help");
    }

    private static boolean isSet(RequestTarget target, String parameter) {
        String value = target.parameter(parameter);
        return value != null && (value.isEmpty() || value.equals("true"));
    }

    /**
     * A table that was made.
     *
     * @param bytes that it took of the room; to be released once the exchange is over
     */
    public record Made(Reply reply, long bytes) {}

    /**
     * Makes the table from a JSON response.
     *
     * @param shown restores a text of the cluster as the tenant knows it
     * @param index returns the tenant's name of an index; null if it is not the tenant's
     */
    public Made made(
            ByteBuf json, UnaryOperator<String> shown, Function<String, @Nullable String> index, TableRoom room) {
        try {
            return made(
                    FlatRows.of(json),
                    row -> row.replaceAll((column, value) -> value(column, value, shown, index)),
                    room);
        } catch (IllegalArgumentException e) {
            return new Made(
                    Reply.error(502, "security_exception", "the cluster's answer cannot be shown: " + e.getMessage()),
                    0);
        }
    }

    private static String value(
            String column, String value, UnaryOperator<String> shown, Function<String, @Nullable String> index) {
        if (!INDEX.contains(column)) {
            return shown.apply(value);
        }
        String name = index.apply(value);
        if (name == null) {
            throw new IllegalArgumentException("it names an index that is not the tenant's");
        }
        return name;
    }

    // The rows are read twice, since the width of a column is known only after the last of them, and all of them as
    // objects would take many times the room of their text.
    private Made made(FlatRows rows, Consumer<Map<String, String>> restore, TableRoom room) {
        TableColumns columns = new TableColumns(titled);
        rows.forEach(row -> {
            restore.accept(row);
            columns.add(row);
        });
        long bytes = columns.bytes();
        if (bytes > MAX_BYTES) {
            return new Made(TOO_LONG, 0);
        }
        if (!room.take(bytes)) {
            return new Made(BUSY, 0);
        }
        StringBuilder out = new StringBuilder();
        if (titled && columns.hasRows()) {
            line(columns.titles(), columns, out);
        }
        rows.forEach(row -> {
            restore.accept(row);
            line(row, columns, out);
        });
        return new Made(Reply.text(200, out.toString()), bytes);
    }

    private void line(Map<String, String> row, TableColumns columns, StringBuilder out) {
        Iterator<String> names = columns.names().iterator();
        while (names.hasNext()) {
            String column = names.next();
            cell(row.getOrDefault(column, ""), column, columns.width(column), !names.hasNext(), out);
        }
        out.append('\n');
    }

    private void cell(String value, String column, int width, boolean last, StringBuilder out) {
        String padding = " ".repeat(Math.max(0, width - value.length()));
        if (numbers && !LEFT.contains(column)) {
            out.append(padding).append(value);
        } else {
            out.append(value).append(last ? "" : padding);
        }
        out.append(last ? "" : " ");
    }
}
