package io.sluice.filters.tenant.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.api.MediaTypes;
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
    /** There is no room for a table. */
    public static final Reply BUSY = Reply.busy("too many tables are being made; ask for format=json", 1);

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

    /** Whether a request asks for a table, and not for JSON. A list of types is none to servers. */
    public static boolean isWanted(RequestHead head) {
        if (head.target().parameter("format") != null) {
            return false;
        }
        List<String> accepted = head.headers().all("Accept");
        return accepted.size() != 1 || accepted.getFirst().contains(",") || !MediaTypes.isJson(accepted.getFirst());
    }

    /** Whether a request asks for the list of columns, which is the same for all tenants. */
    public static boolean isHelp(RequestTarget target) {
        return isSet(target, "help");
    }

    private static boolean isSet(RequestTarget target, String parameter) {
        String value = target.parameter(parameter);
        return value != null && (value.isEmpty() || value.equals("true"));
    }

    /** What a table is made of: a JSON response, which is copied. */
    public Source source(ByteBuf json) {
        return new Source(FlatRows.of(json));
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

    /** The rows of one table. For one thread at a time. */
    public final class Source {
        private final FlatRows rows;

        private Source(FlatRows rows) {
            this.rows = rows;
        }

        /**
         * Makes the table.
         *
         * @param shown restores a text of the cluster as the tenant knows it
         * @param index returns the tenant's name of an index; null if it is not the tenant's
         * @param share of the room for tables
         */
        public Reply reply(
                UnaryOperator<String> shown, Function<String, @Nullable String> index, TableRoom.Share share) {
            try {
                return reply(row -> row.replaceAll((column, value) -> value(column, value, shown, index)), share);
            } catch (IllegalArgumentException e) {
                return Reply.error(
                        502, "security_exception", "the cluster's answer cannot be shown: " + e.getMessage());
            }
        }

        // The rows are read twice, since the width of a column is known only after the last of them, and all of them
        // as objects would take many times the room of their text.
        private Reply reply(Consumer<Map<String, String>> restore, TableRoom.Share share) {
            TableColumns columns = new TableColumns(titled);
            rows.forEach(row -> {
                restore.accept(row);
                columns.add(row);
            });
            if (columns.bytes() > MAX_BYTES) {
                return TOO_LONG;
            }
            if (!share.grow(columns.bytes())) {
                return BUSY;
            }
            StringBuilder out = new StringBuilder();
            if (titled && columns.hasRows()) {
                line(columns.titles(), columns, out);
            }
            rows.forEach(row -> {
                restore.accept(row);
                line(row, columns, out);
            });
            return Reply.text(200, out.toString());
        }
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
