package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.tenant.endpoint.Parameters;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.query.Features;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.RequestReferences;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges the URL parameters of a request, one by one. Immutable. */
final class TargetRewriter {

    private static final String IGNORE_UNAVAILABLE = "ignore_unavailable";

    private final HandleSealer handles;

    TargetRewriter(HandleSealer handles) {
        this.handles = handles;
    }

    /** Why the parameters are refused, as an answer; null if they may go. */
    @Nullable RequestPlan refusal(RequestTarget target, Parameters known, Features features) {
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
            if (!isAllowed(use, parameter.value(), features)) {
                return Denial.forbidden(
                        "URL parameter [" + parameter.name() + "] is denied to tenants with this value");
            }
        }
        return null;
    }

    private static boolean isAllowed(Use use, String value, Features features) {
        String tenantField = features.tenantField();
        return switch (use) {
            case COPIED, SCROLL, QUERY_TEXT -> true;
            case JSON_ONLY -> value.equals("json");
            case FALSE_ONLY -> value.equals("false");
            case TRUE_ONLY -> value.equals("true") || value.isEmpty();
            case OWN_INDEX_ONLY -> !features.filtered();
            case ROUTING -> !features.routed();
            case FIELDS, FIELDS_OF_ITEMS ->
                (features.nested() || !names(value, "_index"))
                        && !(features.filtered() && names(value, "_id"))
                        && (tenantField == null || !value.contains(tenantField) && value.indexOf('#') < 0);
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
    Query query(RequestTarget target, Parameters known, Member member) {
        String raw = target.rawQuery();
        // Without a query, a server has an error for what belongs to one.
        boolean texts = member.ids().scoped() && known.use("q") == Use.QUERY_TEXT && target.parameter("q") != null;
        boolean fields = member.fields().prefixed() && has(target, known, Use.FIELDS);
        if (raw == null || !texts && !fields && !has(target, known, Use.SCROLL)) {
            return new Query(raw, null, member);
        }
        Member owner = member;
        StringBuilder out = new StringBuilder();
        for (Parameter parameter : target.parameters()) {
            String value = parameter.value();
            Use use = known.use(parameter.name());
            if (use == Use.QUERY_TEXT && texts) {
                continue;
            }
            if (use == Use.SCROLL) {
                Member.Opened opened = member.open(handles, HandleKind.SCROLL, value);
                if (opened == null) {
                    return new Query(null, RequestReferences.noContext(), member);
                }
                value = opened.id();
                owner = opened.member();
            } else if (use == Use.FIELDS && fields) {
                value = isSwitch(parameter) ? value : fields(parameter, member.fields());
            }
            append(out, parameter.name(), value);
        }
        Json search = texts ? UrlQuery.of(target, member.fields()) : null;
        return new Query(out.isEmpty() ? null : out.toString(), null, search == null ? owner : owner.withQuery(search));
    }

    // It may say whether there is to be a source at all.
    private static boolean isSwitch(Parameter parameter) {
        return parameter.name().equals("_source")
                && (parameter.value().equals("true") || parameter.value().equals("false"));
    }

    private static String fields(Parameter parameter, FieldNames fields) {
        String value = parameter.value();
        // What fields can do is asked for all of them at once; those of the tenant are left in the answer.
        return parameter.name().equals("fields") && value.equals("*") ? value : fields.list(value);
    }

    /** The target with what chooses the shard, where that is not for the client to say. */
    static RequestTarget routed(RequestTarget target, Member member) {
        String routing = member.ids().routing();
        if (routing == null) {
            return target;
        }
        String raw = target.rawQuery();
        return target.withRawQuery((raw == null || raw.isEmpty() ? "" : raw + "&") + "routing=" + routing);
    }

    /** The target where indices that are not there are no error. */
    static RequestTarget lenient(RequestTarget target) {
        String raw = target.rawQuery();
        StringBuilder out = new StringBuilder(raw == null || target.parameter(IGNORE_UNAVAILABLE) != null ? "" : raw);
        if (out.isEmpty()) {
            for (Parameter parameter : target.parameters()) {
                if (!parameter.name().equals(IGNORE_UNAVAILABLE)) {
                    append(out, parameter.name(), parameter.value());
                }
            }
        }
        append(out, IGNORE_UNAVAILABLE, "true");
        return target.withRawQuery(out.toString());
    }

    private static void append(StringBuilder out, String name, String value) {
        out.append(out.isEmpty() ? "" : "&")
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    private static boolean has(RequestTarget target, Parameters known, Use use) {
        for (Parameter parameter : target.parameters()) {
            if (known.use(parameter.name()) == use) {
                return true;
            }
        }
        return false;
    }

    /**
     * Either the query of the URL to send, or why there is nothing to send.
     *
     * @param raw null for none
     * @param member whose request it is, as far as the URL says; what it searched for, the body shall
     */
    record Query(@Nullable String raw, @Nullable Reply refusal, Member member) {}
}
