package io.sluice.bench.stub.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The {@code _cat} tables, as aligned text or as JSON rows. */
public final class CatTables {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StubCluster cluster;

    /** One table: its columns and its rows. */
    public record Table(List<String> columns, List<List<String>> rows) {
        /** Rows of text in aligned columns; {@code header} adds the names (the {@code v} parameter). */
        public String text(boolean header) {
            List<List<String>> lines =
                    header ? Stream.concat(Stream.of(columns), rows.stream()).toList() : rows;
            int[] widths = IntStream.range(0, columns.size())
                    .map(c -> lines.stream()
                            .mapToInt(line -> line.get(c).length())
                            .max()
                            .orElse(0))
                    .toArray();
            return lines.stream()
                    .map(line -> IntStream.range(0, line.size())
                                    .mapToObj(c -> padded(line.get(c), widths[c]))
                                    .collect(Collectors.joining(" "))
                                    .stripTrailing()
                            + "\n")
                    .collect(Collectors.joining());
        }

        /** An array with an object for each row. */
        public ArrayNode json() {
            ArrayNode array = JSON.createArrayNode();
            for (List<String> row : rows) {
                var object = array.addObject();
                IntStream.range(0, row.size()).forEach(c -> object.put(columns.get(c), row.get(c)));
            }
            return array;
        }

        private static String padded(String text, int width) {
            return text + " ".repeat(width - text.length());
        }
    }

    public CatTables(StubCluster cluster) {
        this.cluster = cluster;
    }

    /** The table of that name; an unknown one is empty. */
    public Table table(String name) {
        return switch (name) {
            case "indices" -> indices();
            case "nodes" -> nodes();
            case "shards" -> shards();
            case "health" -> health();
            default -> new Table(List.of(), List.of());
        };
    }

    private Table indices() {
        return new Table(
                List.of("health", "status", "index", "pri", "rep", "docs.count"),
                cluster.indices().all().stream()
                        .map(index -> List.of(
                                "green", "open", index.name(), Integer.toString(index.shards()), "0", documents(index)))
                        .toList());
    }

    private String documents(StubIndex index) {
        return Long.toString(cluster.nodes().stream()
                .mapToLong(node -> index.documents(node.ordinal()))
                .sum());
    }

    private Table nodes() {
        return new Table(
                List.of("ip", "node.role", "master", "name"),
                cluster.nodes().stream()
                        .map(node -> List.of(
                                node.address().getAddress().getHostAddress(),
                                "dim",
                                node.ordinal() == 0 ? "*" : "-",
                                node.name()))
                        .toList());
    }

    private Table shards() {
        return new Table(
                List.of("index", "shard", "prirep", "state", "node"),
                cluster.indices().all().stream()
                        .flatMap(index -> IntStream.range(0, index.shards())
                                .mapToObj(shard -> List.of(
                                        index.name(),
                                        Integer.toString(shard),
                                        "p",
                                        "STARTED",
                                        cluster.nodes().get(index.nodeOf(shard)).name())))
                        .toList());
    }

    private Table health() {
        String nodes = Integer.toString(cluster.nodes().size());
        return new Table(
                List.of("cluster", "status", "node.total", "node.data"),
                List.of(List.of(StubCluster.NAME, "green", nodes, nodes)));
    }
}
