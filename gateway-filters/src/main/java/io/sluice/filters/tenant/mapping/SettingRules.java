package io.sluice.filters.tenant.mapping;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on the settings of an index that tenants share. In a sorted index, a document's number, by which
 * {@code _doc} and points in time sort, is its rank among all tenants' documents. It reveals how many documents, and so
 * which values, lie between two of a tenant's own. Immutable.
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
     * @return why the index does not keep tenants apart; null if it does
     */
    @Nullable String problem(Map<?, ?> settings) {
        if (!(settings.get("index") instanceof Map<?, ?> index)) {
            return UNDERSTOOD + "there is no index";
        }
        Object mode = index.get("mode");
        if (mode != null && !mode.equals("standard")) {
            return "index.mode is " + mode + ", which gives documents an order";
        }
        String limit = ofLimit(index.get("mapping"));
        if (limit != null) {
            return limit;
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

    // The default of all keyword fields, the tenant's own among them: longer words are stored, and not found.
    private static @Nullable String ofLimit(@Nullable Object mapping) {
        if (mapping == null) {
            return null;
        }
        if (!(mapping instanceof Map<?, ?> settings)) {
            return UNDERSTOOD + "index.mapping is " + mapping;
        }
        Object limit = settings.get("ignore_above");
        boolean enough = limit == null
                || limit.toString().matches("\\d{1,18}")
                        && Long.parseLong(limit.toString()) >= MappingRules.NAME_LENGTH;
        return enough ? null : "index.mapping.ignore_above is " + limit + ", less than " + MappingRules.NAME_LENGTH;
    }

    private static String first(@Nullable Object fields) {
        Object first = fields instanceof List<?> several ? (several.isEmpty() ? "" : several.getFirst()) : fields;
        return first == null ? "" : String.valueOf(first).split(",", -1)[0].strip();
    }
}
