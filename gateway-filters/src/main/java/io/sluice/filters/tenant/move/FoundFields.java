package io.sluice.filters.tenant.move;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The indices of a tenant that a place is known to have as fields of one index, so that copies need not look for them. Thread-safe. */
public final class FoundFields {

    private final Set<String> indices = ConcurrentHashMap.newKeySet();

    boolean has(String index) {
        return indices.contains(index);
    }

    void add(Collection<String> more) {
        indices.addAll(more);
    }

    void clear() {
        indices.clear();
    }
}
