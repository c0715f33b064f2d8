package io.sluice.filters.match;

/** Texts in which {@code *} stands for any characters, also none; everything else counts as it is, case included. */
public final class Glob {

    private Glob() {}

    /** Whether the whole text matches. Takes at most pattern times text steps, whatever both contain. */
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
