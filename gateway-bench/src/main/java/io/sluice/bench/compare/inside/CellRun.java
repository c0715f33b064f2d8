package io.sluice.bench.compare.inside;

import io.sluice.bench.compare.CityIndex;
import io.sluice.bench.compare.MeasuredNode;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.Recorder;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.Subject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Measures cells in rounds: every cell once a round, in turned order, so that what else the machine does meets all alike. For one thread. */
final class CellRun {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int SHARDS = 3;
    /** Cells that are compared stand next to each other, and stay so. */
    private static final int TURN = 7;

    private final Effort effort;
    private final MeasuredNode node;
    private final Subject stub;
    private final Requests requests;

    /**
     * How much is measured.
     *
     * @param rounds that count, after one that does not
     * @param settle before each window, not measured
     */
    record Effort(int rounds, Duration settle, Duration window) {
        Effort {
            if (rounds < 1) {
                throw new IllegalArgumentException("at least one round is needed");
            }
        }

        Duration of(int cells) {
            return settle.plus(window).multipliedBy((long) cells * (rounds + 1));
        }
    }

    CellRun(Effort effort, MeasuredNode node, Subject stub, Requests requests) {
        this.effort = effort;
        this.node = node;
        this.stub = stub;
        this.requests = requests;
    }

    /** Runs all rounds; blocks. */
    Map<Cell, List<CellResult>> run(Collection<Cell> cells, StudyProgress progress)
            throws IOException, InterruptedException {
        Map<Cell, List<CellResult>> windows = new LinkedHashMap<>();
        cells.forEach(cell -> windows.put(cell, new ArrayList<>()));
        List<Cell> order = new ArrayList<>(windows.keySet());
        for (int round = 0; round <= effort.rounds; round++) {
            for (Cell cell : order) {
                CellResult window = window(cell);
                if (round > 0) {
                    windows.getOrDefault(cell, List.of()).add(window);
                }
            }
            Collections.reverse(order);
            Collections.rotate(order, TURN);
            progress.step(
                    effort.settle.plus(effort.window).multipliedBy(order.size()),
                    round == 0 ? "all cells warmed up" : "round %d of %d".formatted(round, effort.rounds));
        }
        return windows;
    }

    private CellResult window(Cell cell) throws IOException, InterruptedException {
        if (cell.target() == Target.REAL && !cell.work().isSearch()) {
            node.http().ask("DELETE", "/" + Target.REAL.index(), "application/json", new byte[0]);
            node.http().send("PUT", "/" + Target.REAL.index(), CityIndex.settings(SHARDS));
        }
        Duration length = effort.window;
        CellResult window = window(cell, length);
        while (window.documents() == 0 && length.compareTo(TIMEOUT) < 0) {
            // on a machine that is this slow nothing was answered in time
            length = length.multipliedBy(2);
            window = window(cell, length);
        }
        if (window.documents() == 0) {
            throw new IOException(cell + ": no request succeeded, " + window.failures() + " failed");
        }
        return window;
    }

    private CellResult window(Cell cell, Duration length) throws IOException, InterruptedException {
        LoadOptions options = new LoadOptions(
                List.of(address(cell.target())),
                cell.lanes().connections(),
                cell.lanes().pipelined(),
                1,
                null,
                effort.settle,
                length,
                0,
                TIMEOUT);
        List<Double> serverCpu = new ArrayList<>();
        DoubleSupplier cpu = cell.target() == Target.STUB
                ? () -> ProcStat.ofTree(stub.process()).cpuSeconds()
                : node::cpuSeconds;
        try (LoadRun run = new LoadRun(Requests.scenario(cell), requests.of(cell), options)) {
            LoadResult result = run.run(shown -> {}, () -> serverCpu.add(cpu.getAsDouble()));
            return window(cell, result, serverCpu.get(1) - serverCpu.get(0));
        }
    }

    private InetSocketAddress address(Target target) {
        return target == Target.STUB ? stub.address() : node.address();
    }

    private static CellResult window(Cell cell, LoadResult result, double serverCpu) {
        Recorder recorder = result.recorder();
        long succeeded = recorder.count(Outcome.Kind.SUCCESS);
        long documents = cell.work().isSearch()
                ? succeeded * Work.HITS
                : recorder.items().succeeded();
        return new CellResult(
                documents,
                recorder.requests() - succeeded,
                result.seconds(),
                result.generatorCpuSeconds(),
                serverCpu,
                recorder.bytesSent(),
                recorder.bytesReceived(),
                recorder.byName().getOrDefault(Work.SMALL, recorder.latency()));
    }
}
