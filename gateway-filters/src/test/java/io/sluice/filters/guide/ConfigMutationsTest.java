package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.ConfigRenderer;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a configuration holds, it can be used, or an operator is told in words what is wrong and where. */
@Tag("slow")
class ConfigMutationsTest {

    private static final int MUTANTS_OF_A_FILE = Integer.getInteger("sluice.mutants", 100);
    private static final String AROUND = """
            admin: { enabled: true, bind: "127.0.0.1:0" }
            plugins: { filterTimeout: 5s, blockingThreads: 2 }
            process: { eventLoops: 1, transport: nio, maxRequests: 10, maxBytes: 1MiB, drain: 1s }
            clusters:
              primary:
                nodes: [http://127.0.0.1:9200, http://127.0.0.1:9201]
                discovery: { enabled: true, every: 30s }
                auth: { username: a, password: b }
                pool: { maxConnectionsPerNode: 2, idleTimeout: 45s, acquireTimeout: 2s }
                timeouts: { connect: 1s, response: 60s }
                health: { failures: 3, ejection: 1s, maxEjection: 60s }
                replay: { maxBytes: 64KiB }
            flows:
              default:
                relay: { cluster: primary, bulk: { groupBy: shard, minBytes: 1KiB, retry: { attempts: 2 } } }
                filters:
            %s
            listeners:
              - name: http
                bind: 127.0.0.1:0
                limits: { body: 1MiB, connections: 10 }
                timeouts: { idle: 10s }
                trustedProxies: [10.0.0.0/8]
                routes:
                  - match: { methods: [POST], paths: ["/{index}/_bulk"] }
                    flow: default
                  - flow: default
            """;

    private static final Pattern RAW =
            Pattern.compile("[a-z]\\.[A-Z]\\w*(Exception|Error)|Exception\\b|because \"|\\bline \\d+, column");

    @TempDir
    Path directory;

    private final FilterRegistry registry = FilterRegistry.of(factories());

    private static PluginFactory<?>[] factories() {
        List<PluginFactory<?>> all = new ArrayList<>();
        ServiceLoader.load(FilterFactory.class).forEach(all::add);
        ServiceLoader.load(BulkRouterFactory.class).forEach(all::add);
        return all.toArray(PluginFactory[]::new);
    }

    private static List<String> corpus() throws IOException {
        List<String> files = new ArrayList<>();
        for (String shipped : List.of("gateway.yml", "tenants.yml", "samples/bulks.yml", "samples/limits.yml")) {
            files.add(
                    Files.readString(MarkdownBlock.DOCS.resolveSibling("config").resolve(shipped)));
        }
        try (Stream<Path> pages = Files.list(MarkdownBlock.DOCS.resolve("filters"))) {
            for (Path page : pages.sorted().toList()) {
                for (MarkdownBlock block : MarkdownBlock.of(page)) {
                    if (block.language().equals("yaml")) {
                        files.add(AROUND.formatted(block.text().indent(6)));
                    }
                }
            }
        }
        return files;
    }

    @Test
    void everyMistakeIsReportedInWords() throws IOException {
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        ConfigMutator mutator = new ConfigMutator(new Random(seed));
        Map<String, String> wrong = new TreeMap<>();
        int refused = 0;
        for (String yaml : corpus()) {
            for (int i = 0; i < MUTANTS_OF_A_FILE; i++) {
                String mutant = mutator.mutate(yaml);
                try {
                    load(mutant);
                } catch (ConfigException e) {
                    refused++;
                    doubts(e, mutant).forEach(doubt -> wrong.putIfAbsent(doubt, mutant));
                } catch (RuntimeException | Error e) {
                    wrong.putIfAbsent(e + " at " + e.getStackTrace()[0], mutant);
                }
            }
        }
        assertThat(refused).as("refused, seed %d", seed).isPositive();
        assertThat(wrong).as("seed %d", seed).isEmpty();
    }

    private void load(String yaml) throws ConfigException {
        Loaded<FilterRegistry> loaded = new ConfigLoader(Map.of("SLUICE_HANDLE_KEY", "x"))
                .parse(yaml, directory.resolve("gateway.yml"), plugins -> registry);
        ConfigRenderer.yaml(loaded.config());
        ConfigRenderer.json(loaded.config());
        GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
        try (FilterExecutor executor = new FilterExecutor(1)) {
            FilterServices services =
                    new FilterServices(executor, InstantSource.system(), metrics::filterMeters, directory, Map.of());
            registry.createAll(loaded.config(), services).values().forEach(made -> made.forEach(FilterInstance::close));
        }
    }

    // What is not fit for an operator's eyes: no place, or the text of an exception.
    private static List<String> doubts(ConfigException e, String mutant) {
        List<String> doubts = new ArrayList<>();
        if (e.problems().isEmpty()) {
            doubts.add("refused without a reason");
        }
        for (Problem problem : e.problems()) {
            // A message may repeat what stands in the file.
            boolean nothing = problem.message().endsWith("null") && !mutant.contains("null");
            boolean raw = nothing
                    || RAW.matcher(problem.message()).find()
                    || problem.message().isBlank();
            if (raw || problem.place().line() < 1) {
                doubts.add(problem.toString());
            }
        }
        return doubts;
    }
}
