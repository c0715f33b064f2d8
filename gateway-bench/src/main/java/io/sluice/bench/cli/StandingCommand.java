package io.sluice.bench.cli;

import io.sluice.bench.net.Durations;
import io.sluice.bench.standing.StandingComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice-bench standing}: the questions that every build is asked; {@code scripts/bench-all} calls it. */
@Command(
        name = "standing",
        mixinStandardHelpOptions = true,
        description =
                "Asks the questions that every build is asked, and names what got worse since the last kept result.",
        footer = {"", "scripts/bench-all builds, and keeps the result with its commit."})
final class StandingCommand implements Callable<Integer> {
    @Option(names = "--sluice", required = true, description = "Directory of an unpacked distribution.")
    private Path distribution;

    @Option(names = "--commit", defaultValue = "unknown", description = "What was built, for the result.")
    private String commit;

    @Option(names = "--kept", description = "Directory with results; the newest of another commit is compared with.")
    private @Nullable Path kept;

    @Option(names = "--only", split = ",", paramLabel = "ROW", description = "Rows to measure; all without it.")
    private List<String> only = List.of();

    @Mixin
    private Smoke smoke;

    @Option(names = "--rounds", defaultValue = "10", description = "Of each row (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--window", defaultValue = "1s", description = "Of each subject in a round (${DEFAULT-VALUE}).")
    private String window;

    @Option(
            names = "--warmup",
            defaultValue = "15s",
            description = "Of each subject before the rounds (${DEFAULT-VALUE}).")
    private String warmup;

    @Mixin
    private StudyFiles files;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StandingComparison.Finding finding = new StandingComparison(new StandingComparison.Plan(
                        commit,
                        distribution,
                        kept,
                        only,
                        smoke.isWanted(),
                        rounds,
                        Durations.parse(window),
                        Durations.parse(warmup)))
                .run(files.directory(), files.progress());
        files.write(finding.text(), finding.json(), finding.html());
        return finding.valid() ? 0 : 1;
    }
}
