package io.sluice.dist;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one part of a request is for, as a server reads it.
 *
 * @param names the indices: those that expressions mean, or of an item the name that it has
 * @param failure why the server finds no indices; null if it does
 * @param filtered whether the part has a search, whose query can hold documents back
 * @param search what the search has, or nothing
 * @param item the item; null if the part is none
 */
record TenantNamesTouch(
        Set<String> names,
        @Nullable String failure,
        boolean filtered,
        @Nullable String routing,
        @Nullable String preference,
        Map<String, Object> search,
        ServerBodies.@Nullable Item item) {

    static TenantNamesTouch of(Set<String> names, boolean filtered, Map<String, Object> search) {
        return new TenantNamesTouch(names, null, filtered, null, null, search, null);
    }

    static TenantNamesTouch failed(String failure) {
        return new TenantNamesTouch(Set.of(), failure, false, null, null, Map.of(), null);
    }

    static TenantNamesTouch of(ServerBodies.Item item) {
        Set<String> names = item.index() == null ? Set.of() : Set.of(item.index());
        return new TenantNamesTouch(names, null, false, item.routing(), null, Map.of(), item);
    }

    static TenantNamesTouch of(List<String> names) {
        return of(new TreeSet<>(names), false, Map.of());
    }

    TenantNamesTouch with(@Nullable String otherRouting, @Nullable String otherPreference) {
        return new TenantNamesTouch(names, failure, filtered, otherRouting, otherPreference, search, item);
    }
}
