package io.sluice.bench.compare.collectors;

import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.load.engine.Arrivals;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.proxy.JvmRecording;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.ThreadCpu;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The gateways of one work and one heap, one under each collector: all are started and warmed up, then driven one by one in rounds, each
 * at every load, the order turned from round to round.
 */
final class TailRun {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** What the start of a gateway takes, about; for the estimate. */
    static final Duration START = Duration.ofSeconds(2);

    private static final JvmRecording.Stops UNKNOWN = new JvmRecording.Stops(List.of(), List.of());
    /** In an open loop at all that a closed one can do, the queue grows without end. */
    private static final double FULL = 0.9;

    private static final double HALF = 0.5;
    /** Of a window, however slow the machine is: of fewer there is nothing to report. */
    private static final double LEAST_REQUESTS = 20;

    private final Plan plan;
    private final HttpClient http;

    /** How much load. */
    enum Load {
        HALF(TailRun.HALF, "half load"),
        FULL(TailRun.FULL, "full load");

        private final double share;
        private final String label;

        Load(double share, String label) {
            this.share = share;
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** What is run for each work and heap. */
    record Plan(int rounds, Duration window, Duration warmup, Path directory) {
        /** What one group takes at least. */
        Duration group(int collectors) {
            return warmup.plus(START)
                    .multipliedBy(collectors)
                    .plus(window.multipliedBy((long) rounds * collectors * Load.values().length));
        }
    }

    /** One collector with one heap doing one work under one load. */
    record Cell(Work work, String heap, Load load, Collector collector) {}

    /**
     * What a group has shown.
     *
     * @param capacity requests a second of the first collector in a closed loop
     * @param failed why a collector has no windows
     */
    record Group(double capacity, Map<Cell, List<TailWindow>> windows, Map<Collector, String> failed) {}

    TailRun(Plan plan, HttpClient http) {
        this.plan = plan;
        this.http = http;
    }

    /**
     * Runs one group; blocks, and leaves nothing running.
     *
     * @param known capacity of the work; 0 to measure it
     */
    Group run(Work work, String heap, Map<Collector, GatewayHome> homes, double known, StudyProgress progress)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory.resolve(work.name() + "-" + heap));
        Map<Collector, StartedGateway> gateways = new LinkedHashMap<>();
        Map<Collector, String> failed = new LinkedHashMap<>();
        Map<Cell, List<TailWindow>> windows = new LinkedHashMap<>();
        double capacity;
        Scenario scenario = work.load();
        try (Subject stub = StudyStub.start(http, work, directory);
                RequestSource source = RequestSource.of(scenario, "stub.test")) {
            try {
                start(work, heap, homes, stub.address(), directory, gateways, failed);
                Drive drive = new Drive(work, scenario, source);
                capacity = warm(drive, gateways, known, heap, progress);
                measure(drive, heap, gateways, capacity, windows, progress);
            } finally {
                gateways.values().forEach(StartedGateway::close);
            }
        }
        return new Group(capacity, withStops(windows, gateways), failed);
    }

    private static void start(
            Work work,
            String heap,
            Map<Collector, GatewayHome> homes,
            InetSocketAddress stub,
            Path directory,
            Map<Collector, StartedGateway> into,
            Map<Collector, String> failed)
            throws InterruptedException {
        for (Map.Entry<Collector, GatewayHome> one : homes.entrySet()) {
            try {
                String name = "gateway-" + one.getKey().label();
                into.put(one.getKey(), StartedGateway.start(one.getValue(), name, work, heap, stub, directory));
            } catch (IOException e) {
                failed.put(one.getKey(), "does not start with a heap of " + heap + ": " + lastLine(e));
            }
        }
    }

    private static String lastLine(IOException e) {
        return String.valueOf(e.getMessage())
                .lines()
                .reduce((first, second) -> second)
                .orElse("");
    }

    /** Warms all of them up; the capacity of the first, asked last, when the stub and the load generator are warm too. */
    private double warm(
            Drive drive, Map<Collector, StartedGateway> gateways, double known, String heap, StudyProgress progress)
            throws InterruptedException {
        Duration half = plan.warmup.dividedBy(2);
        for (Map.Entry<Collector, StartedGateway> one : gateways.entrySet()) {
            drive.closed(one.getValue().address(), half);
            double most = drive.closed(one.getValue().address(), half).requestsPerSecond();
            progress.step(
                    plan.warmup.plus(START),
                    "%s, heap %s: %s warmed up, %,.0f a second at most"
                            .formatted(drive.work.label(), heap, one.getKey().label(), most));
        }
        if (known > 0 || gateways.isEmpty()) {
            return known;
        }
        StartedGateway first = gateways.values().iterator().next();
        return drive.closed(first.address(), half).requestsPerSecond();
    }

