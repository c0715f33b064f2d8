package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.failure.Failure;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Users of connections that throw, wherever they are called: they are told, their connection is closed, others go on. */
@Tag("slow")
class ThrowingUsersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = loops.next();
    private ServerSocket server;
    private Thread accepting;
    private volatile String answer = OK;
    private LoopCluster pools;
    private NodeNames names;
    private UpstreamNode node;

    /** Where the user's code is called. */
    private enum Call {
        CONNECTION,
        ENCODER,
        NO_CONNECTION,
        HEAD,
        CONTENT,
        READ_COMPLETE,
        WRITABILITY,
        FAILURE
    }

    /** Sends one request, and throws once it is called where the test says. */
    private final class User implements ConnectionWaiter, UpstreamUser {
        private final Call throwing;
        private final List<Throwable> told = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean answered;
        private UpstreamConnection connection;

        private User(Call throwing) {
            this.throwing = throwing;
        }

        private void called(Call call) {
            if (call == throwing) {
                throw new IllegalStateException("thrown by a test");
            }
        }

        @Override
        public void onConnection(UpstreamConnection given) {
            called(Call.CONNECTION);
            connection = given;
            given.begin(this);
            int length = throwing == Call.WRITABILITY ? 4_000_000 : 0;
            DefaultHttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
            head.headers().set("content-length", length);
            if (throwing != Call.ENCODER) {
                given.writeHead(head);
            }
            given.writeBody(Unpooled.wrappedBuffer(new byte[length]));
            given.write(LastHttpContent.EMPTY_LAST_CONTENT);
            given.flush();
            given.read();
        }

        @Override
        public void onNoConnection(UpstreamNode refusing, Failure failure) {
            called(Call.NO_CONNECTION);
        }

        @Override
        public void onResponseHead(HttpResponse head) {
            called(Call.HEAD);
        }

        @Override
        public void onResponseContent(HttpContent content) {
            boolean last = content instanceof LastHttpContent;
            content.release();
            called(Call.CONTENT);
            if (last && throwing != Call.READ_COMPLETE) {
                answered = true;
                connection.release();
            }
        }

        @Override
        public void onResponseReadComplete() {
            called(Call.READ_COMPLETE);
            connection.read();
        }

        @Override
        public void onUpstreamWritabilityChanged() {
            called(Call.WRITABILITY);
        }

        @Override
        public void onUpstreamFailure(Failure failure) {
            called(Call.FAILURE);
        }

        @Override
        public void onThrown(Throwable thrown) {
            told.add(thrown);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        accepting = Thread.ofVirtual().start(this::accept);
        pools = pools(server.getLocalPort());
    }

    private LoopCluster pools(int port) throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: ["http://127.0.0.1:%d"], pool: { maxConnectionsPerNode: 1 } } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(port);
        ClusterConfig config = new ConfigLoader(Map.of())
                .parse(yaml, Path.of("users.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
        UpstreamCluster cluster = new UpstreamCluster("test", config, new GatewayMetrics(new SimpleMeterRegistry()));
        node = cluster.nodes().getFirst();
        names = new NodeNames(
                NioDatagramChannel::new,
                NioSocketChannel::new,
                new SequentialDnsServerAddressStreamProvider(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                loop);
        var allowed = new AllowedAddresses(config.discovery(), cluster.seeds());
        return new LoopCluster(cluster, loop, new Connector(NioSocketChannel::new, names, allowed, config, null));
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            byte[] buffer = new byte[64 * 1024];
            while (socket.getInputStream().read(buffer) > 0) {
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            // The gateway closed the connection.
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        loop.submit(pools::close).get(10, TimeUnit.SECONDS);
        names.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).get(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(
            value = Call.class,
            names = {"CONNECTION", "ENCODER", "HEAD", "CONTENT", "READ_COMPLETE", "WRITABILITY", "FAILURE"})
    void isToldOnceAndItsConnectionIsClosed(Call call) throws Exception {
        answer = call == Call.FAILURE ? "this is not HTTP\r\n\r\n" : call == Call.WRITABILITY ? "" : OK;
        User throwing = new User(call);
        acquire(throwing);

        Awaitility.await().until(() -> throwing.told.size() == 1);
        Awaitility.await().until(() -> node.connections() == 0 && node.inFlight() == 0);
        answer = OK;
        User fine = new User(null);
        acquire(fine);
        Awaitility.await().until(() -> fine.answered);
        assertThat(throwing.told).hasSize(1);
        assertThat(fine.told).isEmpty();
    }

    /** All wait for the one connection that may be opened: each gets it from the one before. */
    @Test
    void doesNotEndTheOneThatHandsItsConnectionOn() throws Exception {
        List<User> users = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            users.add(new User(i % 3 == 1 ? Call.CONNECTION : null));
        }
        onLoop(cluster -> users.forEach(user -> cluster.acquire(user, List.of(), null)));

        Awaitility.await().until(() -> users.stream().allMatch(user -> user.answered || !user.told.isEmpty()));
        for (int i = 0; i < users.size(); i++) {
            assertThat(users.get(i).answered).isEqualTo(i % 3 != 1);
            assertThat(users.get(i).told).hasSize(i % 3 == 1 ? 1 : 0);
        }
        Awaitility.await().until(() -> node.inFlight() == 0 && node.queued() == 0);
    }

    @Test
    void doesNotKeepOthersFromHearingThatThereIsNoConnection() throws Exception {
        server.close();
        // Until it has returned from accept, the socket goes on to listen.
        accepting.join();
        User first = new User(Call.NO_CONNECTION);
        User second = new User(Call.NO_CONNECTION);
        onLoop(cluster -> {
            cluster.acquire(first, List.of(), null);
            cluster.acquire(second, List.of(), null);
        });

        Awaitility.await().until(() -> first.told.size() == 1 && second.told.size() == 1);
        assertThat(node.queued()).isZero();
    }

    @Test
    void isToldOfWhatItsTasksAndDeadlinesThrow() {
        User user = new User(null);
        GuardedLoop guarded = new GuardedLoop(loop, user);
        Runnable task = () -> {
            throw new IllegalStateException("thrown by a test");
        };
        guarded.execute(task);
        guarded.schedule(task, 1);
        loop.execute(() -> guarded.deadline(task).set(System.nanoTime()));

        Awaitility.await().until(() -> user.told.size() == 3);
    }

    private void acquire(User user) throws Exception {
        onLoop(cluster -> cluster.acquire(user, List.of(), null));
    }

    private void onLoop(Consumer<LoopCluster> task) throws Exception {
        loop.submit(() -> task.accept(pools)).get(10, TimeUnit.SECONDS);
    }
}
