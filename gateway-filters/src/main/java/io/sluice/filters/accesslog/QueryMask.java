package io.sluice.filters.accesslog;

import io.sluice.api.SensitiveNames;
import org.jspecify.annotations.Nullable;

/** Hides parts of a query string that must not be logged: a body sent as a parameter, and credentials. */
final class QueryMask {

    /** The parameter that has a body for its value. */
    private static final String BODY = "source";

    private QueryMask() {}

    /** The query with {@code ***} for hidden values; a name with an escape counts as hidden. */
    static @Nullable String mask(@Nullable String query) {
        if (query == null) {
            return null;
        }
        StringBuilder out = new StringBuilder(query.length());
        int start = 0;
        for (int i = 0; i <= query.length(); i++) {
            char c = i == query.length() ? '&' : query.charAt(i);
            if (c == '&' || c == ';') {
                append(out, query.substring(start, i));
                if (i < query.length()) {
                    out.append(c);
                }
                start = i + 1;
            }
        }
        return out.toString();
    }

    // Servers skip a leading '='.
    private static void append(StringBuilder out, String parameter) {
        int first = 0;
        while (first < parameter.length() && parameter.charAt(first) == '=') {
            first++;
        }
        int equals = parameter.indexOf('=', first);
        String name = parameter.substring(0, equals < 0 ? parameter.length() : equals);
        out.append(equals >= 0 && isHidden(name.substring(first)) ? name + "=***" : parameter);
    }

    private static boolean isHidden(String name) {
        return name.indexOf('%') >= 0 || name.equalsIgnoreCase(BODY) || SensitiveNames.matchesParameter(name);
    }
}
