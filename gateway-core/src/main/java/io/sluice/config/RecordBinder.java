package io.sluice.config;

import io.sluice.config.ConfigNode.Kind;
import io.sluice.config.ConfigNode.Mapping;
import io.sluice.config.ConfigNode.Member;
import io.sluice.config.ConfigNode.Scalar;
import io.sluice.config.ConfigNode.Sequence;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Binds trees to records, driven by {@link io.sluice.api.Key}. All faults are added to the problems; a value is null
 * if it has a fault. For one document and thread.
 */
final class RecordBinder {

    private final Path directory;
    private final @Nullable FilterTypes filters;
    private final KnownPatterns patterns;
    private final List<Problem> problems;
    private final List<BoundScalar> scalars = new ArrayList<>();

    /** A scalar that was bound; checks that involve several sections start from these. */
    record BoundScalar(Place place, Object value) {}

    /**
     * @param directory the base of relative paths
     * @param filters the types that filters may have; null if the configurations of filters are ignored
     */
    RecordBinder(Path directory, @Nullable FilterTypes filters, KnownPatterns patterns, List<Problem> problems) {
        this.directory = directory;
        this.patterns = patterns;
        this.filters = filters;
        this.problems = problems;
    }

    /** The scalars bound so far, in the order of the sections' keys, without defaults. */
    List<BoundScalar> scalars() {
        return scalars;
    }

    /** Binds a section. */
    <T> @Nullable T bind(ConfigNode node, Class<T> recordType) {
        return recordType.cast(section(node, recordType));
    }

    private @Nullable Object value(ConfigNode node, ValueType type) {
        return switch (type) {
            case ValueType.Plain plain -> scalar(node, plain.scalar());
            case ValueType.Choice choice -> choice(node, choice);
            case ValueType.Section section -> section(node, section.recordType());
            case ValueType.OneOf oneOf -> oneOf(node, oneOf);
            case ValueType.ListOf list -> list(node, list);
            case ValueType.MapOf map -> map(node, map);
            case ValueType.AnyJson any -> JsonValue.of(node);
            case ValueType.PluginSettings settings -> report(node.place(), "no type is named here");
        };
    }

    private @Nullable Object scalar(ConfigNode node, ScalarType type) {
        if (!(node instanceof Scalar scalar) || scalar.kind() == Kind.NULL) {
            return report(node.place(), "expected " + described(type) + ", found " + node.description());
        }
        if (scalar.kind() == Kind.UNKNOWN) {
            return null;
        }
        try {
            Object value = patterns.same(type.parse(scalar.text(), directory));
            scalars.add(new BoundScalar(node.place(), value));
            return value;
        } catch (IllegalArgumentException e) {
            return report(node.place(), messageOf(e));
        }
    }

    private static String described(ScalarType type) {
        String article = "aeiou".indexOf(Character.toLowerCase(type.name().charAt(0))) < 0 ? "a " : "an ";
        return (type.name().equals("text") ? "" : article) + type.name() + " such as " + type.example();
    }

    private @Nullable Object choice(ConfigNode node, ValueType.Choice choice) {
        if (node instanceof Scalar scalar) {
            String wanted = scalar.text().replace('-', '_');
            for (Object constant : choice.enumType().getEnumConstants()) {
                if (ValueType.nameOf((Enum<?>) constant).equalsIgnoreCase(wanted)) {
                    scalars.add(new BoundScalar(node.place(), constant));
                    return constant;
                }
            }
            if (scalar.kind() == Kind.UNKNOWN) {
                return null;
            }
        }
        return report(
                node.place(), "expected one of " + String.join(", ", choice.names()) + "; found " + node.description());
    }

    private @Nullable Object list(ConfigNode node, ValueType.ListOf type) {
        if (!(node instanceof Sequence sequence)) {
            return report(node.place(), "expected a list, as in [a, b]; found " + node.description());
        }
        List<Object> values = new ArrayList<>();
        boolean complete = true;
        for (ConfigNode item : sequence.items()) {
            Object value = value(item, type.item());
            complete &= value != null;
            if (value != null) {
                values.add(value);
            }
        }
        return complete ? values : null;
    }

    private @Nullable Object map(ConfigNode node, ValueType.MapOf type) {
        if (!(node instanceof Mapping mapping)) {
            return report(node.place(), "expected a mapping, as in name: value; found " + node.description());
        }
        Map<Object, Object> values = new LinkedHashMap<>();
        boolean complete = true;
        for (Map.Entry<String, Member> member : mapping.members().entrySet()) {
            Place keyPlace = member.getValue().keyPlace();
            Object key = scalar(new Scalar(keyPlace, Kind.TEXT, member.getKey()), type.key());
            Object value = value(member.getValue().value(), type.value());
            complete &= key != null && value != null;
            if (key != null && value != null && values.put(key, value) != null) {
                complete = false;
                report(keyPlace, "the key is given twice in different spellings");
            }
        }
        return complete ? values : null;
    }

    private @Nullable Object oneOf(ConfigNode node, ValueType.OneOf type) {
        Map<String, Class<?>> alternatives = type.alternatives();
        if (!(node instanceof Mapping mapping) || mapping.members().size() != 1) {
            return report(
                    node.place(),
                    "expected a mapping with exactly one of the keys " + String.join(", ", alternatives.keySet()));
        }
        Map.Entry<String, Member> only = mapping.members().entrySet().iterator().next();
        Class<?> alternative = alternatives.get(only.getKey());
        if (alternative == null) {
            return report(
                    only.getValue().keyPlace(), "unknown key" + Suggestion.of(only.getKey(), alternatives.keySet()));
        }
        ConfigNode value = only.getValue().value();
        List<KeyInfo> keys = KeyInfo.of(alternative);
        if (keys.size() != 1) {
            return section(value, alternative);
        }
        Object component = given(value, keys.getFirst());
        return component == null ? null : construct(value.place(), alternative, new Object[] {component});
    }

