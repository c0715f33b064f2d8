package io.sluice.filters.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What servers leave of an answer by {@code filter_path}, done the plain way on a tree. */
final class FilteredTree {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final boolean shows;
    private final Server server;

    private FilteredTree(boolean shows, Server server) {
        this.shows = shows;
        this.server = server;
    }

    /** Servers differ in what becomes of an empty list or object into which a hiding path leads. */
    enum Server {
        /** Elasticsearch 7 and OpenSearch leave it out. */
        DROPS_EMPTY,
        /** Elasticsearch from 8.15 on keeps it. */
        KEEPS_EMPTY
    }

    /** The answer as a server sends it. */
    static JsonNode of(JsonNode answer, String paths, Server server) {
        List<String> all = Stream.of(paths.split(","))
                .map(String::trim)
                .filter(path -> !path.isEmpty())
                .toList();
        List<List<String>> shown = segments(all.stream().filter(path -> !path.startsWith("-")));
        List<List<String>> hidden =
                segments(all.stream().filter(path -> path.startsWith("-")).map(path -> path.substring(1)));
        JsonNode left = shown.isEmpty() ? answer : new FilteredTree(true, server).left(answer, shown);
        JsonNode rest = left == null || hidden.isEmpty() ? left : new FilteredTree(false, server).left(left, hidden);
        return rest == null ? NODES.objectNode() : rest;
    }

    private static List<List<String>> segments(Stream<String> paths) {
        return paths.map(path -> Arrays.asList(path.trim().split("(?<!\\\\)\\.", -1)))
                .toList();
    }

    private @Nullable JsonNode left(JsonNode node, List<List<String>> paths) {
        if (node.isArray()) {
            ArrayNode array = NODES.arrayNode();
            for (JsonNode element : node) {
                JsonNode left = left(element, paths);
                if (left != null) {
                    array.add(left);
                }
            }
            return array.isEmpty() ? empty(node) : array;
        }
        if (!node.isObject()) {
            return shows ? null : node;
        }
        ObjectNode object = NODES.objectNode();
        node.properties().forEach(member -> {
            JsonNode left = member(member.getKey(), member.getValue(), paths);
            if (left != null) {
                object.set(member.getKey(), left);
            }
        });
        return object.isEmpty() ? empty(node) : object;
    }

    private @Nullable JsonNode empty(JsonNode before) {
        return !shows && before.isEmpty() && server == Server.KEEPS_EMPTY ? before : null;
    }

    private @Nullable JsonNode member(String name, JsonNode value, List<List<String>> paths) {
        List<List<String>> next = new ArrayList<>();
        for (List<String> path : paths) {
            if (!matches(path.getFirst(), name)) {
                continue;
            }
            if (path.size() == 1) {
                return shows ? value : null;
            }
            if (path.getFirst().equals("**")) {
                next.add(path);
            }
            next.add(path.subList(1, path.size()));
        }
        if (next.isEmpty()) {
            return shows ? null : value;
        }
        return left(value, next);
    }

    private static boolean matches(String segment, String name) {
        String plain = segment.replace("\\.", ".");
        return Stream.of(plain.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.collectingAndThen(Collectors.joining(".*"), name::matches));
    }
}
