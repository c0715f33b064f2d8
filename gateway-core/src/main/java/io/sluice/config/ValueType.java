package io.sluice.config;

import io.sluice.api.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The type of a key's value, derived from the Java type of its record component; see {@link io.sluice.api.Key}. */
sealed interface ValueType {

    record Plain(ScalarType scalar) implements ValueType {}

    record Choice(Class<?> enumType) implements ValueType {

        /** The names in files, in the order of the enum. */
        List<String> names() {
            return Arrays.stream(enumType.getEnumConstants())
                    .map(constant -> nameOf((Enum<?>) constant))
                    .toList();
        }
    }

    record Section(Class<?> recordType) implements ValueType {}

    /** Exactly one of several records, named by a key. */
    record OneOf(Class<?> sealedType) implements ValueType {

        /** The records by the key that names them, in the order of the {@code permits} clause. */
        Map<String, Class<?>> alternatives() {
            Map<String, Class<?>> alternatives = new LinkedHashMap<>();
            for (Class<?> alternative : sealedType.getPermittedSubclasses()) {
                String name = alternative.getSimpleName();
                alternatives.put(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), alternative);
            }
            return alternatives;
        }
    }

    record ListOf(ValueType item) implements ValueType {}

    record MapOf(ScalarType key, ValueType value) implements ValueType {}

    /** Any value, as JSON. */
    record AnyJson() implements ValueType {}

    /** The record of a plugin's type, known once the plugins are loaded. */
    record PluginSettings() implements ValueType {}

    /**
     * The type of a record component.
     *
     * @throws IllegalArgumentException if no configuration can be bound to it
     */
    static ValueType of(Type type) {
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new ListOf(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class && of(arguments[0]) instanceof Plain key) {
                return new MapOf(key.scalar(), of(arguments[1]));
            }
        }
        throw new IllegalArgumentException("no configuration can be bound to " + type.getTypeName());
    }

    private static ValueType of(Class<?> type) {
        ScalarType scalar = ScalarType.of(type);
        if (scalar != null) {
            return new Plain(scalar);
        }
        if (type.isEnum()) {
            return new Choice(type);
        }
        if (type.isRecord()) {
            return new Section(type);
        }
        if (type.isSealed() && Arrays.stream(type.getPermittedSubclasses()).allMatch(Class::isRecord)) {
            return new OneOf(type);
        }
        if (type == Json.class) {
            return new AnyJson();
        }
        if (type == Record.class) {
            return new PluginSettings();
        }
        throw new IllegalArgumentException("no configuration can be bound to " + type.getName());
    }

    /** The name of an enum constant in files. */
    static String nameOf(Enum<?> constant) {
        return constant.toString().equals(constant.name())
                ? constant.name().toLowerCase(Locale.ROOT)
                : constant.toString();
    }

    /** For tables and messages: {@code duration}, {@code list of text}, {@code auto | epoll | nio}. */
    default String label() {
        return switch (this) {
            case Plain plain -> plain.scalar().name();
            case Choice choice -> String.join(" | ", choice.names());
            case Section section -> "section";
            case OneOf oneOf ->
                oneOf.alternatives().keySet().stream().collect(Collectors.joining(" | ", "one of ", ""));
            case ListOf list -> "list of " + list.item().label();
            case MapOf map ->
                "map of " + map.key().name() + " to " + map.value().label();
            case AnyJson any -> "any JSON value";
            case PluginSettings settings -> "section of the type";
        };
    }
}