    private @Nullable Object section(ConfigNode node, Class<?> recordType) {
        if (!(node instanceof Mapping mapping)) {
            return report(node.place(), "expected a section of keys; found " + node.description());
        }
        List<KeyInfo> keys = KeyInfo.of(recordType);
        boolean complete = knowsAll(mapping, keys);
        int settings = PluginKind.settingsOf(keys);
        @Nullable Object[] components = new Object[keys.size()];
        for (int i = 0; i < components.length; i++) {
            KeyInfo key = keys.get(i);
            if (i == settings) {
                complete &= settings(mapping, keys, components, i);
            } else {
                components[i] = component(mapping, key);
                boolean leftOut = key.optional() && !mapping.members().containsKey(key.name());
                complete &= components[i] != null || leftOut;
            }
        }
        return complete ? construct(mapping.place(), recordType, components) : null;
    }

    // Binds what a plugin's type needs, which is component i; the one before it names the type. False only if something
    // in
    // it was wrong.
    private boolean settings(Mapping mapping, List<KeyInfo> keys, @Nullable Object[] components, int i) {
        if (!(components[i - 1] instanceof String type) || filters == null) {
            return false;
        }
        Member written = mapping.members().get(keys.get(i).name());
        Member typeMember = mapping.members().get(keys.get(i - 1).name());
        PluginKind kind = PluginKind.of(keys.get(i - 1));
        Class<? extends Record> recordType = kind.configType(filters, type);
        if (kind.isNone(type)) {
            if (written != null) {
                report(written.keyPlace(), "'" + type + "' needs no configuration");
            }
            return written == null;
        }
        if (recordType == null) {
            report(
                    typeMember == null ? mapping.place() : typeMember.value().place(),
                    "no plugin has a " + kind.noun() + " of type '" + type + "'"
                            + Suggestion.of(type, kind.types(filters)));
            return false;
        }
        Place place = mapping.place().key(keys.get(i).name());
        components[i] = bind(written == null ? Mapping.empty(place) : written.value(), recordType);
        return components[i] != null;
    }

    private boolean knowsAll(Mapping mapping, List<KeyInfo> keys) {
        List<String> names = keys.stream().map(KeyInfo::name).toList();
        boolean known = true;
        for (Map.Entry<String, Member> member : mapping.members().entrySet()) {
            if (!names.contains(member.getKey())) {
                known = false;
                report(member.getValue().keyPlace(), "unknown key" + Suggestion.of(member.getKey(), names));
            }
        }
        return known;
    }

    private @Nullable Object component(Mapping mapping, KeyInfo key) {
        Member member = mapping.members().get(key.name());
        if (member != null) {
            return given(member.value(), key);
        }
        if (key.required()) {
            return report(mapping.place(), "key '" + key.name() + "' is missing: " + key.description());
        }
        return absent(mapping.place().key(key.name()), key);
    }

    private @Nullable Object given(ConfigNode node, KeyInfo key) {
        boolean empty = node instanceof Sequence sequence && sequence.items().isEmpty()
                || node instanceof Mapping mapping && mapping.members().isEmpty();
        return key.some() && empty
                ? report(node.place(), "must not be empty: that would mean the same as leaving the key out")
                : value(node, key.type());
    }

    /** The value of a key that is left out. */
    @Nullable Object absent(Place place, KeyInfo key) {
        if (key.def() != null) {
            return ofDefault(place, key, key.def());
        }
        return switch (key.type()) {
            case ValueType.ListOf list -> List.of();
            case ValueType.MapOf map -> Map.of();
            default -> null;
        };
    }

    // A fault in a default is a fault of code and has no line in a file; a separate binder keeps its scalars apart.
    private @Nullable Object ofDefault(Place place, KeyInfo key, String yaml) {
        List<Problem> found = new ArrayList<>();
        ConfigNode written = YamlReader.read(yaml, Place.inCode(""), new Environment(Map.of()), found);
        Object value = written == null
                ? null
                : new RecordBinder(directory, filters, patterns, found).value(written, key.type());
        for (Problem problem : found) {
            report(place, "the default '" + yaml + "' that its @Key gives cannot be used: " + problem.message());
        }
        return found.isEmpty() ? value : null;
    }

    // A component of the type Place has no key; it gets the place of the section.
    private @Nullable Object construct(Place place, Class<?> recordType, @Nullable Object[] bound) {
        RecordComponent[] components = recordType.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] arguments = new Object[components.length];
        int next = 0;
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            arguments[i] = types[i] == Place.class ? place : bound[next++];
        }
        try {
            Constructor<?> constructor = recordType.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            return refused(place, Objects.requireNonNull(e.getCause()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no canonical constructor in " + recordType, e);
        }
    }

    private @Nullable Object refused(Place place, Throwable cause) {
        switch (cause) {
            case Checks.FailedChecks failed -> failed.messages().forEach(message -> report(place, message));
            case IllegalArgumentException refusal -> report(place, messageOf(refusal));
            default -> report(place, "cannot be used: " + cause);
        }
        return null;
    }

    private static String messageOf(Throwable e) {
        String message = e.getMessage();
        return message == null
                ? "not allowed here"
                : message.lines().findFirst().orElse("not allowed here");
    }

    // Returns what a value that could not be bound is.
    private @Nullable Object report(Place place, String message) {
        problems.add(new Problem(place, message));
        return null;
    }
}
