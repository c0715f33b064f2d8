package io.sluice.filters.tenant.names;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Detects possible fuzzy terms in a query text, such as {@code quikc~1}. Errs on the safe side: a tilde counts as the
 * operator unless it is escaped or directly follows a quotation mark, where it can only be the slop of a phrase.
 */
public final class FuzzyText {

    private static final String FUZZY = "FUZZY";
    private static final String ALL = "ALL";
    private static final Set<String> PHRASES_AND_ESCAPES = Set.of("PHRASE", "ESCAPE");

    private FuzzyText() {}

    /** Whether a {@code query_string} or {@code simple_query_string} with this text may have a fuzzy term. */
    public static boolean mayStandIn(String text) {
        for (int at = text.indexOf('~'); at >= 0; at = text.indexOf('~', at + 1)) {
            int escapes = 0;
            while (escapes < at && text.charAt(at - 1 - escapes) == '\\') {
                escapes++;
            }
            boolean escaped = escapes % 2 == 1;
            boolean slop = at > 0 && text.charAt(at - 1) == '"' && (at == 1 || text.charAt(at - 2) != '\\');
            if (!escaped && !slop) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@link #mayStandIn} is correct for a {@code simple_query_string} with these {@code flags}. */
    public static boolean isFoundWith(String flags) {
        Set<String> known = new HashSet<>(List.of(flags.toUpperCase(Locale.ROOT).split("\\|")));
        return flags.isEmpty()
                || known.contains(ALL)
                || !known.contains(FUZZY)
                || known.containsAll(PHRASES_AND_ESCAPES);
    }
}
