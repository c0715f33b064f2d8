package io.sluice.config;

import io.sluice.api.Key;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks whether a record can be bound to a configuration, so that a plugin's mistake shows at the start and not at its first use. */
public final class RecordCheck {

    private final Set<Class<?>> seen = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private RecordCheck() {}

    /** The faults of the record and of the records in it; empty if there are none. */
    public static List<String> problemsOf(Class<?> recordType) {
        RecordCheck check = new RecordCheck();
        check.record(recordType);
        return List.copyOf(check.problems);
    }

    private void record(Class<?> recordType) {
        if (!seen.add(recordType)) {
            return;
        }
        for (RecordComponent component : recordType.getRecordComponents()) {
            String name = recordType.getSimpleName() + "." + component.getName();
            if (!component.isAnnotationPresent(Key.class)) {
                problems.add(name + " has no @Key");
                continue;
            }
            try {
                type(ValueType.of(component.getGenericType()));
            } catch (IllegalArgumentException e) {
                problems.add(name + ": " + e.getMessage());
            }
        }
        if (problems.isEmpty()) {
            KeyInfo.of(recordType).forEach(key -> defaultOf(recordType, key));
        }
    }

    private void type(ValueType type) {
        switch (type) {
            case ValueType.Section section -> record(section.recordType());
            case ValueType.OneOf oneOf -> oneOf.alternatives().values().forEach(this::record);
            case ValueType.ListOf list -> type(list.item());
            case ValueType.MapOf map -> type(map.value());
            case ValueType.PluginSettings settings -> problems.add("a record cannot be of type Record");
            case ValueType.Plain plain -> {}
            case ValueType.Choice choice -> {}
            case ValueType.AnyJson any -> {}
        }
    }

    private void defaultOf(Class<?> recordType, KeyInfo key) {
        List<Problem> found = new ArrayList<>();
        RecordBinder binder = new RecordBinder(Path.of(""), null, new KnownPatterns(), found);
        binder.absent(Place.inCode(recordType.getSimpleName() + "." + key.name()), key);
        found.forEach(problem -> problems.add(problem.place().path() + ": " + problem.message()));
    }
}
