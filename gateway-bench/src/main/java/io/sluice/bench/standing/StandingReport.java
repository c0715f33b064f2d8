package io.sluice.bench.standing;

import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a build showed, beside its targets and beside the build before. */
final class StandingReport {
    private static final double MEGABYTE = 1e6;
    private static final String NONE = "";
    /** A row starts the gateway once, and memory settles a little differently with each start. */
    private static final double MEMORY_SHARE = 0.1;

    private final List<StandingRow> rows;
    private final StandingResult result;
    private final @Nullable StandingResult kept;

    /** @param kept what is compared with; null if nothing was kept */
    StandingReport(List<StandingRow> rows, StandingResult result, @Nullable StandingResult kept) {
        this.rows = List.copyOf(rows);
        this.result = result;
        this.kept = kept;
    }

    /** For a terminal. */
    String text() {
        return table().text() + '\n' + String.join("\n", sentences()) + '\n';
    }

    /** One page that loads nothing. */
    String html() throws IOException {
        return new ChartPage(
                        "Standing comparison",
                        result.commit() + ", " + result.machine().text())
                .findings(sentences())
                .table(table())
                .html(result.json());
    }

    /** Rows whose requests failed, those that got worse, those that got better, and those that miss their target. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (StandingResult.Row row : result.rows()) {
            for (StandingResult.Subject subject : row.subjects()) {
                if (subject.failures() > 0) {
                    sentences.add(String.format(
                            Locale.ROOT,
                            "INVALID: %s, up to %.1f%% of the requests to %s failed in a window.",
                            row.id(),
                            subject.failures() * 100,
                            subject.name()));
                }
            }
        }
        sentences.addAll(changes());
        List<String> missed = rows.stream()
                .filter(row ->
                        result.row(row.id()).filter(found -> misses(row, found)).isPresent())
                .map(StandingRow::id)
                .toList();
        sentences.add(missed.isEmpty() ? "Every target is met." : "Targets missed: " + String.join(", ", missed) + ".");
        if (result.machine().busy()) {
            sentences.add(result.machine().warning());
        }
        return sentences;
    }

    /** Whether requests failed, so that the figures are of something else. */
    boolean isValid() {
        return result.rows().stream()
                .flatMap(row -> row.subjects().stream())
                .allMatch(subject -> subject.failures() == 0);
    }

    private List<String> changes() {
        if (kept == null) {
            return List.of("Nothing was kept before, so nothing is compared.");
        }
        List<String> changes = new ArrayList<>();
        for (StandingResult.Row now : result.rows()) {
            StandingResult.Row before = kept.row(now.id()).orElse(null);
            if (before != null && before.baseline().equals(now.baseline())) {
                Quantity cpu = new Quantity(now.id() + ", CPU by " + now.baseline() + "'s", 1, NONE, 0);
                changes.add(cpu.change(before.gateway().ratio(), now.gateway().ratio()));
                Quantity memory = new Quantity(now.id() + ", resident memory", MEGABYTE, " MB", MEMORY_SHARE);
                changes.add(
                        memory.change(before.gateway().resident(), now.gateway().resident()));
            }
        }
        changes.removeIf(String::isEmpty);
        if (changes.isEmpty()) {
            return List.of("Nothing changed by more than its interval since " + kept.commit() + ".");
        }
        changes.replaceAll(change -> change + " in " + kept.commit() + ".");
        return changes;
    }

    /**
     * A figure that two builds have.
     *
     * @param share of it that a change must have, beyond the intervals
     */
    private record Quantity(String name, double unit, String unitName, double share) {

        /** What changed; empty if nothing did. */
        String change(StandingResult.Figure before, StandingResult.Figure now) {
            boolean worse = now.above(before, share);
            if (!worse && !before.above(now, share)) {
                return NONE;
            }
            return (worse ? "WORSE: " : "better: ") + name + ", " + text(now, unit) + unitName + " after "
                    + text(before, unit) + unitName;
        }
    }

    private static boolean misses(StandingRow row, StandingResult.Row found) {
        Double target = row.target();
        return target != null && found.gateway().ratio().median() > target;
    }

    private Table table() {
        List<List<String>> lines = new ArrayList<>();
        for (StandingRow row : rows) {
            result.row(row.id()).ifPresent(found -> lines(row, found, lines));
        }
        String note =
                "CPU of the process for a request, or a document where requests are bulks; ratios within rounds to the"
                        + " first subject of a row, median with its 95% interval; resident memory at the end of a window; the share of the CPU that a JVM's"
                        + " compilers had, which falls while it runs.";
        return new Table(
                "Standing comparison of " + result.commit(),
                note,
                List.of("question", "subject", "us", "ratio", "target", "MB", "JIT %"),
                lines);
    }

    private static void lines(StandingRow row, StandingResult.Row found, List<List<String>> into) {
        int last = found.subjects().size() - 1;
        for (int i = 0; i <= last; i++) {
            StandingResult.Subject subject = found.subjects().get(i);
            into.add(List.of(
                    i == 0 ? row.question() : NONE,
                    subject.name(),
                    String.format(Locale.ROOT, "%.3f", subject.cpu().median() * 1e6),
                    text(subject.ratio(), 1),
                    i == last && row.target() != null ? String.format(Locale.ROOT, "%.2f", row.target()) : NONE,
                    String.format(Locale.ROOT, "%.0f", subject.resident().median() / MEGABYTE),
                    String.format(Locale.ROOT, "%.1f", subject.compilers() * 100)));
        }
    }

    private static String text(StandingResult.Figure figure, double unit) {
        return String.format(
                Locale.ROOT, "%.3g (%.3g .. %.3g)", figure.median() / unit, figure.low() / unit, figure.high() / unit);
    }
}
