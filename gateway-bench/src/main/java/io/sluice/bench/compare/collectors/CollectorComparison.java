package io.sluice.bench.compare.collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The study of collectors from its settings to its report. */
public final class CollectorComparison {
    private CollectorComparison() {}

    /**
     * What is compared.
     *
     * @param collectors the first is the baseline
     * @param heaps as {@code -Xmx} takes them; the curves are drawn of the first
     */
    public record Subjects(List<Collector> collectors, List<String> heaps, List<Work> works) {
        public Subjects {
            collectors = List.copyOf(collectors);
            heaps = List.copyOf(heaps);
            works = List.copyOf(works);
        }

        /** As little as shows that all of it works; the starts do small requests. */
        public static Subjects smoke() {
            return new Subjects(
                    List.of(Collector.G1, Collector.SERIAL), List.of("64m"), List.of(Work.BULK, Work.TENANT));
        }
    }

    /**
     * How much is measured.
     *
     * @param window of one gateway at one load in one round
     * @param warmup of one gateway
     * @param starts of each way to start
     * @param ramp driven after each start
     * @param startCollectors how many of the collectors are started again and again
     */
    public record Effort(int rounds, Duration window, Duration warmup, int starts, Duration ramp, int startCollectors) {
        /** As little as shows that all of it works. */
        public static Effort smoke() {
            return new Effort(1, Duration.ofMillis(400), Duration.ofMillis(400), 1, Duration.ofMillis(500), 1);
        }
    }

    /** The finding in all its forms. */
    public record Finding(String text, ObjectNode json, String html) {}

    /**
     * Runs the study; blocks, and leaves nothing running.
     *
     * @param distribution an unpacked Sluice
     * @param directory for configurations, logs and recordings
     */
    public static Finding run(
            Path distribution, Subjects subjects, Effort effort, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        CollectorStudy.Plan plan = new CollectorStudy.Plan(
                distribution,
                subjects.collectors,
                subjects.heaps,
                subjects.works,
                new TailRun.Plan(effort.rounds, effort.window, effort.warmup, directory),
                new StartRun.Plan(effort.starts, effort.ramp, subjects.heaps.get(0), directory),
                effort.startCollectors);
        CollectorReport report = new CollectorReport(new CollectorStudy(plan).run(progress));
        return new Finding(report.text(), report.json(), report.html());
    }
}
