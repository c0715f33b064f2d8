package io.sluice.bench.standing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.compare.Machine;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The standing comparison of one build, beside what was kept of the build before. */
public final class StandingComparison {
    private final Plan plan;

    /**
     * What to do.
     *
     * @param commit what was built
     * @param distribution directory of an unpacked Sluice
     * @param kept directory with results; the newest of another commit is compared with. Null for none
     * @param only ids of rows; empty for all
     * @param smoke whether as little as shows that it works
     * @param rounds of each row
     * @param window of each subject in a round
     * @param warmup of each subject before the rounds
     */
    public record Plan(
            String commit,
            Path distribution,
            @Nullable Path kept,
            List<String> only,
            boolean smoke,
            int rounds,
            Duration window,
            Duration warmup) {
        public Plan {
            only = List.copyOf(only);
        }
    }

    /** @param valid whether all requests were answered */
    public record Finding(String text, ObjectNode json, String html, boolean valid) {}

    public StandingComparison(Plan plan) {
        this.plan = plan;
    }

    /**
     * Runs it; blocks.
     *
     * @param directory for configurations and logs
     * @throws IllegalArgumentException if no row has an id that was asked for
     */
    public Finding run(Path directory, Consumer<String> progress) throws IOException, InterruptedException {
        boolean nginx = isOnPath("nginx");
        if (!nginx) {
            progress.accept(
                    "nginx is not installed: ratios are to the bare Netty proxy, and most targets are left out");
        }
        List<StandingRow> rows = chosen(StandingRows.all(nginx));
        StandingResult before = plan.kept == null ? null : newest(plan.kept);
        Machine machine = Machine.now();
        StandingRun.Effort effort =
                plan.smoke ? StandingRun.Effort.SMOKE : new StandingRun.Effort(plan.rounds, plan.window, plan.warmup);
        List<StandingResult.Row> found = new StandingRun(effort, plan.distribution, directory).run(rows, progress);
        StandingResult result = new StandingResult(plan.commit, machine, found);
        StandingReport report = new StandingReport(rows, result, before);
        return new Finding(report.text(), result.json(), report.html(), report.isValid());
    }

    private List<StandingRow> chosen(List<StandingRow> rows) {
        List<String> ids = rows.stream().map(StandingRow::id).toList();
        for (String id : plan.only) {
            if (!ids.contains(id)) {
                throw new IllegalArgumentException("no row '" + id + "'; there are " + String.join(", ", ids));
            }
        }
        return plan.only.isEmpty()
                ? rows
                : rows.stream().filter(row -> plan.only.contains(row.id())).toList();
    }

    /** The newest result of another commit. */
    private @Nullable StandingResult newest(Path directory) throws IOException {
        StandingResult newest = null;
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
                for (Path file : files) {
                    StandingResult one = read(file);
                    boolean newer = newest == null
                            || one.machine().began().isAfter(newest.machine().began());
                    if (newer && !one.commit().equals(plan.commit)) {
                        newest = one;
                    }
                }
            }
        }
        return newest;
    }

    private static StandingResult read(Path file) throws IOException {
        try {
            return StandingResult.of(new ObjectMapper().readTree(file.toFile()));
        } catch (JsonProcessingException | DateTimeParseException e) {
            throw new IOException(file + " is no kept result; move it out of the directory", e);
        }
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
