package io.sluice.filters.tenant;

import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.names.FieldNames;
import org.jspecify.annotations.Nullable;

/** Judges URLs that name {@code _index} where documents have names of indices that clients do not use. */
final class HiddenIndex {

    private HiddenIndex() {}

    /** The reply that refuses one of the URL's parameters; null if they are allowed. */
    static @Nullable RequestPlan refusal(RequestTarget target, Endpoint endpoint, FieldNames fields) {
        // Servers report a field of their own in field capabilities, and only that it is there.
        if (!fields.hidesIndex() || endpoint.answer() == AnswerKind.FIELD_CAPS) {
            return null;
        }
        for (Parameter parameter : target.parameters()) {
            if (isNamed(parameter, endpoint.parameters().use(parameter.name()), fields)) {
                return Denial.forbidden("URL parameter [" + parameter.name()
                        + "] is denied to tenants with this value: " + FieldNames.HIDDEN_INDEX);
            }
        }
        return null;
    }

    private static boolean isNamed(Parameter parameter, @Nullable Use use, FieldNames fields) {
        String value = parameter.value();
        if (use == Use.QUERY_TEXT) {
            return parameter.name().equals("q") ? fields.hidesIndexInQuery(value) : fields.hidesIndex(value);
        }
        return (use == Use.FIELDS || use == Use.FIELDS_OF_ITEMS) && TargetRewriter.names(value, "_index");
    }
}
