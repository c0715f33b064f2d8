package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool before a server that accepts and says nothing. */
class NodePoolTest {
    private static final int MANY = 20_000;

    private ServerSocket server;
    private MultiThreadIoEventLoopGroup group;
    private EventLoop loop;
    private LoopCluster cluster;
    private NodeNames names;

    @BeforeEach
    void start() throws Exception {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        loop = group.next();
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            loop.submit(cluster::close).sync();
            names.close();
        }
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        server.close();
    }

    private void open(String more) throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [http://127.0.0.1:%d], discovery: { enabled: false } %s } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(server.getLocalPort(), more);
        ClusterConfig config = new ConfigLoader(Map.of())
                .parse(yaml, Path.of("target", "test-pool.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
        UpstreamCluster upstream = new UpstreamCluster("test", config, new GatewayMetrics(new SimpleMeterRegistry()));
        names = new NodeNames(
                NioDatagramChannel::new,
                NioSocketChannel::new,
                new SequentialDnsServerAddressStreamProvider(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                loop);
        var allowed = new AllowedAddresses(config.discovery(), upstream.seeds());
        cluster = new LoopCluster(upstream, loop, new Connector(NioSocketChannel::new, names, allowed, config, null));
    }

    /** Gives each connection back unused as soon as it has it. */
    private static final class Fleeting implements ConnectionWaiter {
        private final CountDownLatch served;

        Fleeting(CountDownLatch served) {
            this.served = served;
        }

        @Override
        public void onConnection(UpstreamConnection connection) {
            connection.releaseUnused();
            served.countDown();
        }

        @Override
        public void onNoConnection(UpstreamNode node, Failure failure) {}

        @Override
        public void onThrown(Throwable thrown) {}
    }

    @Test
    void waitersThatGiveTheirConnectionBackAtOnceDoNotStandOnEachOther() throws Exception {
        open(", pool: { maxConnectionsPerNode: 1, maxQueue: 100000 }");
        CountDownLatch served = new CountDownLatch(MANY);
        loop.execute(() -> {
            for (int i = 0; i < MANY; i++) {
                cluster.acquire(new Fleeting(served), List.of());
            }
        });
        assertThat(served.await(30, TimeUnit.SECONDS)).isTrue();
    }
}
