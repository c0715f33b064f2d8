package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The study of what the gateway could say to nodes, from its settings to its report. */
public final class InsideComparison {
    private InsideComparison() {}

    /**
     * The servers, which run already.
     *
     * @param node an Elasticsearch 7.17 of one node with the plugin noop
     * @param others nodes of other servers, on which documents are compared too
     */
    public record Nodes(InetSocketAddress node, List<InetSocketAddress> others) {
        public Nodes {
            others = List.copyOf(others);
        }
    }

    /**
     * How much is measured.
     *
     * @param rounds of all cells in turn, after one that does not count
     * @param settle before each window
     * @param window of one cell in one round
     * @param underWay requests at once: those that are compared have as many
     * @param passes over the sample for the cost of writing, in each round
     * @param all whether parts of all sizes are sent, or small ones only
     */
    public record Effort(
            int rounds, Duration settle, Duration window, List<Integer> underWay, int passes, boolean all) {
        public Effort {
            underWay = List.copyOf(underWay);
        }

        /** As little as shows that all of it works. */
        public static Effort smoke() {
            return new Effort(1, Duration.ofMillis(20), Duration.ofMillis(60), List.of(4), 1, false);
        }

        private List<Work> parts() {
            return all ? List.of(Work.TEN, Work.FIFTY, Work.THOUSAND, Work.MIXED) : List.of(Work.TEN);
        }
    }

    /** The finding in all its forms. */
    public record Finding(String text, ObjectNode json, String html) {}

    /**
     * Runs the study; blocks, and leaves nothing running.
     *
     * @param directory for logs
     */
    public static Finding run(Nodes nodes, Effort effort, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        InsideStudy.Plan plan = new InsideStudy.Plan(
                nodes.node,
                nodes.others,
                effort.underWay,
                effort.parts(),
                new CellRun.Effort(effort.rounds, effort.settle, effort.window),
                effort.passes,
                directory);
        InsideReport report = new InsideReport(new InsideStudy(plan).run(progress));
        return new Finding(report.text(), report.json(), report.html());
    }
}
