package io.sluice.filters.tenant.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _cat} text table for clients that do not ask for JSON. It is made from a JSON response, because the column
 * widths depend on the restored names. Immutable.
 */
public final class CatTable {

    /** Maximum size of a table, in bytes of JSON. */
    public static final int MAX_BYTES = 16 << 20;

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
     * Makes the table from a JSON response.
     *
     * @param shown restores a text of the cluster as the tenant knows it
     * @param index returns the tenant's name of an index; null if it is not the tenant's
     */
    public Reply reply(ByteBuf json, UnaryOperator<String> shown, Function<String, @Nullable String> index) {
        try {
            return Reply.text(200, table(FlatRows.of(json), (column, value) -> value(column, value, shown, index)));
        } catch (IllegalArgumentException e) {
            return Reply.error(502, "security_exception", "the cluster's answer cannot be shown: " + e.getMessage());
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

    private String table(List<Map<String, String>> answer, BinaryOperator<String> shown) {
        if (answer.isEmpty()) {
            return "";
        }
        List<String> columns = List.copyOf(answer.getFirst().keySet());
        List<Map<String, String>> rows = new ArrayList<>();
        if (titled) {
            Map<String, String> titles = new HashMap<>();
            columns.forEach(column -> titles.put(column, column));
            rows.add(titles);
        }
        for (Map<String, String> row : answer) {
            Map<String, String> known = new HashMap<>();
            row.forEach((column, value) -> known.put(column, shown.apply(column, value)));
            rows.add(known);
        }
        Map<String, Integer> widths = new HashMap<>();
        rows.forEach(row -> row.forEach((column, value) -> widths.merge(column, value.length(), Math::max)));
        StringBuilder out = new StringBuilder();
        for (Map<String, String> row : rows) {
            for (int i = 0; i < columns.size(); i++) {
                String column = columns.get(i);
                cell(
                        row.getOrDefault(column, ""),
                        column,
                        widths.getOrDefault(column, 0),
                        i + 1 == columns.size(),
                        out);
            }
            out.append('\n');
        }
        return out.toString();
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
