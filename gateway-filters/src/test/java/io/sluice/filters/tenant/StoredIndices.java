package io.sluice.filters.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A cluster that keeps settings, mappings and aliases of indices as servers do, and one document of each index, which searches do not find.
 * For one thread.
 */
final class StoredIndices {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String NONE = "{\"aliases\":{},\"mappings\":{},\"settings\":{\"index\":{}}}";

    private final ObjectNode indices = MAPPER.createObjectNode();
    private final ObjectNode documents = MAPPER.createObjectNode();
    private final List<String> changes = new ArrayList<>();
    private final TestCluster cluster = new TestCluster("c")
            .answering(target -> "{\"nodes\":{\"a\":{\"version\":\"8.19.0\"}}}")
            .answeringRequests(this::answer);

    TestCluster cluster() {
        return cluster;
    }

    /** Puts an index there as it is shown. */
    StoredIndices with(String index, String shown) throws IOException {
        ObjectNode whole = (ObjectNode) MAPPER.readTree(NONE);
        whole.setAll((ObjectNode) MAPPER.readTree(shown.replace('\'', '"')));
        indices.set(index, whole);
        return this;
    }

    /** Deletes an index. */
    void without(String index) {
        indices.remove(index);
        forget(index);
    }

    /** Deletes the document of an index. */
    void forget(String index) {
        documents.remove(index);
    }

    void write(String index, String source) throws IOException {
        documents.set(index, MAPPER.readTree(source));
    }

    boolean has(String index) {
        return indices.has(index);
    }

    /** A part of an index as it is shown, with single quotes. */
    String shown(String index, String pointer) {
        return indices.path(index).at(pointer).toString().replace('"', '\'');
    }

    /** The requests that changed indices. */
    List<String> changes() {
        return changes;
    }

