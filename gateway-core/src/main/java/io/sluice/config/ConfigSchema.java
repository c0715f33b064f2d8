package io.sluice.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes a JSON schema (draft 2020-12) of the configuration, the given filter types included, so that editors complete and check
 * keys. Rules that involve several sections are left to {@code sluice check}. For one call.
 */
public final class ConfigSchema {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REFERENCE = "\\$\\{";

    private final FilterTypes filters;
    private final ObjectNode definitions = NODES.objectNode();
    private final Map<Class<?>, String> names = new HashMap<>();

    private ConfigSchema(FilterTypes filters) {
        this.filters = filters;
    }

    /** The schema as indented JSON. */
    public static String of(FilterTypes filters) {
        ConfigSchema schema = new ConfigSchema(filters);
        ObjectNode root = NODES.objectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Sluice configuration");
        root.setAll(schema.section(GatewayConfig.class));
        root.set("$defs", schema.definitions);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private ObjectNode value(KeyInfo key) {
        ObjectNode node = value(key.type());
        return key.some() ? node.put(key.type() instanceof ValueType.ListOf ? "minItems" : "minProperties", 1) : node;
    }

    private ObjectNode value(ValueType type) {
        return switch (type) {
            case ValueType.Plain plain -> scalar(plain.scalar());
            case ValueType.Choice choice -> {
                ObjectNode node = NODES.objectNode();
                choice.names().forEach(node.putArray("enum")::add);
                yield orReference(node);
            }
            case ValueType.Section section -> reference(section.recordType());
            case ValueType.OneOf oneOf -> reference(oneOf.sealedType());
            case ValueType.ListOf list -> typed("array").set("items", value(list.item()));
            case ValueType.MapOf map -> typed("object").set("additionalProperties", value(map.value()));
            case ValueType.AnyJson any -> NODES.objectNode();
            case ValueType.PluginSettings settings -> typed("object");
        };
    }

    private static ObjectNode typed(String type) {
        return NODES.objectNode().put("type", type);
    }

    private static ObjectNode scalar(ScalarType scalar) {
        return switch (scalar.name()) {
            case "boolean", "integer", "number" -> orReference(typed(scalar.name()));
            case "text", "secret" -> types("string", "number", "boolean");
            case "size" -> types("string", "integer").put("pattern", "^\\d+\\s*([bB]|[kKmMgG][iI][bB])?$|" + REFERENCE);
            case "duration" -> typed("string").put("pattern", "^\\d{1,9}(ms|s|m|h|d)$|" + REFERENCE);
            default -> typed("string");
        };
    }

    private static ObjectNode types(String... types) {
        ObjectNode node = NODES.objectNode();
        ArrayNode array = node.putArray("type");
        for (String type : types) {
            array.add(type);
        }
        return node;
    }

    private static ObjectNode orReference(ObjectNode type) {
        ObjectNode node = NODES.objectNode();
        node.putArray("anyOf").add(type).add(typed("string").put("pattern", REFERENCE));
        return node;
    }

    // Sections are definitions, since one may contain itself.
    private ObjectNode reference(Class<?> type) {
        String name = names.get(type);
        if (name == null) {
            name = type.getSimpleName() + (names.containsValue(type.getSimpleName()) ? names.size() : "");
            names.put(type, name);
            definitions.set(name, type.isRecord() ? section(type) : alternatives(new ValueType.OneOf(type)));
        }
        return NODES.objectNode().put("$ref", "#/$defs/" + name);
    }

    private ObjectNode section(Class<?> recordType) {
        List<KeyInfo> keys = KeyInfo.of(recordType);
        int settings = PluginKind.settingsOf(keys);
        return settings < 0 ? section(keys) : typed(keys, settings);
    }

    private ObjectNode section(List<KeyInfo> keys) {
        ObjectNode node = typed("object").put("additionalProperties", false);
        ObjectNode properties = node.putObject("properties");
        List<String> required = new ArrayList<>();
        for (KeyInfo key : keys) {
            ObjectNode property = value(key).put("description", key.description());
            if (key.def() != null && !(key.type() instanceof ValueType.Section)) {
                property.set("default", defaultOf(key.def()));
            }
            properties.set(key.name(), property);
            if (key.required()) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            required.forEach(node.putArray("required")::add);
        }
        return node;
    }

    private static JsonNode defaultOf(String yaml) {
        ConfigNode node = YamlReader.read(yaml, Place.inCode(""), new Environment(Map.of()), new ArrayList<>());
        try {
            return JSON.readTree(JsonValue.of(Objects.requireNonNull(node)).utf8());
        } catch (IOException e) {
            throw new IllegalStateException("a Json is always JSON", e);
        }
    }

    private ObjectNode alternatives(ValueType.OneOf oneOf) {
        ObjectNode node = typed("object").put("minProperties", 1).put("maxProperties", 1);
        node.put("additionalProperties", false);
        ObjectNode properties = node.putObject("properties");
        oneOf.alternatives().forEach((name, alternative) -> {
            List<KeyInfo> keys = KeyInfo.of(alternative);
            properties.set(
                    name,
                    keys.size() == 1
                            ? value(keys.getFirst())
                                    .put("description", keys.getFirst().description())
                            : section(keys));
        });
        return node;
    }

    // One alternative for each type of plugin that the section may name.
    private ObjectNode typed(List<KeyInfo> keys, int settings) {
        KeyInfo typeKey = keys.get(settings - 1);
        PluginKind kind = PluginKind.of(typeKey);
        List<KeyInfo> others = new ArrayList<>(keys);
        others.remove(settings);
        ObjectNode node = NODES.objectNode();
        ArrayNode oneOf = node.putArray("oneOf");
        if (kind.isNone(FilterTypes.NO_ROUTER)) {
            oneOf.add(typed(others, typeKey, FilterTypes.NO_ROUTER));
        }
        for (String type : kind.types(filters)) {
            ObjectNode one = typed(others, typeKey, type);
            Class<?> recordType = Objects.requireNonNull(kind.configType(filters, type));
            String config = keys.get(settings).name();
            ((ObjectNode) one.get("properties")).set(config, reference(recordType));
            if (KeyInfo.of(recordType).stream().anyMatch(KeyInfo::required)) {
                one.withArray("required").add(config);
            }
            oneOf.add(one);
        }
        return node;
    }

    private ObjectNode typed(List<KeyInfo> keys, KeyInfo typeKey, String type) {
        ObjectNode node = section(keys);
        ((ObjectNode) node.get("properties")).putObject(typeKey.name()).put("const", type);
        return node;
    }
}
