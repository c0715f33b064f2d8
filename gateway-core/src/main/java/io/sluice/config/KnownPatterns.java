package io.sluice.config;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Gives the same pattern for the same text, so that records which are read anew equal those that were read before: a pattern equals no
 * other. Thread-safe.
 */
final class KnownPatterns {
    private final Map<String, WeakReference<Pattern>> byText = new HashMap<>();

    /** The value, or in the place of a pattern the one that is in use with its text. */
    Object same(Object value) {
        return value instanceof Pattern pattern ? same(pattern) : value;
    }

    private synchronized Pattern same(Pattern pattern) {
        WeakReference<Pattern> known = byText.get(pattern.pattern());
        Pattern used = known == null ? null : known.get();
        if (used != null) {
            return used;
        }
        byText.values().removeIf(each -> each.refersTo(null));
        byText.put(pattern.pattern(), new WeakReference<>(pattern));
        return pattern;
    }
}
