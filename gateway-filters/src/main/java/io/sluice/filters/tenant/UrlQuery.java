package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.names.FieldNames;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts a URL's {@code ?q=} into a query for the body: a server would use it instead of the body's own. */
final class UrlQuery {

    private static final Map<String, String> STRINGS =
            Map.of("analyzer", "analyzer", "default_operator", "default_operator");
    private static final Map<String, String> BOOLEANS =
            Map.of("analyze_wildcard", "analyze_wildcard", "lenient", "lenient");

    private UrlQuery() {}

    /**
     * The query; null if there is none.
     *
     * @throws IllegalArgumentException if a server would refuse it
     */
    static @Nullable Json of(RequestTarget target, FieldNames fields) {
        String q = target.parameter("q");
        if (q == null) {
            return null;
        }
        StringBuilder out = new StringBuilder("{\"query_string\":{\"query\":").append(Json.string(fields.query(q)));
        String field = target.parameter("df");
        if (field != null) {
            append(out, "default_field", Json.string(fields.physical(field)));
        } else if (fields.prefixed()) {
            append(out, "default_field", Json.string(fields.physical("*")));
        }
        STRINGS.forEach((parameter, member) -> {
            String value = target.parameter(parameter);
            if (value != null) {
                append(out, member, Json.string(value));
            }
        });
        BOOLEANS.forEach((parameter, member) -> {
            String value = target.parameter(parameter);
            if (value != null) {
                append(out, member, Json.bool(isTrue(parameter, value)));
            }
        });
        // Like the server's default for all fields: a value need not match each field's type.
        if (fields.prefixed() && (field == null || field.equals("*")) && target.parameter("lenient") == null) {
            append(out, "lenient", Json.bool(true));
        }
        return Json.parse(out.append("}}").toString());
    }

    private static void append(StringBuilder out, String member, Json value) {
        out.append(",\"").append(member).append("\":").append(value);
    }

    private static boolean isTrue(String parameter, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("[" + parameter + "] is true or false, not [" + value + "]");
        };
    }
}