    private void measure(
            Drive drive,
            String heap,
            Map<Collector, StartedGateway> gateways,
            double capacity,
            Map<Cell, List<TailWindow>> into,
            StudyProgress progress)
            throws IOException, InterruptedException {
        List<Collector> order = new ArrayList<>(gateways.keySet());
        for (Load load : Load.values()) {
            order.forEach(one -> into.put(new Cell(drive.work, heap, load, one), new ArrayList<>()));
        }
        for (int round = 0; round < plan.rounds; round++) {
            for (Collector collector : order) {
                StartedGateway gateway = gateways.get(collector);
                for (Load load : Load.values()) {
                    if (gateway != null && gateway.process().isAlive()) {
                        into.getOrDefault(new Cell(drive.work, heap, load, collector), new ArrayList<>())
                                .add(window(drive, gateway, capacity * load.share));
                    }
                }
            }
            Collections.rotate(order, 1);
            progress.step(
                    plan.window.multipliedBy((long) order.size() * Load.values().length),
                    "%s, heap %s: round %d of %d".formatted(drive.work.label(), heap, round + 1, plan.rounds));
        }
    }

    private TailWindow window(Drive drive, StartedGateway gateway, double rate)
            throws IOException, InterruptedException {
        long pid = gateway.process().pid();
        GatewayTimer inside = GatewayTimer.read(http, gateway.admin());
        Instant from = Instant.now();
        ProcStat before = ProcStat.ofTree(gateway.process());
        ThreadCpu threads = ThreadCpu.of(pid);
        LoadResult result = drive.open(gateway.address(), rate, plan.window);
        ProcStat after = ProcStat.ofTree(gateway.process());
        double collector = ThreadCpu.of(pid).since(threads).collector();
        JvmRecording.Span span = new JvmRecording.Span(from, Instant.now());
        GatewayTimer now = gateway.process().isAlive() ? GatewayTimer.read(http, gateway.admin()) : inside;
        return new TailWindow(
                span, result, now.since(inside), after.cpuSince(before), collector, after.residentBytes(), UNKNOWN);
    }

    private static Map<Cell, List<TailWindow>> withStops(
            Map<Cell, List<TailWindow>> windows, Map<Collector, StartedGateway> gateways) throws IOException {
        Map<Cell, List<TailWindow>> known = new LinkedHashMap<>();
        for (Map.Entry<Cell, List<TailWindow>> one : windows.entrySet()) {
            StartedGateway gateway = gateways.get(one.getKey().collector());
            if (gateway == null) {
                continue;
            }
            List<JvmRecording.Stops> stops = gateway.recording()
                    .stops(one.getValue().stream().map(TailWindow::span).toList());
            List<TailWindow> seen = new ArrayList<>();
            for (int i = 0; i < stops.size(); i++) {
                seen.add(one.getValue().get(i).with(stops.get(i)));
            }
            known.put(one.getKey(), seen);
        }
        return known;
    }

    /** The load generator with the requests of one work. */
    private record Drive(Work work, Scenario scenario, RequestSource source) {
        LoadResult closed(InetSocketAddress target, Duration length) throws InterruptedException {
            return run(new LoadOptions(
                    List.of(target), work.connections(), 1, 1, null, Duration.ZERO, length, 0, TIMEOUT));
        }

        LoadResult open(InetSocketAddress target, double rate, Duration length) throws InterruptedException {
            String text = BigDecimal.valueOf(Math.max(rate, LEAST_REQUESTS / (length.toMillis() / 1e3)))
                    .setScale(3, RoundingMode.HALF_UP)
                    .toPlainString();
            return run(new LoadOptions(
                    List.of(target),
                    work.connections(),
                    1,
                    1,
                    Arrivals.parse(text, true),
                    Duration.ZERO,
                    length,
                    0,
                    TIMEOUT));
        }

        private LoadResult run(LoadOptions options) throws InterruptedException {
            try (LoadRun run = new LoadRun(scenario, source, options)) {
                return run.run(progress -> {});
            }
        }
    }
}
