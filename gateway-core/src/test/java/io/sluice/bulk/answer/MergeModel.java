package io.sluice.bulk.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code filter_path} and {@code pretty} leave of an answer, done the plain way on a tree. */
final class MergeModel {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

    private MergeModel() {}

    static String render(ObjectNode answer, String filterPath, boolean pretty) throws JsonProcessingException {
        List<String[]> includes = new ArrayList<>();
        List<String[]> excludes = new ArrayList<>();
        for (String path : filterPath.split(",")) {
            if (!path.isBlank()) {
                boolean excluded = path.strip().startsWith("-");
                (excluded ? excludes : includes)
                        .add(path.strip().substring(excluded ? 1 : 0).split("\\."));
            }
        }
        JsonNode result = includes.isEmpty() ? answer : include(answer, includes, 0);
        result = result == null || excludes.isEmpty() ? result : exclude(result, excludes, 0);
        JsonNode shown = result == null ? JsonNodeFactory.instance.objectNode() : result;
        return pretty
                ? MAPPER.writer(new DefaultPrettyPrinter()
                                        .withObjectIndenter(INDENTER)
                                        .withArrayIndenter(INDENTER))
                                .writeValueAsString(shown)
                        + "\n"
                : MAPPER.writeValueAsString(shown);
    }

    /** The parts of the node that a path leads to; null if there is none. */
    private static @Nullable JsonNode include(JsonNode node, List<String[]> paths, int depth) {
        if (node.isArray()) {
            ArrayNode left = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : node) {
                JsonNode part = include(element, paths, depth);
                if (part != null) {
                    left.add(part);
                }
            }
            return left.isEmpty() ? null : left;
        }
        ObjectNode left = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            List<String[]> going = going(paths, depth, member.getKey());
            boolean arrived = going.stream().anyMatch(path -> path.length == depth + 1);
            JsonNode part = arrived
                    ? member.getValue()
                    : going.isEmpty() || member.getValue().isValueNode()
                            ? null
                            : include(member.getValue(), going, depth + 1);
            if (part != null) {
                left.set(member.getKey(), part);
            }
        }
        return left.isEmpty() ? null : left;
    }

    /** The node without the parts that a path leads to; null if nothing is left. */
    private static @Nullable JsonNode exclude(JsonNode node, List<String[]> paths, int depth) {
        if (node.isArray()) {
            ArrayNode left = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : node) {
                JsonNode part = exclude(element, paths, depth);
                if (part != null) {
                    left.add(part);
                }
            }
            return left.isEmpty() ? null : left;
        }
        ObjectNode left = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            List<String[]> going = going(paths, depth, member.getKey());
            if (going.stream().anyMatch(path -> path.length == depth + 1)) {
                continue;
            }
            JsonNode part = going.isEmpty() || member.getValue().isValueNode()
                    ? member.getValue()
                    : exclude(member.getValue(), going, depth + 1);
            if (part != null) {
                left.set(member.getKey(), part);
            }
        }
        return left.isEmpty() ? null : left;
    }

    private static List<String[]> going(List<String[]> paths, int depth, String name) {
        return paths.stream()
                .filter(path -> path.length > depth && (path[depth].equals("*") || path[depth].equals(name)))
                .toList();
    }
}
