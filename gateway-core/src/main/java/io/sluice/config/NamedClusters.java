package io.sluice.config;

import io.sluice.api.ClusterName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the clusters named in sections of plugins. Stateless. */
final class NamedClusters {

    private NamedClusters() {}

    /** Adds all names in a bound value. */
    static void collect(@Nullable Object value, Set<String> names) {
        switch (value) {
            case null -> {}
            case ClusterName name -> names.add(name.value());
            case Record section -> KeyInfo.of(section.getClass()).forEach(key -> collect(key.valueIn(section), names));
            case Collection<?> items -> items.forEach(item -> collect(item, names));
            case Map<?, ?> entries -> {
                collect(entries.keySet(), names);
                collect(entries.values(), names);
            }
            default -> {}
        }
    }
}
