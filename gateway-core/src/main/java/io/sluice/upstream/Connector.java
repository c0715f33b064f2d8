package io.sluice.upstream;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import io.sluice.failure.LogPace;
import io.sluice.tls.TlsContexts;
import io.sluice.wire.StrictResponseDecoder;
import io.sluice.wire.WireLimits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections to the nodes of one cluster. Safe from any event loop; what it opens belongs to the loop that asked. */
public final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
    private static final WireLimits LIMITS = new WireLimits(16 * 1024, 64 * 1024, 1_000);
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final ChannelFactory<? extends Channel> channels;
    private final NodeNames names;
    private final AllowedAddresses allowed;
    private final int connectMillis;
    private final boolean verifyHost;
    private final Duration untaken;
    private final LogPace noSockets = new LogPace(Duration.ofSeconds(1));
    private final @Nullable SslContext tls;

    /**
     * Makes a connector.
     *
     * @param channels what fits the event loops
     * @param names finds the nodes; stays the caller's
     * @param allowed where nodes may be
     * @param tls null for plain connections
     */
    public Connector(
            ChannelFactory<? extends Channel> channels,
            NodeNames names,
            AllowedAddresses allowed,
            ClusterConfig config,
            @Nullable SslContext tls) {
        this.channels = channels;
        this.names = names;
        this.allowed = allowed;
        this.connectMillis =
                (int) Math.min(Integer.MAX_VALUE, config.timeouts().connect().toMillis());
        this.verifyHost = config.tls().verify();
        this.untaken = KeepAlive.untaken(config.timeouts());
        this.tls = tls;
    }

    /**
     * Begins to open a connection for its owner, which is told on its event loop how that ended: once, within the time for
     * connecting, and never during this call.
     */
    void connect(ConnectionOwner owner, EventLoop loop) {
        Opening opening = new Opening(owner, connectMillis);
        opening.endWith(loop.schedule(opening::late, connectMillis, TimeUnit.MILLISECONDS));
        // What fails at once, a name for instance, would otherwise call back into an owner that is about to count this
        // one.
        loop.execute(() -> opening.run(() -> resolve(opening, loop)));
    }

    private void resolve(Opening opening, EventLoop loop) {
        names.resolve(opening.node().address(), loop)
                .addListener((Future<List<InetSocketAddress>> found) ->
                        opening.run(() -> onAddresses(opening, loop, found)));
    }

    private void onAddresses(Opening opening, EventLoop loop, Future<List<InetSocketAddress>> found) {
        UpstreamNode node = opening.node();
        if (!found.isSuccess()) {
            opening.failed("its name was not found: " + found.cause().getMessage());
            return;
        }
        List<InetSocketAddress> permitted = found.getNow().stream()
                .filter(each -> allowed.permits(node.address(), each.getAddress()))
                .toList();
        if (permitted.isEmpty()) {
            String address = found.getNow().getFirst().getAddress().getHostAddress();
            opening.failed("its address, " + address + ", is outside of discovery.allow");
        } else if (!opening.isOver()) {
            open(opening, loop, new Candidates(node.inOrder(permitted).iterator(), connectMillis / permitted.size()));
        }
    }

    /**
     * The addresses of a node that were not tried yet.
     *
     * @param millisEach how long to wait for each but the last, which has the rest of the time
     */
    private record Candidates(Iterator<InetSocketAddress> left, int millisEach) {}

    private void open(Opening opening, EventLoop loop, Candidates candidates) {
        InetSocketAddress address = candidates.left().next();
        int millis = candidates.left().hasNext() ? Math.max(1, candidates.millisEach()) : connectMillis;
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channelFactory(channels)
                .disableResolver()
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initialise(channel, opening.node().address());
                    }
                })
                .connect(address);
        if (connected.isDone() && !connected.channel().isRegistered()) {
            // Without a socket the channel can neither be closed nor call back on this loop.
            onNoSocket(opening, String.valueOf(connected.cause().getMessage()));
            return;
        }
        opening.closeWhenOver(connected.channel());
        connected.addListener(future -> opening.run(() -> {
            if (!future.isSuccess() && candidates.left().hasNext() && !opening.isOver()) {
                open(opening, loop, candidates);
            } else {
                onConnect(opening, address, (ChannelFuture) future);
            }
        }));
    }

    private void onNoSocket(Opening opening, String why) {
        long unlogged = noSockets.next(System.nanoTime());
        if (unlogged >= 0) {
            LOG.atError()
                    .addKeyValue("node", opening.node())
                    .addKeyValue("reason", why)
                    .addKeyValue("unlogged", unlogged)
                    .log("no socket for a connection to a node; are file descriptors used up?");
        }
        opening.withoutSocket(why);
    }

    private void initialise(Channel channel, HostPort address) {
        KeepAlive.on(channel, untaken);
        if (tls != null) {
            SslHandler handler = TlsContexts.handler(tls, channel.alloc(), address.host(), address.port(), verifyHost);
            handler.setHandshakeTimeoutMillis(connectMillis);
            TlsContexts.add(channel.pipeline(), handler);
        }
        // in: bytes -> HttpResponse, HttpContent
        channel.pipeline().addLast(new StrictResponseDecoder(LIMITS));
        // out: HttpRequest, HttpContent, ByteBuf -> bytes
        channel.pipeline().addLast(new HttpRequestEncoder());
        if (tls != null) {
            channel.pipeline().addLast(new UntilHandshake());
        }
    }

    /** The handshake's future tells why it failed; Netty would log the exception too, with bytes that the node sent. */
    private static final class UntilHandshake extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private void onConnect(Opening opening, InetSocketAddress address, ChannelFuture connected) {
        Channel channel = connected.channel();
        if (!connected.isSuccess()) {
            Throwable cause = connected.cause();
            opening.failed(String.valueOf(cause == null ? null : cause.getMessage()));
            return;
        }
        opening.node().reachedAt(address);
        if (tls == null) {
            opening.opened(channel);
        } else {
            opening.handshakes();
            channel.pipeline()
                    .get(SslHandler.class)
                    .handshakeFuture()
                    .addListener(handshake -> opening.run(() -> onHandshake(opening, channel, handshake)));
            channel.read();
        }
    }

    private static void onHandshake(Opening opening, Channel channel, Future<?> handshake) {
        if (handshake.isSuccess()) {
            channel.pipeline().remove(UntilHandshake.class);
            opening.opened(channel);
        } else {
            opening.handshakeFailed(handshake.cause());
        }
    }
}
