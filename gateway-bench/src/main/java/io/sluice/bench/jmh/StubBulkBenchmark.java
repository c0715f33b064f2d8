package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.bench.load.request.PreparedRequest;
import io.sluice.bench.load.request.RequestBuilder;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.stub.bulk.BulkExchange;
import io.sluice.bench.stub.cluster.NodeCounters;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndices;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.http.StubReply;
import io.sluice.bench.stub.service.NodeQueues;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The stub's own work on the bulks of the scenario {@code nginx-logs}, a document: found, placed, counted and answered; without
 * the connection. The answer is read nowhere.
 */
public class StubBulkBenchmark extends BenchmarkBase {
    private static final int DOCUMENTS = 10_000;
    private static final int CHUNK_BYTES = 64 * 1024;

    /** With one node nothing can be misplaced, and nothing is hashed. */
    @Param({"1", "3"})
    int nodes;

    private final List<ByteBuf> chunks = new ArrayList<>();
    private StubCluster cluster;

    @Setup
    public void prepare() throws IOException {
        List<StubNode> all = IntStream.range(0, nodes)
                .mapToObj(i ->
                        new StubNode(i, InetSocketAddress.createUnresolved("localhost", 9200 + i), new NodeCounters()))
                .toList();
        StubIndices indices = new StubIndices(nodes);
        IntStream.range(10, 14).forEach(i -> indices.create("test-" + i, 30));
        cluster = new StubCluster("8.19.4", all, indices, 100 << 20, new NodeQueues(ServiceTime.NONE, all.size()));
        PreparedRequest request = new RequestBuilder(ScenarioReader.read("nginx-logs"), "localhost").next();
        ByteBuf wire = request.wire();
        wire.skipBytes(wire.readableBytes() - request.bodyBytes());
        while (wire.isReadable()) {
            int length = Math.min(CHUNK_BYTES, wire.readableBytes());
            chunks.add(PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(wire, length));
        }
        wire.release();
    }

    @TearDown
    public void release() {
        chunks.forEach(ByteBuf::release);
    }

    /** One bulk. */
    @Benchmark
    @OperationsPerInvocation(DOCUMENTS)
    public int bulk() {
        BulkExchange exchange = new BulkExchange(
                cluster,
                cluster.nodes().get(0),
                new BulkExchange.Defaults(null, null),
                () -> false,
                PooledByteBufAllocator.DEFAULT);
        for (ByteBuf chunk : chunks) {
            exchange.body(chunk);
        }
        StubReply reply = exchange.end();
        int bytes = reply.body().readableBytes();
        reply.body().release();
        return bytes;
    }
}
