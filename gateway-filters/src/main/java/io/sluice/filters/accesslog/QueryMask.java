package io.sluice.filters.accesslog;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hides parts of a query string that must not be logged: a body sent as a parameter, and credentials. */
final class QueryMask {

    /** Hidden anywhere in a name. */
    private static final String ANYWHERE =
            "token|secret|passw|passphrase|passcode|pwd|credential|auth|jwt|saml|bearer|signature|session|sessid|cookie|api_?-?key";

    /** Too short to search for inside other words: hidden only as the whole name or its last word. */
    private static final String LAST_WORD = "pass|key|code|otp|pin|sid|sig";

    private static final Pattern HIDDEN = Pattern.compile("(?i)source|.*(?:" + ANYWHERE + ").*|(?:.*[^a-z0-9])?(?:"
            + LAST_WORD + ")|(?-i:.*[a-z0-9])" + "(?-i:Pass|Key|Code|Otp|Pin|Sid|Sig)");

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
        boolean hidden =
                name.indexOf('%') >= 0 || HIDDEN.matcher(name.substring(first)).matches();
        out.append(equals >= 0 && hidden ? name + "=***" : parameter);
    }
}
