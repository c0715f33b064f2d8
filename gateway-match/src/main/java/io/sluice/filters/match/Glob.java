package io.sluice.filters.match;

/** Patterns in which {@code *} matches any characters, or none; everything else is literal and case-sensitive. */
public final class Glob {

    private Glob() {}

    /** Whether the whole text matches. Takes at most pattern length times text length steps. */
    public static boolean matches(String pattern, String text) {
        int at = 0;
        int next = 0;
        int star = -1;
        int retry = 0;
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
        }
        while (next < pattern.length() && pattern.charAt(next) == '*') {
            next++;
        }
        return next == pattern.length();
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
