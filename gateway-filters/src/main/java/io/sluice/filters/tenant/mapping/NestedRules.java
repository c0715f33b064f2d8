package io.sluice.filters.tenant.mapping;

import static io.sluice.filters.tenant.mapping.Described.isFalse;
import static io.sluice.filters.tenant.mapping.Described.object;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on the index in which all indices of one tenant lie: names of indices are compared whole, and only the gateway sets the name
 * of a document's index. Immutable.
 */
final class NestedRules {

    /** Maximum length of an index's name. */
    private static final int NAME_LENGTH = 255;

    private final String baseField;
    private final MarkField mark;

    NestedRules(String baseField) {
        this.baseField = baseField;
        this.mark = new MarkField(baseField, NAME_LENGTH);
    }

    /**
     * Judges an index, or a template for one.
     *
     * @return why the tenant's indices are not kept apart; null if they are
     */
    @Nullable String problem(Map<?, ?> mapping, Map<?, ?> settings) {
        try {
            String problem = ofRoot(mapping);
            Map<?, ?> properties = object(mapping.get("properties"));
            if (problem == null) {
                problem = mark.problem(object(properties.get(baseField)));
            }
            if (problem == null) {
                problem = mark.ofLimit(object(settings.get("index")).get("mapping"));
            }
            return problem == null ? ofFields("", properties) : problem;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private @Nullable String ofRoot(Map<?, ?> mapping) {
        if (isFalse(mapping.get("enabled"))) {
            return "enabled is false, so " + baseField + " is not indexed";
        }
        for (String kind : List.of("runtime", "derived")) {
            if (object(mapping.get(kind)).containsKey(baseField)) {
                return "a " + kind + " field has the name " + baseField;
            }
        }
        return mark.ofSource(object(mapping.get("_source")));
    }

    private @Nullable String ofFields(String before, Map<?, ?> fields) {
        for (Map.Entry<?, ?> entry : fields.entrySet()) {
            String name = before + entry.getKey();
            Map<?, ?> field = object(entry.getValue());
            String problem = mark.isTargetOf(field)
                    ? name + " is copied to " + baseField
                    : ofFields(name + ".", object(field.get("properties")));
            if (problem == null) {
                problem = ofFields(name + ".", object(field.get("fields")));
            }
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }
}
