package io.sluice.config;

import io.sluice.api.Key;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One key of a section, read from a record component.
 *
 * @param description one line
 * @param def the default as YAML, or null if there is none
 * @param optional whether the key may be left out although it has no default
 * @param some whether a list or a map must have an entry where the key is given
 * @param asked whether the clusters that it names are only asked
 * @param content whether what is in the files that it names counts as configuration
 */
record KeyInfo(
        String name,
        String description,
        @Nullable String def,
        boolean optional,
        boolean some,
        boolean asked,
        boolean content,
        ValueType type) {

    /** The keys that a record is bound from, in order. */
    static List<KeyInfo> of(Class<?> recordType) {
        return Arrays.stream(recordType.getRecordComponents())
                .filter(component -> component.isAnnotationPresent(Key.class))
                .map(KeyInfo::of)
                .toList();
    }

    private static KeyInfo of(RecordComponent component) {
        Key key = Objects.requireNonNull(component.getAnnotation(Key.class));
        ValueType type = ValueType.of(component.getGenericType());
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || type instanceof ValueType.ListOf
                || type instanceof ValueType.MapOf;
        String def = key.def().isEmpty() ? null : key.def();
        return new KeyInfo(
                component.getName(), key.value(), def, optional, key.some(), key.asked(), key.content(), type);
    }

    /** The key's value in a record of its type. */
    @Nullable Object valueIn(Record section) {
        RecordComponent component = Arrays.stream(section.getClass().getRecordComponents())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        try {
            return accessor.invoke(section);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    boolean required() {
        return def == null && !optional;
    }
}
