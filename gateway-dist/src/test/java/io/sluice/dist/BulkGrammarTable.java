package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.devcluster.ServerKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rows of {@code docs/bulk-grammar.md}. */
final class BulkGrammarTable {

    private static final Pattern ROW = Pattern.compile(
            "\\| ([^|]+) \\| (?:`(/[\\w/]*_bulk[^`]*)` ?)?(?:`([^`]*)`)? ?\\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Pattern CODED = Pattern.compile("‹([0-9a-f ]+)›|\\(([^()])×(\\d+)\\)|¶|␍|'");
    private static final Pattern OUTCOME = Pattern.compile("(\\d+) items?|(?:(\\d+) )?`(\\w+)`");
    private static final String SAME = "the same";

    private BulkGrammarTable() {}

    /**
     * A row.
     *
     * @param what description of the bulk
     * @param target of the request
     * @param outcomes for each kind of server, in the order of the table's columns
     */
    // Rows are never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Row(String what, String target, byte[] body, List<BulkVerdict> outcomes) {

        /** What the table says of a kind of server; null if it does not tell. */
        @Nullable BulkVerdict outcome(ServerKind kind) {
            int column = switch (kind) {
                case ELASTICSEARCH_7 -> 0;
                case OPENSEARCH_2 -> 1;
                case ELASTICSEARCH_8 -> 2;
                case ELASTICSEARCH_9, OPENSEARCH_3 -> -1;
            };
            return column < 0 ? null : outcomes.get(column);
        }
    }

    static List<Row> read() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/bulk-grammar.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(1).equals("What")) {
                BulkVerdict first = verdict(row.group(4), null);
                rows.add(new Row(
                        row.group(1),
                        row.group(2) == null ? "/_bulk" : row.group(2),
                        row.group(3) == null ? new byte[0] : decode(row.group(3)),
                        List.of(first, verdict(row.group(5), first), verdict(row.group(6), first))));
            }
        }
        return rows;
    }

    private static BulkVerdict verdict(String cell, BulkVerdict first) {
        if (cell.equals(SAME)) {
            return first;
        }
        Matcher outcome = OUTCOME.matcher(cell);
        if (!outcome.matches()) {
            throw new IllegalArgumentException("not an outcome: " + cell);
        }
        if (outcome.group(1) != null) {
            return new BulkVerdict(200, Integer.parseInt(outcome.group(1)), "", "");
        }
        int status = outcome.group(2) == null ? 400 : Integer.parseInt(outcome.group(2));
        return new BulkVerdict(status, 0, outcome.group(3), "");
    }

    private static byte[] decode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Matcher coded = CODED.matcher(text);
        int from = 0;
        while (coded.find()) {
            out.writeBytes(text.substring(from, coded.start()).getBytes(UTF_8));
            out.writeBytes(bytes(coded));
            from = coded.end();
        }
        out.writeBytes(text.substring(from).getBytes(UTF_8));
        return out.toByteArray();
    }

    private static byte[] bytes(Matcher coded) {
        if (coded.group(1) != null) {
            return HexFormat.ofDelimiter(" ").parseHex(coded.group(1));
        }
        if (coded.group(2) != null) {
            return coded.group(2).repeat(Integer.parseInt(coded.group(3))).getBytes(UTF_8);
        }
        return switch (coded.group()) {
            case "¶" -> new byte[] {'\n'};
            case "␍" -> new byte[] {'\r'};
            default -> new byte[] {'"'};
        };
    }
}
