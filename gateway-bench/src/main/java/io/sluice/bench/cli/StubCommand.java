package io.sluice.bench.cli;

import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.bench.stub.cluster.BraceNames;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.Latency;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench stub}: runs the stub until the process is stopped. */
@Command(
        name = "stub",
        mixinStandardHelpOptions = true,
        description = "Runs a server that speaks like Elasticsearch and stores nothing.",
        footer = {
            "",
            "GET /_stub/stats reads the counters, DELETE resets them.",
            "POST /_stub/faults {\"kind\":\"status-503\",\"rate\":0.5,\"count\":10,\"node\":\"node-1\",\"path\":\"/_bulk\"}",
            "puts a fault in force, GET lists them, DELETE ends them."
        })
final class StubCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to bind (${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--port", defaultValue = "0", description = "Port of the first node; 0 chooses each.")
    private int port;

    @Option(names = "--nodes", defaultValue = "1", description = "Nodes, a port each (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--threads", defaultValue = "1", description = "Event loops (${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--server-version", defaultValue = "8.19.4", description = "Version to claim (${DEFAULT-VALUE}).")
    private String version;

    @Option(
            names = "--index",
            defaultValue = "test-1{0..3}",
            description = "Index names; {0..3} counts (${DEFAULT-VALUE}). May be repeated.")
    private List<String> indices;

    @Option(names = "--shards", defaultValue = "1", description = "Shards of each index (${DEFAULT-VALUE}).")
    private int shards;

    @Option(
            names = "--doc-bytes",
            defaultValue = "1024",
            description = "Size of the answer to GET /{index}/_doc/{id} (${DEFAULT-VALUE}).")
    private int documentBytes;

    @Option(
            names = "--max-content-length",
            defaultValue = "104857600",
            description = "Bodies above it answer 413, bytes (${DEFAULT-VALUE}).")
    private int maxContentLength;

    @Option(
            names = "--latency",
            defaultValue = "none",
            description = "none, fixed:5ms, uniform:1ms,9ms, exponential:5ms, lognormal:5ms,0.5 (${DEFAULT-VALUE}).")
    private String latency;

    @Option(
            names = "--service",
            defaultValue = "none",
            description = {
                "none, or what bulks cost nodes that have workers and a queue, beyond which they answer 429:",
                "request=200us,document=20us,byte=5ns,workers=2,queue=1000, where byte is of what a node sends on (${DEFAULT-VALUE})."
            })
    private String service;

    @Option(names = "--fault", description = "kind=rate, for example item-429=0.01, status-503=0.001. May be repeated.")
    private List<String> faults = List.of();

    @Option(names = "--seed", defaultValue = "1", description = "Seed of latency and faults (${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws InterruptedException {
        StubOptions options = new StubOptions(
                host,
                port,
                nodes,
                threads,
                version,
                indices.stream()
                        .flatMap(name -> BraceNames.expand(name).stream())
                        .toList(),
                shards,
                documentBytes,
                maxContentLength,
                Latency.parse(latency),
                ServiceTime.parse(service),
                faults.stream().map(Fault::parse).toList(),
                seed);
        try (StubServer stub = StubServer.start(options)) {
            PrintWriter out = spec.commandLine().getOut();
            stub.cluster().nodes().forEach(node -> out.println(node.name() + " listening on " + node.publishAddress()));
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
