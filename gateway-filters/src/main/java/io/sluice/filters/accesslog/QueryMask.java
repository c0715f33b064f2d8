package io.sluice.filters.accesslog;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hides what must not be logged of a query string: a body sent as a parameter, and credentials. */
final class QueryMask {

    private static final Pattern HIDDEN =
            Pattern.compile("(?i)source|.*(?:token|secret|password|credential|api_?-?key|auth).*");

    private QueryMask() {}

    /** The query with the hidden values as {@code ***}; a name that has an escape counts as hidden. */
    static @Nullable String mask(@Nullable String query) {
        if (query == null) {
            return null;
        }
        StringBuilder out = new StringBuilder(query.length());
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            boolean hidden = name.indexOf('%') >= 0 || HIDDEN.matcher(name).matches();
            out.append(out.isEmpty() ? "" : "&").append(equals >= 0 && hidden ? name + "=***" : parameter);
        }
        return out.toString();
    }
}
