package io.sluice.filters.tenant;

import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Parameters;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.QueryText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges requests for several indices of a tenant that share one physical index, where each index has its own physical
 * field names.
 */
final class SeveralIndices {

    private static final Set<String> SWITCHES = Set.of("true", "false");

    static final RequestPlan PATHS = Denial.forbidden(
            "URL parameter [filter_path] is denied to tenants here: it may leave out what identifies the indices of hits");

    private SeveralIndices() {}

    /**
     * The member for an expression that may match several indices, if the endpoint allows them; otherwise the same
     * member.
     */
    static Member of(Member member, Endpoint endpoint, String method, @Nullable String expression) {
        // If the path names no index, each header does.
        boolean headers = endpoint.body() == BodyKind.MSEARCH && expression == null;
        Member several = !headers && mayBeAsked(endpoint, method) ? member.ofSeveral(expression) : null;
        return several == null ? member : several;
    }

    private static boolean mayBeAsked(Endpoint endpoint, String method) {
        return switch (endpoint.body()) {
            case SEARCH, QUERY, MSEARCH, NEW_POINT_IN_TIME -> true;
            case NONE ->
                endpoint.answer() == AnswerKind.POINT_IN_TIME
                        || endpoint.answer().isOfAllInOne()
                        || endpoint.answer() == AnswerKind.BY_INDEX && method.equals("HEAD");
            default -> false;
        };
    }

    /** The reply that refuses the URL's parameters; null if they are allowed. */
    static @Nullable RequestPlan refusal(RequestTarget target, Parameters known, Member member) {
        if (!member.isOfSeveral()) {
            return null;
        }
        for (Parameter parameter : target.parameters()) {
            if (!isAllowed(parameter, known.use(parameter.name()))) {
                return Denial.forbidden("URL parameter [" + parameter.name()
                        + "] is denied to tenants with this value in a request for several indices, in each of which a"
                        + " field has another name");
            }
        }
        return null;
    }

    private static boolean isAllowed(Parameter parameter, @Nullable Use use) {
        String value = parameter.value();
        if (use == null) {
            return false;
        }
        return switch (use) {
            case PATHS, FIELDS_OF_ITEMS -> false;
            case FIELDS -> parameter.name().equals("_source") && SWITCHES.contains(value) || areOfEvery(value);
            case QUERY_TEXT ->
                switch (parameter.name()) {
                    case "q" -> !QueryText.namesField(value);
                    case "df" -> FieldNames.isOfEvery(value);
                    default -> true;
                };
            default -> true;
        };
    }

    // A sort order may follow the field: _doc:desc.
    private static boolean areOfEvery(String fields) {
        for (String field : fields.split(",", -1)) {
            int colon = field.lastIndexOf(':');
            if (!FieldNames.isOfEvery((colon < 0 ? field : field.substring(0, colon)).strip())) {
                return false;
            }
        }
        return true;
    }
}
