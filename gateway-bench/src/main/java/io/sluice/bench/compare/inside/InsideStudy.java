package io.sluice.bench.compare.inside;

import io.sluice.bench.compare.CityIndex;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.MeasuredNode;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.OwnJava;
import io.sluice.bench.proxy.StartedSubject;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.Workspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs both experiments: what becomes of documents in other formats, what writing them costs, then all cells in rounds. Blocks. */
final class InsideStudy {
    private static final Lanes FEW = new Lanes(4, 1);
    /** More would not fit into one answer of a search. */
    private static final int BULK_OF_CITIES = 500;

    private static final int FILLED = 5_000;
    /** For the estimate. */
    private static final Set<BodyFormat> EXPECTED_REFUSED = Set.of(BodyFormat.CBOR);

    private static final Duration FIDELITY = Duration.ofSeconds(5);
    private static final Duration PASS = Duration.ofMillis(150);

    private final Plan plan;

    /**
     * What is run.
     *
     * @param node an Elasticsearch 7.17 of one node with the plugin noop
     * @param others nodes on which documents are compared too
     * @param underWay requests at once
     * @param parts what bulks of the pipelining experiment hold
     * @param passes over all documents for the cost of writing, in each round
     * @param directory for logs
     */
    record Plan(
            InetSocketAddress node,
            List<InetSocketAddress> others,
            List<Integer> underWay,
            List<Work> parts,
            CellRun.Effort effort,
            int passes,
            Path directory) {
        Plan {
            others = List.copyOf(others);
            underWay = List.copyOf(underWay);
            parts = List.copyOf(parts);
        }
    }

    /** @param cost of writing, by way */
    record Result(
            Machine machine,
            Plan plan,
            List<Fidelity.Result> fidelity,
            Map<String, List<WritingCost.Cost>> cost,
            Map<Cell, List<CellResult>> windows) {}

    InsideStudy(Plan plan) {
        this.plan = plan;
    }

    /** Runs all of it, and leaves nothing running. */
    Result run(Consumer<String> lines) throws IOException, InterruptedException {
        Machine machine = Machine.now();
        Cities cities = Cities.read();
        int rounds = plan.effort.rounds();
        Duration writing = PASS.multipliedBy((long) plan.passes * (rounds + 1));
        StudyProgress progress = new StudyProgress(
                FIDELITY.multipliedBy(1L + plan.others.size())
                        .plus(writing)
                        .plus(plan.effort.of(cells(EXPECTED_REFUSED).size())),
                lines);
        List<Fidelity.Result> fidelity = fidelity(cities, progress);
        Map<String, List<WritingCost.Cost>> cost = new WritingCost(cities).run(rounds, plan.passes);
        progress.step(writing, "cost of writing");
        Set<Cell> cells = cells(fidelity.get(0).bulks().entrySet().stream()
                .filter(format -> !format.getValue().whole())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
        return new Result(machine, plan, fidelity, cost, measured(cities, cells, progress));
    }

    private List<Fidelity.Result> fidelity(Cities cities, StudyProgress progress)
            throws IOException, InterruptedException {
        List<InetSocketAddress> all = new ArrayList<>(List.of(plan.node));
        all.addAll(plan.others);
        List<Fidelity.Result> results = new ArrayList<>();
        for (InetSocketAddress address : all) {
            try (MeasuredNode node = MeasuredNode.of(address)) {
                results.add(Fidelity.of(node, cities.take(0, BULK_OF_CITIES)));
                progress.step(FIDELITY, "documents compared on " + node.server());
            }
        }
        return results;
    }

    private Map<Cell, List<CellResult>> measured(Cities cities, Set<Cell> cells, StudyProgress progress)
            throws IOException, InterruptedException {
        try (MeasuredNode node = MeasuredNode.of(plan.node);
                Subject stub = stub();
                Requests requests = new Requests(cities)) {
            node.requirePlugin("noop");
            fill(node, cities, cells);
            return new CellRun(plan.effort, node, stub, requests).run(cells, progress);
        }
    }

    /** All cells, without those whose format the server does not take in bulks. */
    private Set<Cell> cells(Set<BodyFormat> refused) {
        Set<Cell> cells = new LinkedHashSet<>();
        for (Target target : Target.values()) {
            for (Work part : plan.parts) {
                for (int underWay : plan.underWay) {
                    Lanes.of(underWay).forEach(lanes -> cells.add(new Cell(target, part, BodyFormat.JSON, lanes)));
                }
            }
        }
        for (BodyFormat format : BodyFormat.values()) {
            if (!refused.contains(format)) {
                plan.parts.stream().filter(part -> part != Work.MIXED).forEach(part -> {
                    cells.add(new Cell(Target.NOOP, part, format, FEW));
                    cells.add(new Cell(Target.REAL, part, format, FEW));
                });
                if (!format.isInChunks()) {
                    cells.add(new Cell(Target.REAL, Work.SEARCH, format, FEW));
                }
            }
        }
        return cells;
    }

    /** Stores what is searched. */
    private static void fill(MeasuredNode node, Cities cities, Set<Cell> cells)
            throws IOException, InterruptedException {
        for (Cell cell : cells) {
            if (cell.work().isSearch()) {
                String index = Requests.index(cell);
                node.http().send("PUT", "/" + index, CityIndex.settings(1));
                byte[] bulk = cell.format().bulk(cities.take(0, FILLED));
                node.http().ask("POST", "/" + index + "/_bulk", cell.format().contentType(), bulk);
                node.http().send("POST", "/" + index + "/_forcemerge?max_num_segments=1", "");
                node.http().send("POST", "/" + index + "/_refresh", "");
                long found = node.http()
                        .send("GET", "/" + index + "/_count", "")
                        .path("count")
                        .asLong();
                if (found != FILLED) {
                    throw new IOException(found + " of " + FILLED + " documents are in " + index);
                }
            }
        }
    }

    private Subject stub() throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        return StartedSubject.start(
                "stub",
                address,
                OwnJava.command(
                        List.of("-Xms256m", "-Xmx256m"),
                        "io.sluice.bench.cli.SluiceBench",
                        "stub",
                        "--port",
                        Integer.toString(address.getPort()),
                        "--index",
                        Target.STUB.index()),
                null,
                new Workspace(plan.directory, ""));
    }
}
