package io.sluice.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests corrections of unknown names. */
final class Suggestion {

    private static final int LISTED = 12;

    private Suggestion() {}

    /** The addition to a message about an unknown name: the nearest known name, or all if there are few. */
    static String of(String unknown, Collection<String> known) {
        if (known.isEmpty()) {
            return "; there is none";
        }
        String bare = bare(unknown);
        int near = Math.max(1, (bare.length() + 1) / 3);
        return known.stream()
                .filter(name -> distance(bare, bare(name)) <= near)
                .min(Comparator.comparingInt(name -> distance(bare, bare(name))))
                .map(name -> "; did you mean '" + name + "'?")
                .orElseGet(() -> known.size() > LISTED ? "" : "; known: " + String.join(", ", known));
    }

    private static String bare(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    // Levenshtein's edit distance, one row at a time.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
