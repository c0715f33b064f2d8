package io.sluice.bench.standing;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.proxy.GatewayYaml;
import io.sluice.bench.proxy.ProxyBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Asks the questions one after the other. */
final class StandingRun {
    private final Effort effort;
    private final Path distribution;
    private final Path directory;

    /**
     * How long to measure.
     *
     * @param rounds of each row
     * @param window of each subject in a round
     * @param warmup of each subject before the rounds
     */
    record Effort(int rounds, Duration window, Duration warmup) {
        static final Effort SMOKE = new Effort(1, Duration.ofMillis(300), Duration.ofMillis(200));
    }

    /**
     * @param distribution directory of an unpacked Sluice
     * @param directory for configurations and logs
     */
    StandingRun(Effort effort, Path distribution, Path directory) {
        this.effort = effort;
        this.distribution = distribution;
        this.directory = directory;
    }

    /** Measures the rows; blocks. Nothing that it started is left running. */
    List<StandingResult.Row> run(List<StandingRow> rows, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<StandingResult.Row> results = new ArrayList<>();
        for (StandingRow row : rows) {
            progress.accept((results.size() + 1) + " of " + rows.size() + ": " + row.question());
            results.add(result(row, new ProxyBench(plan(row)).run(line -> {}).json()));
        }
        return results;
    }

    private ProxyBench.Plan plan(StandingRow row) throws IOException {
        Path own = Files.createDirectories(directory.resolve(row.id()));
        Path config = Files.writeString(
                own.resolve("template.yml"),
                GatewayYaml.of(
                        row.shape().loops(),
                        row.gateway().groupBy(),
                        row.gateway().filters()));
        List<String> subjects = new ArrayList<>(List.of(row.baseline()));
        subjects.addAll(row.others());
        subjects.add(StandingRow.GATEWAY);
        return new ProxyBench.Plan(
                subjects,
                row.scenario(),
                row.shape().connections(),
                null,
                effort.rounds(),
                effort.window(),
                effort.warmup(),
                row.shape().loops(),
                "",
                own,
                distribution,
                config,
                false,
                row.shape().stub(),
                row.gateway().page());
    }

    private static StandingResult.Row result(StandingRow row, JsonNode found) {
        List<StandingResult.Subject> subjects = new ArrayList<>();
        for (JsonNode one : found.path("subjects")) {
            String per = one.has("cpu_per_document") ? "cpu_per_document" : "cpu_per_request";
            subjects.add(new StandingResult.Subject(
                    one.path("name").asText(),
                    StandingResult.Figure.of(one.path(per)),
                    StandingResult.Figure.of(one.path(per + "_ratio")),
                    StandingResult.Figure.of(one.path("resident_bytes")),
                    one.path("compiler_share").path("median").asDouble(),
                    one.path("failure_share").asDouble()));
        }
        return new StandingResult.Row(row.id(), subjects);
    }
}
