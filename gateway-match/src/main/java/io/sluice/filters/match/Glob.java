package io.sluice.filters.match;

/** Patterns in which {@code *} matches any characters, or none; everything else is literal and case-sensitive. */
public final class Glob {

    /** For each character of both; that many steps are taken only where the text repeats what the pattern seeks. */
    private static final int STEPS = 2;

    private Glob() {}

    /** Whether the whole text matches. Takes a number of steps that grows with the sum of both lengths only. */
    public static boolean matches(String pattern, String text) {
        int at = 0;
        int next = 0;
        int star = -1;
        int retry = 0;
        int left = STEPS * (pattern.length() + text.length());
        while (at < text.length()) {
            if (next < pattern.length() && pattern.charAt(next) == '*') {
                star = next++;
                retry = at;
            } else if (next < pattern.length() && pattern.charAt(next) == text.charAt(at)) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++retry;
            } else {
                return false;
            }
            if (--left == 0) {
                // Without a step back there were fewer, so there is a star.
                return matchesBehind(pattern, star + 1, text, retry);
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == '*') {
            next++;
        }
        return next == pattern.length();
    }

    /** Whether a pattern from behind a star on matches a text from {@code at} on, or from any later character. */
    private static boolean matchesBehind(String pattern, int start, String text, int at) {
        int last = pattern.lastIndexOf('*') + 1;
        int length = pattern.length() - last;
        int end = text.length() - length;
        if (!text.regionMatches(Math.max(at, end), pattern, last, length)) {
            return false;
        }
        int from = start;
        int found = at;
        while (from < last && found >= 0) {
            int to = pattern.indexOf('*', from);
            found = behind(pattern.substring(from, to), text, found, end);
            from = to + 1;
        }
        return found >= 0;
    }

    /**
     * The index behind the first occurrence of a part in [from, to) of a text; -1 if there is none. By Knuth, Morris and Pratt, Fast pattern
     * matching in strings (SIAM Journal on Computing 6, 1977).
     */
    private static int behind(String part, String text, int from, int to) {
        int[] shorter = new int[part.length() + 1];
        for (int i = 1, same = 0; i < part.length(); i++) {
            while (same > 0 && part.charAt(same) != part.charAt(i)) {
                same = shorter[same];
            }
            same += part.charAt(same) == part.charAt(i) ? 1 : 0;
            shorter[i + 1] = same;
        }
        int same = 0;
        int at = from;
        while (same < part.length()) {
            if (at == to) {
                return -1;
            }
            if (part.charAt(same) == text.charAt(at)) {
                same++;
                at++;
            } else if (same > 0) {
                same = shorter[same];
            } else {
                at++;
            }
        }
        return at;
    }

    /** Whether one of the patterns matches. */
    static boolean anyMatches(Iterable<String> patterns, String text) {
        for (String pattern : patterns) {
            if (matches(pattern, text)) {
                return true;
            }
        }
        return false;
    }
}
