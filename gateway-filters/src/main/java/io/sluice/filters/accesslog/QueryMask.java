package io.sluice.filters.accesslog;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hides what must not be logged of a query string: a body sent as a parameter, and credentials. */
final class QueryMask {

    /** Hidden wherever they stand in a name. */
    private static final String ANYWHERE =
            "token|secret|passw|passphrase|passcode|pwd|credential|auth|jwt|saml|bearer|signature|session|sessid|cookie|api_?-?key";

    /** Too short to be looked for within other words: hidden where they are the name, or the last word of it. */
    private static final String LAST_WORD = "pass|key|code|otp|pin|sid|sig";

    private static final Pattern HIDDEN = Pattern.compile("(?i)source|.*(?:" + ANYWHERE + ").*|(?:.*[^a-z0-9])?(?:"
            + LAST_WORD + ")|(?-i:.*[a-z0-9])" + "(?-i:Pass|Key|Code|Otp|Pin|Sid|Sig)");

    private QueryMask() {}

    /** The query with the hidden values as {@code ***}; a name that has an escape counts as hidden. */
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

    // Servers skip an '=' that has nothing before it.
    private static void append(StringBuilder out, String parameter) {
        int first = 0;
        while (first < parameter.length() && parameter.charAt(first) == '=') {
            first++;
        }
        int equals = parameter.indexOf('=', first);
        String name = parameter.substring(0, equals < 0 ? parameter.length() : equals);
        boolean hidden =
                name.indexOf('%') >= 0 || HIDDEN.matcher(name.substring(first)).matches();
        out.append(equals >= 0 && hidden ? name + "=***" : parameter);
    }
}
