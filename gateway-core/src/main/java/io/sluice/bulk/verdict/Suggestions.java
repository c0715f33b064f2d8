package io.sluice.bulk.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Elasticsearch's suggestions for an unknown name: known names that are more than half alike by edit distance. Stateless. */
final class Suggestions {

    private static final float ALIKE = 0.5f;

    private Suggestions() {}

    private record Guess(float likeness, String name) {}

    /** The rest of the sentence about an unknown name; empty if there is no similar name. */
    static String of(String unknown, Collection<String> known) {
        List<Guess> guesses = new ArrayList<>();
        for (String name : known) {
            float likeness = likeness(unknown, name);
            if (likeness > ALIKE) {
                guesses.add(new Guess(likeness, name));
            }
        }
        guesses.sort(Comparator.comparingDouble(Guess::likeness).reversed().thenComparing(Guess::name));
        List<String> names = guesses.stream().map(Guess::name).toList();
        return switch (names.size()) {
            case 0 -> "";
            case 1 -> " did you mean " + names + "?";
            default -> " did you mean any of " + names + "?";
        };
    }

    private static float likeness(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.length() == other.length() ? 1 : 0;
        }
        // At least as many characters differ as one of them is longer than the other.
        if (one.length() > 2 * other.length()) {
            return 0;
        }
        int[] above = new int[one.length() + 1];
        for (int i = 0; i < above.length; i++) {
            above[i] = i;
        }
        for (int row = 1; row <= other.length(); row++) {
            int[] costs = new int[above.length];
            costs[0] = row;
            for (int i = 1; i < costs.length; i++) {
                int replaced = above[i - 1] + (one.charAt(i - 1) == other.charAt(row - 1) ? 0 : 1);
                costs[i] = Math.min(Math.min(costs[i - 1], above[i]) + 1, replaced);
            }
            above = costs;
        }
        return 1f - (float) above[one.length()] / Math.max(one.length(), other.length());
    }
}
