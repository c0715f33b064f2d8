package io.sluice.dist;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What became of the tests of the server's own suite in one layout. */
final class SuiteReport {

    /** Names and numbers, so that refusals of one kind are counted together. */
    private static final Pattern PARTICULARS =
            Pattern.compile("line \\d+: |/\\d+(?=/|\\b)|(?<=_search/scroll/)[A-Za-z0-9_-]+");

    private static final int MOST_SHOWN = 120;
    private static final String FAILING = "SERVER  ";

    private final String layout;
    private final List<String> differences = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> refusals = new HashMap<>();
    private int skipped;
    private int failing;
    private int same;
    private int refused;

    SuiteReport(String layout) {
        this.layout = layout;
    }

    void skip() {
        skipped++;
    }

    /** The tests that the server itself did not pass, with why, out of what {@link #whole} gave. */
    static Map<String, String> failing(String whole) {
        Map<String, String> failing = new HashMap<>();
        String[] all = whole.split("\n");
        for (int i = 0; i + 1 < all.length; i++) {
            if (all[i].startsWith(FAILING)) {
                failing.put(all[i].substring(FAILING.length()), all[i + 1].strip());
            }
        }
        return failing;
    }

    /** Counts a test that the server itself does not pass. */
    void failing(String test, String failure) {
        failing++;
        lines.add(FAILING + test + "\n    " + failure);
    }

    /** Counts a test that the server passes. */
    void compared(String test, SuiteRun.Outcome outcome) {
        if (outcome.passed()) {
            same++;
            lines.add("SAME    " + test);
        } else if (outcome.refusals().isEmpty()) {
            differences.add(test + "\n    " + outcome.failure());
        } else {
            refused++;
            String first = outcome.refusals().getFirst();
            refusals.merge(PARTICULARS.matcher(first).replaceAll(""), 1, Integer::sum);
            lines.add("REFUSED " + test + "\n    " + first + "\n    " + outcome.failure());
        }
    }

    int same() {
        return same;
    }

    List<String> differences() {
        return differences;
    }

    /** The counts in one line. */
    String counts() {
        int all = same + refused + differences.size() + failing;
        return layout + ": " + all + " tests, " + same + " pass as direct, " + refused + " refused, "
                + differences.size() + " differ; the server itself fails " + failing + "; skipped " + skipped;
    }

    /** Everything. */
    String whole() {
        StringBuilder out = new StringBuilder(counts()).append("\n\n");
        refusals.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_SHOWN)
                .forEach(entry -> out.append("%5d  %s%n".formatted(entry.getValue(), entry.getKey())));
        differences.forEach(
                difference -> out.append("DIFFERS ").append(difference).append('\n'));
        lines.forEach(line -> out.append(line).append('\n'));
        return out.toString();
    }
}
