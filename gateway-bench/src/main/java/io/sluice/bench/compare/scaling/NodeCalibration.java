package io.sluice.bench.compare.scaling;

import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.indexing.Cluster;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.OnceEach;
import io.sluice.bench.load.request.RequestBuilder;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.stats.LeastSquares;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Finds what bulks cost a real node: two nodes on this machine, all shards on the first. Bulks of two lengths into indices of
 * few and of many shards go to it straight; from their CPU time the costs of a request, a shard and a document follow by least
 * squares. The long bulks go to the second node too, which has to forward them: what both nodes take beyond what the first took
 * alone is the cost of the forwarded bytes. Each round does all of it, and finds costs of its own.
 */
public final class NodeCalibration {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration WINDOW = Duration.ofMillis(1500);
    private static final int CONNECTIONS = 4;
    /** In a window: short bulks tell their cost with fewer documents. */
    private static final int MOST_BULKS = 120;

    /** The granularity of a system's CPU time, seconds; a window that used less counts as this much. */
    private static final double TICK = 0.01;

    private final Plan plan;
    private long seed = 1;

    /**
     * What is done.
     *
     * @param nodes HTTP addresses of two nodes of a cluster, each a process of its own on this machine
     * @param warmup rounds that do not count, before the others
     * @param documents in each window of long bulks
     * @param bulks documents in a bulk, the shorter first
     * @param shards of each index, the fewer first
     */
    public record Plan(
            List<InetSocketAddress> nodes,
            int warmup,
            int rounds,
            int documents,
            List<Integer> bulks,
            List<Integer> shards) {
        public Plan {
            nodes = List.copyOf(nodes);
            bulks = List.copyOf(bulks);
            shards = List.copyOf(shards);
            if (nodes.size() != 2 || rounds < 1 || bulks.size() != 2 || shards.size() != 2) {
                throw new IllegalArgumentException(
                        "a calibration needs two nodes, two bulks, two numbers of shards, a round");
            }
        }

        /** As little as shows that it works. */
        public static Plan smoke(List<InetSocketAddress> nodes) {
            return new Plan(nodes, 1, 1, 2000, List.of(50, 500), List.of(1, 3));
        }

        /** Two lengths and two numbers of shards straight, the long bulks forwarded too. */
        int windows() {
            return bulks.size() * shards.size() + shards.size();
        }
    }

    /** Bulks of one length into indices of one number of shards. */
    private record Load(int bulk, int shards) {
        List<String> indices() {
            return LogDocuments.INDICES.stream()
                    .map(name -> name + "-" + shards)
                    .toList();
        }

        /** Shards of all indices together of which a bulk has documents, mean. */
        double touched() {
            double all = (double) shards * LogDocuments.INDICES.size();
            return all * (1 - Math.pow(1 - 1 / all, bulk));
        }
    }

    public NodeCalibration(Plan plan) {
        this.plan = plan;
    }

    /** Runs it; blocks, and deletes the indices that it made. */
    public CalibratedNode run(Consumer<String> lines) throws IOException, InterruptedException {
        Machine machine = Machine.now();
        StudyProgress progress =
                new StudyProgress(WINDOW.multipliedBy((long) plan.windows() * (plan.rounds + plan.warmup)), lines);
        List<NodeCost> costs = new ArrayList<>();
        try (Cluster holder = Cluster.ofNode(plan.nodes.get(0));
                Cluster other = Cluster.ofNode(plan.nodes.get(1))) {
            String name = holder.nodeName();
            List<String> indices = new ArrayList<>();
            try {
                for (int shards : plan.shards) {
                    for (String index : new Load(0, shards).indices()) {
                        indices.add(index);
                        holder.create(index, shards, name);
                    }
                }
                for (int round = 0; round < plan.warmup + plan.rounds; round++) {
                    NodeCost found = round(holder, other);
                    boolean counts = round >= plan.warmup;
                    if (counts) {
                        costs.add(found);
                    }
                    progress.step(
                            WINDOW.multipliedBy(plan.windows()),
                            String.format(
                                    Locale.ROOT,
                                    "%s: %.1f µs a document, %.1f ns a forwarded byte",
                                    counts ? "round " + (round - plan.warmup + 1) + " of " + plan.rounds : "warm-up",
                                    found.document() * 1e6,
                                    found.forwardedByte() * 1e9));
                }
            } finally {
                holder.delete(String.join(",", indices) + "?ignore_unavailable=true");
            }
        }
        return CalibratedNode.of(machine, costs);
    }

    private NodeCost round(Cluster holder, Cluster other) throws IOException, InterruptedException {
        List<double[]> amounts = new ArrayList<>();
        List<Double> totals = new ArrayList<>();
        double forwarding = 0;
        double forwarded = 0;
        for (int shards : plan.shards) {
            for (int bulk : plan.bulks) {
                Load load = new Load(bulk, shards);
                double straight = window(load, plan.nodes.get(0), holder, other);
                amounts.add(new double[] {1, load.touched(), bulk});
                totals.add(straight);
                if (bulk == plan.bulks.get(1)) {
                    forwarding += window(load, plan.nodes.get(1), holder, other) - straight;
                    forwarded += bulk * LogDocuments.BYTES;
                }
            }
        }
        double[] found = LeastSquares.costs(
                amounts.toArray(new double[0][]),
                totals.stream().mapToDouble(Double::doubleValue).toArray());
        return new NodeCost(found[0], found[1], found[2], Math.max(0, forwarding / forwarded));
    }

    /** CPU seconds of both nodes for a bulk. */
    private double window(Load load, InetSocketAddress target, Cluster holder, Cluster other)
            throws IOException, InterruptedException {
        int bulks = Math.min(MOST_BULKS, Math.max(CONNECTIONS, plan.documents / load.bulk));
        Scenario scenario = LogDocuments.bulks(load.indices(), load.bulk, 1, seed++);
        LoadOptions options =
                new LoadOptions(List.of(target), CONNECTIONS, 1, 1, null, Duration.ZERO, LIMIT, bulks, LIMIT);
        try (RequestSource source = new OnceEach(new RequestBuilder(scenario, Addresses.text(target)), bulks);
                LoadRun run = new LoadRun(scenario, source, options)) {
            ProcStat holderBefore = holder.cpu();
            ProcStat otherBefore = other.cpu();
            LoadResult result = run.run(progress -> {});
            double cpu = holder.cpu().cpuSince(holderBefore) + other.cpu().cpuSince(otherBefore);
            long taken = result.recorder().items().succeeded();
            if (taken != (long) bulks * load.bulk) {
                throw new IOException("of %d documents the cluster took %d".formatted((long) bulks * load.bulk, taken));
            }
            return Math.max(cpu, TICK) / bulks;
        }
    }
}
