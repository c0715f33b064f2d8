package io.sluice.bench.stub;

import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.Latency;
import io.sluice.bench.stub.service.ServiceTime;
import java.util.List;

/**
 * How a stub is set up.
 *
 * @param host address every node binds
 * @param firstPort port of the first node, the others follow; 0 lets the system choose each
 * @param indices names of the indices there are from the start
 * @param shards shards of each of them
 * @param documentBytes size of the answer to a GET of one document
 * @param service what bulks cost the nodes
 * @param maxContentLength bodies above it are answered with 413, in bytes
 */
public record StubOptions(
        String host,
        int firstPort,
        int nodes,
        int threads,
        String version,
        List<String> indices,
        int shards,
        int documentBytes,
        int maxContentLength,
        Latency latency,
        ServiceTime service,
        List<Fault> faults,
        long seed) {
    private static final int SERVER_MAX_CONTENT_LENGTH = 100 << 20;

    public StubOptions {
        indices = List.copyOf(indices);
        faults = List.copyOf(faults);
        if (nodes < 1 || threads < 1 || shards < 1) {
            throw new IllegalArgumentException("nodes, threads and shards must be at least 1");
        }
        if (shards > 1024) {
            throw new IllegalArgumentException("an index has at most 1024 shards");
        }
    }

    /** A stub on loopback ports of the system's choice, one loop, no latency, no faults. */
    public static StubOptions local(int nodes, List<String> indices, int shards) {
        return new StubOptions(
                "127.0.0.1",
                0,
                nodes,
                1,
                "8.19.4",
                indices,
                shards,
                1024,
                SERVER_MAX_CONTENT_LENGTH,
                Latency.parse("none"),
                ServiceTime.NONE,
                List.of(),
                1);
    }

    /** The same with another latency. */
    public StubOptions withLatency(Latency newLatency) {
        return with(newLatency, service);
    }

    /** The same with nodes that work. */
    public StubOptions withService(ServiceTime newService) {
        return with(latency, newService);
    }

    private StubOptions with(Latency newLatency, ServiceTime newService) {
        return new StubOptions(
                host,
                firstPort,
                nodes,
                threads,
                version,
                indices,
                shards,
                documentBytes,
                maxContentLength,
                newLatency,
                newService,
                faults,
                seed);
    }
}
