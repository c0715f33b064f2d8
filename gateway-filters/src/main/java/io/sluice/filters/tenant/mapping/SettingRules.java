package io.sluice.filters.tenant.mapping;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of an index must be for tenants to share it. In an index with an order of its own the number of a document, by which
 * {@code _doc} and points in time sort, is its rank among all tenants' documents: how many lie between two of one's own shows, and with it
 * their values. Immutable.
 */
final class SettingRules {

    private static final String UNDERSTOOD = "the settings are not understood: ";

    private final String tenantField;

    SettingRules(String tenantField) {
        this.tenantField = tenantField;
    }

    /**
     * Judges settings as {@code GET /INDEX} shows them.
     *
     * @return why tenants could meet in the index; null if they cannot
     */
    @Nullable String problem(Map<?, ?> settings) {
        if (!(settings.get("index") instanceof Map<?, ?> index)) {
            return UNDERSTOOD + "there is no index";
        }
        Object mode = index.get("mode");
        if (mode != null && !mode.equals("standard")) {
            return "index.mode is " + mode + ", which gives documents an order";
        }
        Object sort = index.get("sort");
        if (sort == null) {
            return null;
        }
        if (!(sort instanceof Map<?, ?> order)) {
            return UNDERSTOOD + "index.sort is " + sort;
        }
        String first = first(order.get("field"));
        return first.equals(tenantField) || first.isEmpty()
                ? null
                : "index.sort.field begins with " + first + ", not with " + tenantField;
    }

    private static String first(@Nullable Object fields) {
        Object first = fields instanceof List<?> several ? (several.isEmpty() ? "" : several.getFirst()) : fields;
        return first == null ? "" : String.valueOf(first).split(",", -1)[0].strip();
    }
}