    private ClusterResponse answer(String method, RequestTarget target, String body) {
        List<String> path = target.segments();
        String last = path.getLast();
        try {
            if (!method.equals("GET") && !List.of("_mget", "_refresh").contains(last)) {
                changes.add(method + " " + target.rawPath());
            }
            return switch (last) {
                case "_mget" -> answer(200, got(MAPPER.readTree(body)));
                case "_bulk" -> answer(200, written(body.split("\n")));
                case "_refresh" -> answer(200, MAPPER.readTree("{\"_shards\":{\"failed\":0}}"));
                case "_aliases" -> aliased(MAPPER.readTree(body));
                case "_mapping" -> mapped(path.getFirst(), MAPPER.readTree(body));
                case "_settings" ->
                    method.equals("GET")
                            ? answer(named(path.getFirst()).isEmpty() ? 404 : 200, named(path.getFirst()))
                            : set(path.getFirst(), MAPPER.readTree(body));
                default ->
                    method.equals("GET")
                            ? answer(200, named(path.getFirst()))
                            : made(path.getFirst(), MAPPER.readTree(body));
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClusterResponse answer(int status, JsonNode body) {
        return new ClusterResponse(status, body.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ClusterResponse refused(String reason) {
        ObjectNode body = MAPPER.createObjectNode();
        body.putObject("error").put("type", "illegal_argument_exception").put("reason", reason);
        return answer(400, body);
    }

    /** Indices by a pattern, or by the name of an alias. */
    private ObjectNode named(String expression) {
        Pattern pattern = Pattern.compile(Pattern.quote(expression).replace("*", "\\E.*\\Q"));
        ObjectNode named = MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> index : indices.properties()) {
            if (pattern.matcher(index.getKey()).matches()
                    || index.getValue().path("aliases").has(expression)) {
                named.set(index.getKey(), index.getValue().deepCopy());
            }
        }
        return named;
    }

    private ClusterResponse made(String index, JsonNode body) {
        ObjectNode made = body.deepCopy();
        made.withObjectProperty("aliases");
        made.withObjectProperty("mappings");
        for (Map.Entry<String, JsonNode> alias : body.path("aliases").properties()) {
            boolean second = alias.getValue().path("is_write_index").asBoolean()
                    && indices.findValues(alias.getKey()).stream()
                            .anyMatch(other -> other.path("is_write_index").asBoolean());
            if (second) {
                return refused("alias [" + alias.getKey() + "] has more than one write index");
            }
        }
        indices.set(index, made);
        return answer(200, made);
    }

    private ClusterResponse aliased(JsonNode body) {
        for (JsonNode each : body.path("actions")) {
            ObjectNode action = each.elements().next().deepCopy();
            String alias = action.remove("alias").asText();
            ObjectNode aliases =
                    (ObjectNode) indices.path(action.remove("index").asText()).path("aliases");
            if (each.has("add")) {
                aliases.set(alias, action);
            } else {
                aliases.remove(alias);
            }
        }
        return answer(200, body);
    }

    private ClusterResponse mapped(String index, JsonNode body) {
        ObjectNode mapping = (ObjectNode) indices.path(index).path("mappings");
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            if (!member.getKey().equals("properties") && !member.getKey().equals("runtime")) {
                mapping.set(member.getKey(), member.getValue());
            }
        }
        body.path("runtime").properties().forEach(field -> {
            if (field.getValue().isNull()) {
                mapping.withObjectProperty("runtime").remove(field.getKey());
            } else {
                mapping.withObjectProperty("runtime").set(field.getKey(), field.getValue());
            }
        });
        return merged(mapping, body) ? answer(200, body) : refused("mapper cannot be changed from type to type");
    }

    private static boolean merged(ObjectNode into, JsonNode more) {
        for (Map.Entry<String, JsonNode> field : more.path("properties").properties()) {
            ObjectNode properties = into.withObjectProperty("properties");
            ObjectNode next = field.getValue().deepCopy();
            if (properties.path(field.getKey()) instanceof ObjectNode old) {
                if (!type(old).equals(type(next))) {
                    return false;
                }
                JsonNode parts = next.remove("properties");
                old.setAll(next);
                if (parts != null && !merged(old, field.getValue())) {
                    return false;
                }
            } else {
                properties.set(field.getKey(), next);
            }
        }
        return true;
    }

    private static String type(JsonNode field) {
        return field.path("type").asText("object");
    }

    private ClusterResponse set(String index, JsonNode body) {
        ObjectNode settings = (ObjectNode) indices.path(index).at("/settings/index");
        for (Map.Entry<String, JsonNode> setting : body.properties()) {
            if (setting.getKey().startsWith("index.analysis.")) {
                return refused("Can't update non dynamic settings [[" + setting.getKey() + "]]");
            }
        }
        body.properties()
                .forEach(setting -> settings.set(setting.getKey().substring("index.".length()), setting.getValue()));
        return answer(200, body);
    }

    private ObjectNode got(JsonNode body) {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode docs = answer.putArray("docs");
        for (JsonNode wanted : body.path("docs")) {
            String index = wanted.path("_index").asText();
            ObjectNode doc = docs.addObject()
                    .put("_index", index)
                    .put("_id", wanted.path("_id").asText());
            if (!indices.has(index)) {
                doc.putObject("error").put("type", "index_not_found_exception");
            } else if (documents.has(index)) {
                doc.put("found", true).put("_version", 1).put("_seq_no", 0).put("_primary_term", 1);
                doc.set("_source", documents.path(index));
            } else {
                doc.put("found", false);
            }
        }
        return answer;
    }

    private ObjectNode written(String[] lines) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < lines.length; i += 2) {
            String index = MAPPER.readTree(lines[i]).at("/index/_index").asText();
            if (!indices.has(index)) {
                with(index, "{'mappings':{'_meta':{'made by':'a write'}}}");
            }
            write(index, lines[i + 1]);
            items.addObject().putObject("index").put("status", 200);
        }
        return answer;
    }
}
