package io.sluice.filters.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.filters.tenant.body.MappingGrammar;
import io.sluice.filters.tenant.move.UnmovableException;
import io.sluice.filters.tenant.names.FieldNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of one of a tenant's indices, as an index of its own has it, and as the field has it that the index is in the layout
 * {@code nested}. Fields are named by their full paths where others refer to them. Immutable.
 */
final class NestedMapping {

    private static final String PROPERTIES = "properties";
    private static final String RUNTIME = "runtime";
    private static final String PATH = "path";
    /** What does not change how documents are indexed or found; whether sources are kept is looked at before. */
    private static final Set<String> LEFT_OUT = Set.of("_meta", "_source");

    private static final Set<String> PLAIN = Set.of("type", "format", "meta");

    private final String index;
    private final FieldNames fields;

    /** @param fields of the index within the one in which it lies */
    NestedMapping(String index, FieldNames fields) {
        this.index = index;
        this.fields = fields;
    }

    /** Gives the name of a field another form. */
    private interface Form {
        /** The name; null if the field is not one of the index's. */
        @Nullable String of(String field);
    }

    /**
     * What makes the field of a mapping.
     *
     * @param mapping of an index of its own
     * @throws UnmovableException if the field cannot be alike
     */
    ObjectNode within(ObjectNode mapping) throws UnmovableException {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        ObjectNode own = whole.putObject(PROPERTIES).putObject(fields.key()).put("type", "object");
        for (Map.Entry<String, JsonNode> member : mapping.properties()) {
            String key = member.getKey();
            JsonNode value = member.getValue();
            if (key.equals("dynamic") || key.equals(PROPERTIES)) {
                own.set(key, value.deepCopy());
            } else if (key.equals(RUNTIME)) {
                value.properties()
                        .forEach(field -> whole.withObjectProperty(RUNTIME)
                                .set(fields.physical(field.getKey()), field.getValue()));
            } else if (!LEFT_OUT.contains(key) && !isDefault(key, value)) {
                throw new UnmovableException("index " + index + " has " + key + ", which the other place cannot have");
            }
        }
        checkTypes(own);
        checkRuntime(whole.path(RUNTIME));
        translate(own, fields::physical);
        return whole;
    }

    /**
     * The mapping that an index of its own has.
     *
     * @param field of the index
     * @param mapping in which the field is
     * @throws UnmovableException if it cannot be alike
     */
    ObjectNode apart(ObjectNode field, JsonNode mapping) throws UnmovableException {
        ObjectNode own = field.deepCopy();
        own.remove("type");
        String prefix = fields.key() + ".";
        for (Map.Entry<String, JsonNode> runtime : mapping.path(RUNTIME).properties()) {
            if (runtime.getKey().startsWith(prefix)) {
                own.withObjectProperty(RUNTIME).set(runtime.getKey().substring(prefix.length()), runtime.getValue());
            }
        }
        checkRuntime(own.path(RUNTIME));
        translate(own, fields::logical);
        return own;
    }

    private static boolean isDefault(String key, JsonNode value) {
        return switch (key) {
            case "date_detection" -> value.asBoolean();
            case "numeric_detection" -> !value.asBoolean();
            case "_routing" -> !value.path("required").asBoolean();
            default -> value.isContainerNode() && value.isEmpty();
        };
    }

    // A script names fields in any way that it likes.
    private void checkRuntime(JsonNode runtime) throws UnmovableException {
        for (Map.Entry<String, JsonNode> field : runtime.properties()) {
            for (Map.Entry<String, JsonNode> option : field.getValue().properties()) {
                if (!PLAIN.contains(option.getKey())) {
                    throw new UnmovableException("runtime field " + field.getKey() + " of index " + index + " has "
                            + option.getKey() + ", in which names of fields cannot be changed");
                }
            }
        }
    }

    private void checkTypes(JsonNode field) throws UnmovableException {
        for (String below : List.of(PROPERTIES, "fields")) {
            for (Map.Entry<String, JsonNode> each : field.path(below).properties()) {
                String type = each.getValue().path("type").asText();
                if (MappingGrammar.needsOwnIndex(type)) {
                    throw new UnmovableException("field " + each.getKey() + " of index " + index + " has the type "
                            + type + ", which the other place cannot have");
                }
                checkTypes(each.getValue());
            }
        }
    }

    /** Changes the names by which fields refer to others. */
    private void translate(ObjectNode field, Form form) throws UnmovableException {
        if (field.has("script")) {
            throw new UnmovableException(
                    "a field of index " + index + " has a script, in which names of fields cannot be changed");
        }
        if (field.path(PATH).isTextual()) {
            field.put(PATH, name(field.path(PATH), form));
        }
        if (field.has("copy_to")) {
            field.set("copy_to", names(field.path("copy_to"), form));
        }
        JsonNode contexts = field.path("contexts");
        for (JsonNode context : contexts.isArray() ? contexts : List.of(contexts)) {
            if (context instanceof ObjectNode own && own.path(PATH).isTextual()) {
                own.put(PATH, name(own.path(PATH), form));
            }
        }
        for (String below : List.of(PROPERTIES, "fields")) {
            for (JsonNode each : field.path(below)) {
                if (each instanceof ObjectNode own) {
                    translate(own, form);
                }
            }
        }
    }

    private JsonNode names(JsonNode targets, Form form) throws UnmovableException {
        if (!targets.isArray()) {
            return JsonNodeFactory.instance.textNode(name(targets, form));
        }
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        for (JsonNode target : targets) {
            names.add(name(target, form));
        }
        return names;
    }

    private String name(JsonNode field, Form form) throws UnmovableException {
        String name = form.of(field.asText());
        if (name == null) {
            throw new UnmovableException("a field of index " + index + " refers to " + field.asText()
                    + ", which is not a field of the index");
        }
        return name;
    }
}
