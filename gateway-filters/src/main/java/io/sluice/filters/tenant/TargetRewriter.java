package io.sluice.filters.tenant;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.tenant.endpoint.Parameters;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.query.RequestReferences;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges the URL parameters of a request, one by one. Immutable. */
final class TargetRewriter {

    private final HandleSealer handles;

    TargetRewriter(HandleSealer handles) {
        this.handles = handles;
    }

    /** Why the parameters are refused, as an answer; null if they may go. */
    @Nullable RequestPlan refusal(RequestTarget target, Parameters known) {
        List<Parameter> parameters = target.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Use use = known.use(parameter.name());
            if (use == null) {
                return Denial.forbidden("URL parameter [" + parameter.name() + "] is denied to tenants");
            }
            for (int j = 0; j < i; j++) {
                if (parameters.get(j).name().equals(parameter.name())) {
                    return Denial.invalid("URL parameter [" + parameter.name() + "] stands twice");
                }
            }
            if (!isAllowed(use, parameter.value())) {
                return Denial.forbidden(
                        "URL parameter [" + parameter.name() + "] is denied to tenants with this value");
            }
        }
        return null;
    }

    private static boolean isAllowed(Use use, String value) {
        return switch (use) {
            case COPIED, SCROLL -> true;
            case JSON_ONLY -> value.equals("json");
            case FALSE_ONLY -> value.equals("false");
            case TRUE_ONLY -> value.equals("true") || value.isEmpty();
            case FIELDS -> !names(value, "_index");
        };
    }

    // A field may have an order behind it: _index:desc.
    private static boolean names(String fields, String wanted) {
        for (String field : fields.split(",")) {
            int colon = field.indexOf(':');
            if ((colon < 0 ? field : field.substring(0, colon)).strip().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** The query to send; or an answer, where a handle in it does not open. */
    Query query(RequestTarget target, Parameters known, String tenant) {
        String raw = target.rawQuery();
        if (raw == null
                || raw.isEmpty()
                || known.use("scroll_id") != Use.SCROLL
                || target.parameter("scroll_id") == null) {
            return new Query(raw, null);
        }
        StringBuilder out = new StringBuilder();
        for (Parameter parameter : target.parameters()) {
            String value = parameter.value();
            if (known.use(parameter.name()) == Use.SCROLL) {
                String id = handles.open(tenant, HandleKind.SCROLL, value);
                if (id == null) {
                    return new Query(null, RequestReferences.noContext());
                }
                value = id;
            }
            out.append(out.isEmpty() ? "" : "&")
                    .append(URLEncoder.encode(parameter.name(), StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
        return new Query(out.toString(), null);
    }

    /** Either the query to send, null for none, or why there is nothing to send. */
    record Query(@Nullable String raw, @Nullable Reply refusal) {}
}
