package io.sluice.api;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The segment of a path that is the id of a document. Servers split a path at its raw slashes and decode each variable once, so an
 * escaped slash, backslash or percent sign in it is part of the id. It may stand there in one form, {@code %2F}, {@code %5C} and
 * {@code %25}. An id that would lead out of its place, were somebody to decode it before splitting, is refused. Stateless.
 */
final class IdSegment {

    private static final int AT = 2;
    private static final Set<String> BEFORE =
            Set.of("_doc", "_create", "_source", "_update", "_explain", "_termvectors");

    /** So often an id may have been escaped for it to be looked through; no client escapes one so often. */
    private static final int MAX_ROUNDS = 3;

    private IdSegment() {}

    /** Whether the segment at a place of a path is an id, and no more follows. */
    static boolean isAt(int place, List<String> rawSegments) {
        return place == AT
                && rawSegments.size() == AT + 1
                && BEFORE.contains(rawSegments.get(1))
                && EndpointPaths.isName(rawSegments.getFirst());
    }

    /** Whether an escape stands for a character that only an id may have, in the one form in which it may have it. */
    static boolean mayHave(String segment, int percent) {
        return segment.startsWith("%2F", percent)
                || segment.startsWith("%25", percent)
                || segment.startsWith("%5C", percent);
    }

    /** Why an id could mean another place to somebody who decodes it first; null if it could not. */
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

    // What is not an escape of one of these leads nowhere.
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

    // Some readers leave out what stands behind a semicolon.
    private static boolean isDots(String text, int begin, int end) {
        int semicolon = text.indexOf(';', begin);
        int stop = semicolon < 0 || semicolon > end ? end : semicolon;
        int length = stop - begin;
        return (length == 1 || length == 2) && text.charAt(begin) == '.' && text.charAt(stop - 1) == '.';
    }
}
