package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An index as it is wanted, and the one of that name that is there. Servers judge themselves whether a field can be what is wanted, since each
 * shows mappings in its own form: {@link #mapping()} says all of it, and what is left to be told apart here is what a server leaves as it is.
 */
record IndexFit(IndexShape wanted, IndexShape there) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String PROPERTIES = "properties";
    private static final String FIELDS = "fields";
    private static final String RUNTIME = "runtime";
    private static final String DYNAMIC = "dynamic";
    private static final String ENABLED = "enabled";
    private static final String OBJECT = "object";
    private static final String TYPE = "type";
    /** What a mapping that does not say it means, where it can be changed. */
    private static final Map<String, JsonNode> DEFAULTS = Map.of(
            "date_detection", JSON.booleanNode(true),
            "numeric_detection", JSON.booleanNode(false),
            "dynamic_templates", JSON.arrayNode());

    /** What decides how documents are indexed, read and found; below {@code index}. */
    private static final List<String> DECISIVE = List.of(
            "analysis.", "similarity.", "sort.", "mapping.", "query.", "analyze.", "highlight.", "max_", "hidden");
    /** What is so even if only the index that is there has it; of the rest it may have more. */
    private static final List<String> NEVER_MORE = List.of(
            "analysis.analyzer.default.",
            "analysis.analyzer.default_search.",
            "similarity.default.",
            "mapping.coerce",
            "mapping.ignore_malformed",
            "query.default_field",
            "hidden");
    /** Where it matters, sources are read with their vectors. */
    private static final String VECTORS = "mapping.exclude_source_vectors";

    private static final Set<String> CLOSED = Set.of("false", "strict");
    /** What new fields with numbers become. */
    private static final Set<String> NUMBERS = Set.of("long", "float", "double");

    /** What the index's settings lack or have otherwise, with full names below {@code index}; null is for what it must not have. */
    ObjectNode settings() {
        Map<String, JsonNode> due = leaves(wanted.settings());
        Map<String, JsonNode> present = leaves(there.settings());
        ObjectNode changes = JSON.objectNode();
        due.forEach((key, value) -> {
            if (isDecisive(key) && !isSame(value, present.get(key))) {
                changes.set(key, value);
            }
        });
        for (String key : present.keySet()) {
            boolean extended = due.keySet().stream().anyMatch(other -> isOfOneDefinition(key, other));
            if (isDecisive(key) && !due.containsKey(key) && (extended || startsWithOne(key, NEVER_MORE))) {
                changes.putNull(key);
            }
        }
        return changes;
    }

    private static boolean isDecisive(String key) {
        return startsWithOne(key, DECISIVE) && !key.equals(VECTORS);
    }

    private static boolean startsWithOne(String key, List<String> beginnings) {
        return beginnings.stream().anyMatch(key::startsWith);
    }

    /** Whether two settings belong to one analyzer, filter and so on, or to one similarity. */
    private static boolean isOfOneDefinition(String key, String other) {
        int names = key.startsWith("analysis.") ? 3 : key.startsWith("similarity.") ? 2 : 0;
        int end = -1;
        for (int i = 0; i < names; i++) {
            end = key.indexOf('.', end + 1);
            if (end < 0) {
                return false;
            }
        }
        return names > 0 && other.startsWith(key.substring(0, end + 1));
    }

    private static boolean isSame(JsonNode due, @Nullable JsonNode present) {
        return present != null && texts(due).equals(texts(present));
    }

    // One server shows a list of one where another shows a text.
    private static List<String> texts(JsonNode value) {
        return value.isArray() ? value.valueStream().map(JsonNode::asText).toList() : List.of(value.asText());
    }

    private static Map<String, JsonNode> leaves(ObjectNode settings) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        addLeaves("", settings, leaves);
        return leaves;
    }

    private static void addLeaves(String prefix, JsonNode value, Map<String, JsonNode> leaves) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String key = prefix + member.getKey();
            if (member.getValue().isObject()) {
                addLeaves(key + ".", member.getValue(), leaves);
            } else {
                leaves.put(key, member.getValue());
            }
        }
    }

    /** The mapping that makes the index that is there as the one that is wanted, if that is possible; empty if it is so. */
    ObjectNode mapping() {
        ObjectNode mapping = wanted.mappings().deepCopy();
        if (mapping.equals(there.mappings())) {
            return JSON.objectNode();
        }
        DEFAULTS.forEach((key, value) -> {
            if (there.mappings().has(key) && !mapping.has(key)) {
                mapping.set(key, value);
            }
        });
        for (Map.Entry<String, JsonNode> field : there.mappings().path(RUNTIME).properties()) {
            if (!mapping.path(RUNTIME).has(field.getKey())) {
                mapping.withObjectProperty(RUNTIME).putNull(field.getKey());
            }
        }
        sayDefaults(mapping, there.mappings(), "true");
        return mapping;
    }

    /** @param dynamic what an object that does not say it has from the one above it */
    private static void sayDefaults(ObjectNode due, JsonNode present, String dynamic) {
        if (present.has(DYNAMIC) && !due.has(DYNAMIC)) {
            due.put(DYNAMIC, dynamic);
        }
        if (present.has(ENABLED) && !due.has(ENABLED)) {
            due.put(ENABLED, true);
        }
        String below = due.path(DYNAMIC).asText(dynamic);
        for (Map.Entry<String, JsonNode> field : due.path(PROPERTIES).properties()) {
            if (field.getValue() instanceof ObjectNode own && own.has(PROPERTIES)) {
                sayDefaults(own, present.path(PROPERTIES).path(field.getKey()), below);
            }
        }
    }

    /** A mapping of the fields that the index which is there lacks; empty if it has all. */
    ObjectNode lackingFields() {
        return lackingFields(wanted.mappings(), there.mappings());
    }

    private static ObjectNode lackingFields(JsonNode due, JsonNode present) {
        ObjectNode lacking = JSON.objectNode();
        for (Map.Entry<String, JsonNode> field : due.path(PROPERTIES).properties()) {
            JsonNode own = field.getValue();
            JsonNode other = present.path(PROPERTIES).path(field.getKey());
            if (other.isMissingNode()) {
                lacking.withObjectProperty(PROPERTIES).set(field.getKey(), own);
            } else if (type(own).equals(type(other))) {
                ObjectNode below = lackingFields(own, other);
                if (!below.isEmpty()) {
                    lacking.withObjectProperty(PROPERTIES).set(field.getKey(), below.put(TYPE, type(own)));
                }
            }
        }
        return lacking;
    }

    /** What of the mapping is not alike once it was changed, to be read by the operator; null if it all is. */
    @Nullable String difference() {
        if (isRouted(wanted.mappings()) != isRouted(there.mappings())) {
            return "_routing.required";
        }
        return there.keepsSources() ? difference("", wanted.mappings(), there.mappings(), false) : "_source";
    }

    private static boolean isRouted(JsonNode mappings) {
        return mappings.at("/_routing/required").asBoolean();
    }

    /** @param closed whether documents give the object no new fields: there it must have no more than are wanted */
    private static @Nullable String difference(String prefix, JsonNode due, JsonNode present, boolean closed) {
        boolean below = due.has(DYNAMIC) ? CLOSED.contains(due.path(DYNAMIC).asText()) : closed;
        for (Map.Entry<String, JsonNode> field : present.path(PROPERTIES).properties()) {
            String name = prefix + field.getKey();
            JsonNode own = due.path(PROPERTIES).path(field.getKey());
            String found = null;
            if (!own.isMissingNode()) {
                found = type(own).equals(type(field.getValue()))
                        ? difference(name + ".", own, field.getValue(), below)
                        : types(name, own, field.getValue());
            } else if (below) {
                found = onlyThere(name);
            }
            if (found != null) {
                return found;
            }
        }
        for (Map.Entry<String, JsonNode> field : present.path(FIELDS).properties()) {
            if (!due.path(FIELDS).has(field.getKey())) {
                return onlyThere(prefix + field.getKey());
            }
        }
        return null;
    }

    private static String onlyThere(String field) {
        return "only the other place has field " + field;
    }

    private static String types(String field, JsonNode due, JsonNode present) {
        return "field " + field + " is " + type(present) + " there instead of " + type(due);
    }

    private static String type(JsonNode field) {
        return field.path(TYPE).asText(OBJECT);
    }

    /**
     * A field that both have with other types; null if there is none. Numbers count as one type: where documents with {@code 1} and
     * {@code 1.5} bring a new field at the same time, the first one that is indexed decides, and in the other place it may be another.
     */
    @Nullable String otherType() {
        return otherType("", wanted.mappings(), there.mappings());
    }

    private static @Nullable String otherType(String prefix, JsonNode due, JsonNode present) {
        for (Map.Entry<String, JsonNode> field : due.path(PROPERTIES).properties()) {
            String name = prefix + field.getKey();
            JsonNode own = field.getValue();
            JsonNode other = present.path(PROPERTIES).path(field.getKey());
            if (!other.isMissingNode()) {
                boolean alike =
                        type(own).equals(type(other)) || NUMBERS.contains(type(own)) && NUMBERS.contains(type(other));
                String found = alike ? otherType(name + ".", own, other) : types(name, own, other);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
