package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.compare.clients.style.SearchStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The client study from its settings to its report. */
public final class ClientComparison {
    private ClientComparison() {}

    /**
     * The application under load.
     *
     * @param styles by name; the first is the baseline
     * @param hits of a page
     * @param heap as {@code -Xmx} takes it
     * @param collector as in {@code -XX:+UseG1GC}, without Use and GC
     * @param rate searches a second; 0 for half of what the slowest style can do
     */
    public record Application(List<String> styles, int hits, int threads, String heap, String collector, double rate) {
        public Application {
            styles = List.copyOf(styles);
            if (hits < 1 || threads < 1 || rate < 0) {
                throw new IllegalArgumentException("hits and threads are at least 1, a rate is not negative");
            }
        }
    }

    /**
     * How much is measured.
     *
     * @param all whether of all operations and styles, or only of those that the report cannot do without
     * @param rounds of single operations, and of windows under load
     * @param iterations of single operations: to warm up, and as many to measure
     * @param time of one iteration
     * @param window of one style under load in one round
     * @param warmup of one style under load
     */
    public record Effort(boolean all, int rounds, int iterations, Duration time, Duration window, Duration warmup) {
        /** As little as shows that all of it works. */
        public static Effort smoke() {
            return new Effort(false, 1, 1, Duration.ofMillis(50), Duration.ofMillis(500), Duration.ofMillis(500));
        }

        private ClientStudy.Effort operations() {
            return new ClientStudy.Effort(
                    all ? List.of(Operation.values()) : List.of(Operation.QUERY, Operation.PAGE_10),
                    all
                            ? List.of(SearchStyle.Kind.values())
                            : List.of(SearchStyle.Kind.TYPED, SearchStyle.Kind.STREAMING, SearchStyle.Kind.SHOWN),
                    rounds,
                    iterations,
                    time);
        }
    }

    /** The finding in all its forms. */
    public record Finding(String text, ObjectNode json, String html) {}

    /**
     * Runs the study; blocks, and leaves nothing running.
     *
     * @param directory for logs and recordings
     */
    public static Finding run(Application application, Effort effort, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        SustainedRun.Plan sustained = new SustainedRun.Plan(
                application.styles.stream().map(SearchStyle.Kind::parse).toList(),
                new SustainedRun.App(application.hits, application.threads, application.heap, application.collector),
                application.rate,
                effort.rounds,
                effort.window,
                effort.warmup,
                directory);
        ClientReport report =
                new ClientReport(new ClientStudy(new ClientStudy.Plan(effort.operations(), sustained)).run(progress));
        return new Finding(report.text(), report.json(), report.html());
    }
}
