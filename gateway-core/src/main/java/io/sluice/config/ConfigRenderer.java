package io.sluice.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.api.Secret;
import io.sluice.api.SensitiveNames;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Writes the effective configuration with its defaults. Secrets are masked: values of the type {@link Secret}, values of
 * keys whose names suggest a secret, what operators name so, a header by {@link SensitiveNames}, whether that name is a key or stands
 * beside the value, and users in URIs.
 */
public final class ConfigRenderer {

    private static final String MASK = new Secret("").toString();
    private static final Pattern SECRET_KEY = Pattern.compile(
            "password|passwd|secret|token|credential|api-?_?key|authorization|cookie", Pattern.CASE_INSENSITIVE);
    /** Keys of what is named by a key beside them: {@code { name: X-Auth-Key, values: [...] }}. */
    private static final Set<String> NAMED_BESIDE = Set.of("value", "values");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What is shown in the place of a secret. */
    private final Function<String, String> mask;

    private ConfigRenderer(Function<String, String> mask) {
        this.mask = mask;
    }

    /** The configuration as JSON, indented. */
    public static String json(GatewayConfig config) {
        return write(JSON, config);
    }

    /** The configuration as YAML in the form of a file. */
    public static String yaml(GatewayConfig config) {
        return write(
                YAMLMapper.builder()
                        .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                        .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                        .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                        .build(),
                config);
    }

    /** The configuration as JSON, in the order of the keys. */
    public static ObjectNode tree(GatewayConfig config) {
        return tree(config, secret -> MASK);
    }

    /** @param mask what is shown in the place of a secret */
    static ObjectNode tree(GatewayConfig config, Function<String, String> mask) {
        return new ConfigRenderer(mask).section(config);
    }

    private static String write(ObjectMapper mapper, GatewayConfig config) {
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree(config));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private ObjectNode section(Record section) {
        ObjectNode node = NODES.objectNode();
        List<KeyInfo> keys = KeyInfo.of(section.getClass());
        boolean named = keys.stream().anyMatch(key -> namesSecret(key, section));
        for (KeyInfo key : keys) {
            Object value = key.valueIn(section);
            if (value != null && !(key.some() && isEmpty(value))) {
                boolean secret = isSecret(key.name()) || named && NAMED_BESIDE.contains(key.name());
                node.set(key.name(), value(secret, key.type(), value));
            }
        }
        return node;
    }

    // Where a key must have an entry, none says that it was left out.
    private static boolean isEmpty(Object value) {
        return value instanceof Collection<?> list && list.isEmpty() || value instanceof Map<?, ?> map && map.isEmpty();
    }

    // Of a pointer into JSON, names of objects on the way count too.
    private static boolean namesSecret(KeyInfo key, Record section) {
        return key.valueIn(section) instanceof String text
                && switch (key.name()) {
                    case "name" -> isSecretByChoice(text);
                    case "path" -> isSecret(text);
                    default -> false;
                };
    }

    private static boolean isSecret(String key) {
        return SECRET_KEY.matcher(key).find();
    }

    private static boolean isSecretByChoice(String name) {
        return isSecret(name) || SensitiveNames.matches(name);
    }

    private JsonNode value(boolean secret, ValueType type, Object value) {
        return switch (type) {
            case ValueType.Plain plain -> secret ? masked(value) : scalar(value);
            case ValueType.Choice choice -> TextNode.valueOf(ValueType.nameOf((Enum<?>) value));
            case ValueType.Section section -> section((Record) value);
            case ValueType.OneOf oneOf -> oneOf(oneOf, (Record) value);
            case ValueType.ListOf list -> list(secret, list, (List<?>) value);
            case ValueType.MapOf map -> map(map, (Map<?, ?>) value);
            case ValueType.AnyJson any -> secret ? masked(value) : withoutSecrets(tree(value));
            case ValueType.PluginSettings settings -> section((Record) value);
        };
    }

    private TextNode masked(Object value) {
        return TextNode.valueOf(mask.apply(value instanceof Secret secret ? secret.value() : value.toString()));
    }

    private JsonNode scalar(Object value) {
        return switch (value) {
            case Secret secret -> masked(secret);
            case Boolean bool -> NODES.booleanNode(bool);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case Duration duration -> TextNode.valueOf(Durations.format(duration));
            case URI uri -> TextNode.valueOf(withoutUser(uri));
            default -> TextNode.valueOf(value.toString());
        };
    }

    private String withoutUser(URI uri) {
        String user = uri.getRawUserInfo();
        return user == null ? uri.toString() : uri.toString().replace(user + "@", mask.apply(user) + "@");
    }

    private JsonNode oneOf(ValueType.OneOf type, Record value) {
        ObjectNode node = NODES.objectNode();
        type.alternatives().forEach((name, alternative) -> {
            if (alternative == value.getClass()) {
                List<KeyInfo> keys = KeyInfo.of(alternative);
                Object only = keys.size() == 1 ? keys.getFirst().valueIn(value) : null;
                node.set(
                        name,
                        only == null
                                ? section(value)
                                : value(isSecret(name), keys.getFirst().type(), only));
            }
        });
        return node;
    }

    private ArrayNode list(boolean secret, ValueType.ListOf type, List<?> values) {
        ArrayNode node = NODES.arrayNode();
        values.forEach(value -> node.add(value(secret, type.item(), value)));
        return node;
    }

    private ObjectNode map(ValueType.MapOf type, Map<?, ?> values) {
        ObjectNode node = NODES.objectNode();
        values.forEach((key, value) -> {
            String name = key.toString();
            node.set(name, value(isSecretByChoice(name), type.value(), value));
        });
        return node;
    }

    private JsonNode withoutSecrets(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.properties()
                    .forEach(member -> member.setValue(
                            isSecret(member.getKey()) ? masked(member.getValue()) : withoutSecrets(member.getValue())));
        } else {
            json.forEach(this::withoutSecrets);
        }
        return json;
    }

    private static JsonNode tree(Object json) {
        try {
            return JSON.readTree(json.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a Json is always JSON", e);
        }
    }
}
