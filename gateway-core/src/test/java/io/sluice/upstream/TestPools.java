package io.sluice.upstream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.failure.Failure;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Pools before a server that accepts connections, and reads and says nothing unless a test does it. */
final class TestPools implements AutoCloseable {
    private final ServerSocket server;
    private final MultiThreadIoEventLoopGroup group;
    private final NodeNames names;
    private final UpstreamCluster upstream;
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<LoopCluster> clusters = new ArrayList<>();

    private TestPools(ServerSocket server, int loops, String more, ChannelFactory<NioSocketChannel> channels)
            throws Exception {
        this.server = server;
        this.group = new MultiThreadIoEventLoopGroup(loops, NioIoHandler.newFactory());
        ClusterConfig config = config(server.getLocalPort(), more);
        this.upstream = new UpstreamCluster("test", config, new GatewayMetrics(new SimpleMeterRegistry()));
        this.names = new NodeNames(
                NioDatagramChannel::new,
                NioSocketChannel::new,
                new SequentialDnsServerAddressStreamProvider(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                group.next());
        var allowed = new AllowedAddresses(config.discovery(), upstream.seeds());
        for (int i = 0; i < loops; i++) {
            EventLoop loop = group.next();
            this.loops.add(loop);
            this.clusters.add(new LoopCluster(upstream, loop, new Connector(channels, names, allowed, config, null)));
        }
    }

    /**
     * Opens the server and pools.
     *
     * @param more what the cluster's section has besides its node
     */
    static TestPools open(int loops, String more) throws Exception {
        return open(loops, more, NioSocketChannel::new);
    }

    static TestPools open(int loops, String more, ChannelFactory<NioSocketChannel> channels) throws Exception {
        return new TestPools(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), loops, more, channels);
    }

    private static ClusterConfig config(int port, String more) throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [http://127.0.0.1:%d], discovery: { enabled: false }, %s } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(port, more);
        return new ConfigLoader(Map.of())
                .parse(yaml, Path.of("target", "test-pool.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
    }

    /** Keeps the connection that it gets. */
    static final class Keeping implements ConnectionWaiter {
        private final CompletableFuture<UpstreamConnection> connection = new CompletableFuture<>();
        private @Nullable ConnectionWait wait;

        @Override
        public void onConnection(UpstreamConnection given) {
            connection.complete(given);
        }

        @Override
        public void onNoConnection(UpstreamNode node, Failure failure) {
            connection.completeExceptionally(
                    new IllegalStateException(failure.kind().name()));
        }

        @Override
        public void onThrown(Throwable thrown) {
            connection.completeExceptionally(thrown);
        }

        /** Comes with the connection, or with the failure's kind as the message of an exception. */
        CompletableFuture<UpstreamConnection> connection() {
            return connection;
        }

        UpstreamConnection get() throws Exception {
            return connection.get(30, TimeUnit.SECONDS);
        }

        /** On its event loop. */
        void cancel() {
            if (wait != null) {
                wait.cancel();
            }
        }
    }

    /** Asks for a connection on an event loop. */
    Keeping ask(int loop, @Nullable InetAddress client) throws Exception {
        Keeping asking = new Keeping();
        onLoop(loop, () -> asking.wait = clusters.get(loop).acquire(asking, List.of(), client));
        return asking;
    }

    /** Does something on an event loop, and waits for its end. */
    void onLoop(int loop, Runnable work) throws Exception {
        loops.get(loop).submit(work).sync();
    }

    ServerSocket server() {
        return server;
    }

    EventLoop loop(int position) {
        return loops.get(position);
    }

    LoopCluster cluster(int position) {
        return clusters.get(position);
    }

    UpstreamNode node() {
        return upstream.nodes().getFirst();
    }

    @Override
    public void close() throws Exception {
        for (int i = 0; i < loops.size(); i++) {
            loops.get(i).submit(clusters.get(i)::close).sync();
        }
        names.close();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        server.close();
    }
}
