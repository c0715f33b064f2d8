package io.sluice.config;

import io.sluice.api.ClusterName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the clusters named in sections of plugins. Stateless. */
final class NamedClusters {

    private NamedClusters() {}

    /** Adds the names in a bound value to which requests may go. */
    static void collect(@Nullable Object value, Set<String> names) {
        collect(value, false, new Names(false, names));
    }

    /** The names in a bound value that are only asked. */
    static Set<String> asked(Record section) {
        Set<String> names = new LinkedHashSet<>();
        collect(section, false, new Names(true, names));
        return names;
    }

    /**
     * What is looked for.
     *
     * @param asked whether those that are only asked, otherwise those to which requests may go
     */
    private record Names(boolean asked, Set<String> found) {}

    private static void collect(@Nullable Object value, boolean asked, Names names) {
        switch (value) {
            case null -> {}
            case ClusterName name -> {
                if (asked == names.asked()) {
                    names.found().add(name.value());
                }
            }
            case Record section ->
                KeyInfo.of(section.getClass())
                        .forEach(key -> collect(key.valueIn(section), asked || key.asked(), names));
            case Collection<?> items -> items.forEach(item -> collect(item, asked, names));
            case Map<?, ?> entries -> {
                collect(entries.keySet(), asked, names);
                collect(entries.values(), asked, names);
            }
            default -> {}
        }
    }
}
