package io.sluice.bench.stub;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.sluice.bench.net.Transport;
import io.sluice.bench.stub.cluster.NodeCounters;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndices;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.fault.FaultPlan;
import io.sluice.bench.stub.http.StubBehaviour;
import io.sluice.bench.stub.http.StubPipeline;
import io.sluice.bench.stub.http.StubRouter;
import io.sluice.bench.stub.service.NodeQueues;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A running stub: its nodes listen, each on a port of its own, and share the event loops. */
public final class StubServer implements AutoCloseable {
    private final EventLoopGroup loops;
    private final StubCluster cluster;
    private final FaultPlan faults;

    private StubServer(EventLoopGroup loops, StubCluster cluster, FaultPlan faults) {
        this.loops = loops;
        this.cluster = cluster;
        this.faults = faults;
    }

    /** Binds every node and begins to answer. */
    public static StubServer start(StubOptions options) throws InterruptedException {
        EventLoopGroup loops = Transport.best().loops(options.threads(), "stub");
        try {
            List<Channel> listeners = bind(options, loops);
            List<StubNode> nodes = new ArrayList<>();
            for (Channel listener : listeners) {
                nodes.add(new StubNode(nodes.size(), (InetSocketAddress) listener.localAddress(), new NodeCounters()));
            }
            StubIndices indices = new StubIndices(nodes.size());
            options.indices().forEach(name -> indices.create(name, options.shards()));
            StubCluster cluster = new StubCluster(
                    options.version(),
                    nodes,
                    indices,
                    options.maxContentLength(),
                    new NodeQueues(options.service(), nodes.size()));
            FaultPlan faults = new FaultPlan();
            options.faults().forEach(faults::add);
            StubBehaviour behaviour = new StubBehaviour(
                    new StubRouter(cluster, faults, options.documentBytes(), options.threads()),
                    faults,
                    options.latency(),
                    options.maxContentLength(),
                    new SplittableRandom(options.seed()));
            for (int i = 0; i < nodes.size(); i++) {
                StubPipeline.serve(listeners.get(i), nodes.get(i), behaviour);
            }
            return new StubServer(loops, cluster, faults);
        } catch (InterruptedException | RuntimeException e) {
            Transport.stop(loops);
            throw e;
        }
    }

    /** The cluster it plays. */
    public StubCluster cluster() {
        return cluster;
    }

    /** The faults in force. */
    public FaultPlan faults() {
        return faults;
    }

    @Override
    public void close() {
        Transport.stop(loops);
    }

    /** Every node's listener, bound but not accepting: the ports must be known before the cluster can be described. */
    private static List<Channel> bind(StubOptions options, EventLoopGroup loops) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(Transport.best().serverChannel())
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(512, 4096, 256 * 1024))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new StubPipeline());
        List<Channel> listeners = new ArrayList<>();
        for (int i = 0; i < options.nodes(); i++) {
            int port = options.firstPort() == 0 ? 0 : options.firstPort() + i;
            listeners.add(bootstrap.bind(options.host(), port).sync().channel());
        }
        return listeners;
    }
}
