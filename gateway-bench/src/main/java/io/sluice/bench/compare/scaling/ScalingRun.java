package io.sluice.bench.compare.scaling;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.NodeHttp;
import io.sluice.bench.net.ProcessCpu;
import io.sluice.bench.proxy.GatewayYaml;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.SluiceProcess;
import io.sluice.bench.proxy.StubProcess;
import io.sluice.bench.proxy.StubShape;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.Workspace;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures all ways before one stub: its gateways are started and warmed up, then all ways are driven one by one in rounds, in a closed
 * loop, the order turned from round to round.
 */
final class ScalingRun {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** What the start of a gateway takes, about; for the estimate. */
    private static final Duration START = Duration.ofSeconds(2);

    private static final int PREPARED = 8;

    private final Plan plan;

    /**
     * What is run before each stub.
     *
     * @param bulk documents in each
     * @param warmup of each way
     */
    record Plan(
            Path distribution,
            int nodes,
            int bulk,
            int connections,
            int rounds,
            Duration window,
            Duration warmup,
            Path directory) {
        /** What one stub takes at least. */
        Duration length() {
            return warmup.plus(START).plus(window.multipliedBy(rounds)).multipliedBy(ScalingWay.values().length);
        }
    }

    /**
     * A stub.
     *
     * @param shards of each index
     * @param service what bulks cost its nodes
     */
    record Behind(int shards, ServiceTime service) {
        String label() {
            return shards + (service.none() ? " shards" : " shards, nodes that work");
        }
    }

    ScalingRun(Plan plan) {
        this.plan = plan;
    }

    /** Measures all ways before one stub; blocks, and leaves nothing running. */
    Map<ScalingWay, List<ScalingWindow>> run(Behind behind, StudyProgress progress)
            throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(plan.directory.resolve(behind.label().replaceAll("\\W+", "-")));
        Scenario scenario = LogDocuments.bulks(LogDocuments.INDICES, plan.bulk, PREPARED, 1);
        StubProcess process = new StubProcess(
                new StubShape(plan.nodes, behind.shards), "768m", List.of("--service", behind.service.text()));
        Map<ScalingWay, Subject> gateways = new EnumMap<>(ScalingWay.class);
        try (Subject stub = process.start(directory);
                RequestSource source = RequestSource.of(scenario, "stub.test")) {
            try (NodeHttp control = new NodeHttp(stub.address())) {
                for (ScalingWay way : ScalingWay.values()) {
                    if (way.loops() > 0) {
                        gateways.put(way, start(way, stub.address(), directory));
                    }
                }
                return measure(behind, new Driven(scenario, source, stub, control, gateways), progress);
            } finally {
                gateways.values().forEach(Subject::close);
            }
        }
    }

    private Subject start(ScalingWay way, InetSocketAddress stub, Path directory)
            throws IOException, InterruptedException {
        String yaml = GatewayYaml.of(way.loops(), "shard", "[]");
        return new SluiceProcess("gateway-" + way.loops(), plan.distribution, yaml)
                .start(stub, new Workspace(directory, ""), null);
    }

    private Map<ScalingWay, List<ScalingWindow>> measure(Behind behind, Driven driven, StudyProgress progress)
            throws IOException, InterruptedException {
        Map<ScalingWay, List<ScalingWindow>> windows = new EnumMap<>(ScalingWay.class);
        for (ScalingWay way : ScalingWay.values()) {
            windows.put(way, new ArrayList<>());
            drive(way, driven, plan.warmup);
            progress.step(plan.warmup.plus(START), behind.label() + ": " + way.label() + " warmed up");
        }
        List<ScalingWay> order = new ArrayList<>(List.of(ScalingWay.values()));
        for (int round = 0; round < plan.rounds; round++) {
            for (ScalingWay way : order) {
                windows.getOrDefault(way, List.of()).add(window(way, driven));
            }
            Collections.rotate(order, 1);
            progress.step(
                    plan.window.multipliedBy(order.size()),
                    "%s: round %d of %d".formatted(behind.label(), round + 1, plan.rounds));
        }
        return windows;
    }

    private ScalingWindow window(ScalingWay way, Driven driven) throws IOException, InterruptedException {
        driven.control.send("DELETE", "/_stub/stats", "");
        ProcStat gatewayBefore = driven.gateway(way);
        ProcStat stubBefore = ProcStat.ofTree(driven.stub.process());
        double generatorBefore = ProcessCpu.ownSeconds();
        long began = System.nanoTime();
        LoadResult result = drive(way, driven, plan.window);
        // Up to the last answer: what is under way when the window ends counts, so its time has to.
        double seconds = (System.nanoTime() - began) / 1e9;
        double generatorCpu = ProcessCpu.ownSeconds() - generatorBefore;
        double gatewayCpu = driven.gateway(way).cpuSince(gatewayBefore);
        double stubCpu = ProcStat.ofTree(driven.stub.process()).cpuSince(stubBefore);
        JsonNode stats = driven.control.send("GET", "/_stub/stats", "");
        long documents = result.recorder().items().succeeded();
        if (documents == 0) {
            throw new IOException("no document was taken with a gateway of " + way.label());
        }
        return new ScalingWindow(
                documents,
                Math.max(1, result.recorder().requests()),
                result.failureShare(),
                seconds,
                gatewayCpu,
                generatorCpu,
                stubCpu,
                sum(stats, "requests"),
                sum(stats, "misrouted"));
    }

    private static long sum(JsonNode stats, String counter) {
        long sum = 0;
        for (JsonNode node : stats.path("nodes")) {
            sum += node.path(counter).asLong();
        }
        return sum;
    }

    private LoadResult drive(ScalingWay way, Driven driven, Duration length) throws InterruptedException {
        LoadOptions options = new LoadOptions(
                driven.targets(way, plan.nodes), plan.connections, 1, 1, null, Duration.ZERO, length, 0, TIMEOUT);
        try (LoadRun run = new LoadRun(driven.scenario, driven.source, options)) {
            return run.run(progress -> {});
        }
    }

    /** What runs while it is measured. */
    private record Driven(
            Scenario scenario,
            RequestSource source,
            Subject stub,
            NodeHttp control,
            Map<ScalingWay, Subject> gateways) {
        List<InetSocketAddress> targets(ScalingWay way, int nodes) {
            Subject gateway = gateways.get(way);
            if (gateway != null) {
                return List.of(gateway.address());
            }
            InetSocketAddress first = stub.address();
            return IntStream.range(0, nodes)
                    .mapToObj(node -> new InetSocketAddress(first.getAddress(), first.getPort() + node))
                    .toList();
        }

        ProcStat gateway(ScalingWay way) {
            Subject gateway = gateways.get(way);
            return gateway == null ? new ProcStat(0, 0, 0) : ProcStat.ofTree(gateway.process());
        }
    }
}
