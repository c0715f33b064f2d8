package io.sluice.bench.indexing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.OnceEach;
import io.sluice.bench.load.request.RequestBuilder;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.ProcStat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Indexes the same documents over each way into a fresh index, round by round, the order turned from round to round, and compares a
 * round's figures with each other only.
 */
public final class IndexingBench {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** In which a gateway learns where the shards of the new index are. */
    private static final long SETTLING_MILLIS = 700;

    private static final Pattern INDEX_OF_LINE = Pattern.compile("\"_index\":\"\\$\\{index}\",?");

    private final Plan plan;
    private final List<Way> ways;
    private int indices;

    /**
     * What to compare, and how.
     *
     * @param nodes HTTP addresses of the cluster
     * @param clusterPid of the process whose tree are the nodes
     * @param ways as {@link Way#parse} reads them; the first is the baseline
     * @param scenario whose first request's lines are the documents; their index is the benchmark's own
     * @param shards of each fresh index, which has no replicas
     * @param bulk documents in a request
     * @param documents in a window, at least one request for each connection
     */
    public record Plan(
            List<InetSocketAddress> nodes,
            long clusterPid,
            List<String> ways,
            Scenario scenario,
            int shards,
            int bulk,
            int documents,
            int connections,
            int rounds) {
        public Plan {
            nodes = List.copyOf(nodes);
            ways = List.copyOf(ways);
            if (nodes.isEmpty() || ways.size() < 2 || rounds < 1 || shards < 1 || bulk < 1 || connections < 1) {
                throw new IllegalArgumentException("a comparison needs a node, two ways, and a round");
            }
        }
    }

    /** The finding in both forms. */
    public record Finding(String table, ArrayNode json) {}

    public IndexingBench(Plan plan) {
        this.plan = plan;
        this.ways = plan.ways.stream().map(way -> Way.parse(way, plan.nodes)).toList();
    }

    /**
     * Runs the whole comparison; blocks, and deletes the indices that it made.
     *
     * @throws IOException if the cluster refuses something, or did not take every document
     */
    public Finding run(Consumer<String> progress) throws IOException, InterruptedException {
        Map<Way, List<IndexingResult>> windows = new LinkedHashMap<>();
        ways.forEach(way -> windows.put(way, new ArrayList<>()));
        try (Cluster cluster = new Cluster(plan.nodes, Cluster.process(plan.clusterPid))) {
            for (Way way : ways) {
                window(way, cluster);
                progress.accept("warmed up " + way.name());
            }
            List<Way> order = new ArrayList<>(ways);
            for (int round = 0; round < plan.rounds; round++) {
                for (Way way : order) {
                    windows.getOrDefault(way, List.of()).add(window(way, cluster));
                }
                Collections.rotate(order, 1);
                progress.accept("round " + (round + 1) + " of " + plan.rounds);
            }
        }
        Report report = new Report(windows);
        return new Finding(report.table(), report.json());
    }

    private IndexingResult window(Way way, Cluster cluster) throws IOException, InterruptedException {
        String index = "sluice-bench-" + ++indices;
        cluster.create(index, plan.shards);
        try {
            drive(way, scenario(index, 1), 1, 1);
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
            int bulks = Math.max(plan.connections, plan.documents / plan.bulk);
            long bytes = cluster.transportBytes();
            ProcStat clusterBefore = cluster.cpu();
            ProcStat gatewayBefore = gateway(way);
            LoadResult result = drive(way, scenario(index, 2), plan.connections, bulks);
            double gatewayCpu = gateway(way).cpuSince(gatewayBefore);
            double clusterCpu = cluster.cpu().cpuSince(clusterBefore);
            long sent = cluster.transportBytes() - bytes;
            long documents = result.recorder().items().succeeded();
            if (documents != (long) bulks * plan.bulk || cluster.count(index) != documents + plan.bulk) {
                throw new IOException("of " + (long) bulks * plan.bulk + " documents that went " + way.name() + " "
                        + documents + " were taken");
            }
            return new IndexingResult(documents, result.seconds(), clusterCpu, gatewayCpu, sent);
        } finally {
            cluster.delete(index);
        }
    }

    private static ProcStat gateway(Way way) {
        ProcessHandle process = way.gateway();
        return process == null ? new ProcStat(0, 0, 0) : ProcStat.ofTree(process);
    }

    private Scenario scenario(String index, long seed) {
        RequestSpec given = plan.scenario.requests().get(0);
        RequestSpec.Lines lines = given.lines();
        if (lines == null) {
            throw new IllegalArgumentException("the scenario " + plan.scenario.name() + " has no lines");
        }
        RequestSpec request = new RequestSpec(
                given.name(),
                given.method(),
                "/" + index + "/_bulk",
                1,
                given.headers(),
                given.auth(),
                given.body(),
                new RequestSpec.Lines(
                        plan.bulk, INDEX_OF_LINE.matcher(lines.template()).replaceAll("")),
                given.gzip(),
                given.expect());
        return new Scenario(plan.scenario.name(), seed, 1, false, plan.scenario.variables(), List.of(request));
    }

    private static LoadResult drive(Way way, Scenario scenario, int connections, int requests)
            throws InterruptedException {
        LoadOptions options =
                new LoadOptions(way.targets(), connections, 1, 1, null, Duration.ZERO, LIMIT, requests, LIMIT);
        String host = Addresses.text(way.targets().get(0));
        try (RequestSource source = new OnceEach(new RequestBuilder(scenario, host), requests);
                LoadRun run = new LoadRun(scenario, source, options)) {
            return run.run(progress -> {});
        }
    }
}
