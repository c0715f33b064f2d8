package io.sluice.config;

import io.sluice.api.Json;
import io.sluice.config.ConfigNode.Mapping;
import io.sluice.config.ConfigNode.Scalar;
import io.sluice.config.ConfigNode.Sequence;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a tree as JSON: plain numbers, booleans and null keep their types, all other scalars become strings. */
final class JsonValue {
    /** YAML has several spellings of each. */
    private static final Set<String> TRUE = Set.of("true", "yes", "on", "y");

    private JsonValue() {}

    static Json of(ConfigNode node) {
        return Json.parse(text(node));
    }

    private static String text(ConfigNode node) {
        return switch (node) {
            case Mapping mapping ->
                mapping.members().entrySet().stream()
                        .map(member -> Json.string(member.getKey()) + ":"
                                + text(member.getValue().value()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Sequence sequence ->
                sequence.items().stream().map(JsonValue::text).collect(Collectors.joining(",", "[", "]"));
            case Scalar scalar ->
                switch (scalar.kind()) {
                    case NULL -> "null";
                    case NUMBER -> scalar.text();
                    case BOOLEAN -> String.valueOf(TRUE.contains(scalar.text().toLowerCase(Locale.ROOT)));
                    case TEXT, UNKNOWN -> Json.string(scalar.text()).toString();
                };
        };
    }
}
