package io.sluice.filters.tenant.mapping;

import static io.sluice.filters.tenant.mapping.Described.isAtLeast;
import static io.sluice.filters.tenant.mapping.Described.isFalse;
import static io.sluice.filters.tenant.mapping.Described.list;

import io.sluice.filters.match.Glob;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on the field by which the gateway filters documents: each document has the value that the gateway wrote, and
 * it is compared whole. Immutable.
 */
final class MarkField {

    /** Allowed parameters of the field; any other could change what is compared, or is unknown. */
    private static final Set<String> HARMLESS = Set.of(
            "type",
            "index",
            "doc_values",
            "store",
            "norms",
            "index_options",
            "similarity",
            "boost",
            "eager_global_ordinals",
            "split_queries_on_whitespace",
            "time_series_dimension",
            "meta",
            "fields",
            "copy_to",
            "ignore_above");

    private final String name;
    private final int length;

    /**
     * @param name of the field
     * @param length maximum length of a value; {@code ignore_above} must not be smaller
     */
    MarkField(String name, int length) {
        this.name = name;
        this.length = length;
    }

    /** Why the field is not compared whole; null if it is. */
    @Nullable String problem(Map<?, ?> field) {
        if (!"keyword".equals(field.get("type"))) {
            return name + " is not mapped as keyword";
        }
        for (String needed : List.of("index", "doc_values")) {
            if (isFalse(field.get(needed))) {
                return needed + " of " + name + " is false";
            }
        }
        if (field.containsKey("ignore_above") && !isAtLeast(field.get("ignore_above"), length)) {
            return "ignore_above of " + name + " is less than " + length;
        }
        for (Object parameter : field.keySet()) {
            if (!HARMLESS.contains(String.valueOf(parameter))) {
                return name + " has " + parameter;
            }
        }
        return null;
    }

    /**
     * Why the stored source lacks the field, from which what rewrites documents on the server ({@code _update_by_query},
     * {@code _reindex}) starts: such documents would be lost for everybody. Null if it does not.
     */
    @Nullable String ofSource(Map<?, ?> source) {
        List<?> includes = list(source.get("includes"));
        boolean stored = (includes.isEmpty() || isNamed(includes)) && !isNamed(list(source.get("excludes")));
        return stored ? null : "_source is stored without " + name;
    }

    private boolean isNamed(List<?> patterns) {
        return patterns.stream().anyMatch(pattern -> Glob.matches(String.valueOf(pattern), name));
    }

    /** Whether another field's values are added to this one. */
    boolean isTargetOf(Map<?, ?> field) {
        return list(field.get("copy_to")).contains(name);
    }

    /**
     * Why long values are not found by the setting {@code index.mapping}, the default of all keyword fields; null if they are.
     */
    @Nullable String ofLimit(@Nullable Object mapping) {
        if (mapping == null) {
            return null;
        }
        if (!(mapping instanceof Map<?, ?> settings)) {
            return "the settings are not understood: index.mapping is " + mapping;
        }
        Object limit = settings.get("ignore_above");
        return limit == null || isAtLeast(limit, length)
                ? null
                : "index.mapping.ignore_above is " + limit + ", less than " + length;
    }
}
