package io.sluice.api;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The path segment that holds the id of a document. Servers split a path at its raw slashes and decode each variable once, so an
 * escaped slash, backslash or percent sign in it is part of the id. Only the forms {@code %2F}, {@code %5C} and {@code %25}
 * are allowed. An id that would change the path for a reader that decodes before it splits is refused. Stateless.
 */
final class IdSegment {

    private static final int AT = 2;
    private static final Set<String> BEFORE =
            Set.of("_doc", "_create", "_source", "_update", "_explain", "_termvectors");

    /** How many levels of escaping are looked through; no client escapes an id more often. */
    private static final int MAX_ROUNDS = 3;

    private IdSegment() {}

    /** Whether the segment at this position is an id and the last segment. */
    static boolean isAt(int place, List<String> rawSegments) {
        return place == AT
                && rawSegments.size() == AT + 1
                && BEFORE.contains(rawSegments.get(1))
                && EndpointPaths.isName(rawSegments.getFirst());
    }

    /** Whether the escape has one of the three allowed forms. */
    static boolean mayHave(String segment, int percent) {
        return segment.startsWith("%2F", percent)
                || segment.startsWith("%25", percent)
                || segment.startsWith("%5C", percent);
    }

    /** Why a reader that decodes the id before it splits the path could see another path; null if none could. */
    static @Nullable String ambiguity(String segment) {
        String text = segment;
        for (int round = 0; round <= MAX_ROUNDS; round++) {
            String decoded = decoded(text);
            if (hasDotSegment(decoded)) {
                return "the path has a dot segment within an id";
            }
            if (decoded.equals(text)) {
                return null;
            }
            text = decoded;
        }
        return "the path has an id that was escaped several times";
    }

    // No other escape changes the path.
    private static String decoded(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (; percent >= 0; percent = text.indexOf('%', percent + 1)) {
            int c = PercentCoding.byteAt(text, percent);
            if (c == '/' || c == '\\' || c == '%' || c == '.') {
                out.append(text, from, percent).append((char) c);
                from = percent + 3;
                percent += 2;
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    private static boolean hasDotSegment(String text) {
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == '/' || text.charAt(i) == '\\') {
                if (isDots(text, begin, i)) {
                    return true;
                }
                begin = i + 1;
            }
        }
        return false;
    }

    // Some readers drop what follows a semicolon.
    private static boolean isDots(String text, int begin, int end) {
        int semicolon = text.indexOf(';', begin, end);
        int stop = semicolon < 0 ? end : semicolon;
        int length = stop - begin;
        return (length == 1 || length == 2) && text.charAt(begin) == '.' && text.charAt(stop - 1) == '.';
    }
}
