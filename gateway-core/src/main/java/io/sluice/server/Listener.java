package io.sluice.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import io.sluice.api.CidrBlock;
import io.sluice.api.RequestHead;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerTimeouts;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.LoopServices;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.wire.StrictRequestDecoder;
import io.sluice.wire.WireLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Accepts clients at one address, as many as its limits allow. Its own methods are called off the event loops. */
final class Listener implements ListenerContext {
    private static final int BACKLOG = 4096;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final ListenerConfig config;
    private final Shared shared;
    private final Router router;
    private final @Nullable ListenerTls tls;
    private final HeadCheck headCheck;
    private final WireLimits wireLimits;
    private final DateField date = new DateField();
    private final long bodyTimeoutNanos;
    private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final Map<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
    private final LongAdder accepted = new LongAdder();
    private @Nullable Channel channel;
    private boolean displaces;

    /**
     * What all listeners share.
     *
     * @param loops the event loops
     * @param services what the exchanges of each loop share
     * @param stopping whether the gateway is stopping
     */
    record Shared(
            EventLoops loops,
            Map<EventLoop, LoopServices> services,
            Admission admission,
            GatewayMetrics metrics,
            BooleanSupplier stopping) {}

    Listener(ListenerConfig config, Shared shared, Router router, HeadCheck headCheck, @Nullable ListenerTls tls) {
        this.config = config;
        this.shared = shared;
        this.router = router;
        this.headCheck = headCheck;
        this.tls = tls;
        this.wireLimits = new WireLimits(
                config.limits().requestLine().saturatedInt(),
                config.limits().headers().saturatedInt(),
                config.limits().headerCount());
        this.bodyTimeoutNanos = config.timeouts().body().toNanos();
        shared.metrics().gauge("sluice.connections", "open client connections", open::get, "listener", config.name());
        shared.metrics()
                .counter(
                        "sluice.connections.accepted",
                        "accepted connections",
                        accepted::sum,
                        "listener",
                        config.name());
    }

    /**
     * Where all connections that are allowed are open, closes the one that has waited longest for a request, or else the one
     * whose request takes longest, and takes the new one instead of refusing it. Looks at all of them each time, so it is for
     * listeners of few connections. To be called before {@link #bind}.
     */
    void displaceLongest() {
        displaces = true;
    }

    /** Binds the address and accepts. */
    InetSocketAddress bind() throws InterruptedException {
        Channel bound = new ServerBootstrap()
                .group(shared.loops().group())
                .channelFactory(shared.loops().servers())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel child) {
                        accept(child);
                    }
                })
                .bind(config.bind().resolve())
                .sync()
                .channel();
        channel = bound;
        return (InetSocketAddress) bound.localAddress();
    }

    private void accept(Channel child) {
        accepted.increment();
        InetAddress address = ((InetSocketAddress) child.remoteAddress()).getAddress();
        String reason = enter(address);
        child.closeFuture().addListener(closed -> leave(address));
        if (reason != null) {
            refuse(child, reason);
            return;
        }
        if (tls != null) {
            SslHandler handler = tls.context().newHandler(child.alloc());
            handler.setHandshakeTimeoutMillis(config.timeouts().handshake().toMillis());
            new TlsDoor(tls.failures(), date, this::refused).open(child, handler);
        }
        ResponseEncoder encoder = new ResponseEncoder();
        // in: bytes -> HttpRequest, HttpContent
        StrictRequestDecoder decoder =
                new StrictRequestDecoder(wireLimits, shared.admission().unfinished());
        child.pipeline().addLast(decoder);
        // out: HttpResponse, HttpContent, ByteBuf -> bytes
        child.pipeline().addLast(encoder);
        // in: HttpRequest, HttpContent
        child.pipeline().addLast(new ClientConnection(this, child, decoder, encoder, tls != null));
    }

    private @Nullable String enter(InetAddress address) {
        int perAddress = config.limits().connectionsPerAddress();
        int fromThere = perAddress == 0 ? 0 : openByAddress.merge(address, 1, Integer::sum);
        if (open.incrementAndGet() > config.limits().connections() && !(displaces && displaced())) {
            return "more than " + config.limits().connections() + " connections are open";
        }
        return fromThere > perAddress ? "more than " + perAddress + " connections are open from this address" : null;
    }

    private boolean displaced() {
        ClientConnection longest = null;
        for (ClientConnection each : connections) {
            if (longest == null || each.isMoreIdleThan(longest)) {
                longest = each;
            }
        }
        if (longest == null) {
            return false;
        }
        longest.kill();
        return true;
    }

    private void leave(InetAddress address) {
        open.decrementAndGet();
        if (config.limits().connectionsPerAddress() > 0) {
            openByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    private void refuse(Channel child, String reason) {
        Failure failure = Failure.of(FailureKind.OVERLOADED, reason);
        refused(failure);
        if (tls != null) {
            child.close();
            return;
        }
        child.writeAndFlush(PlainAnswer.of(failure, date)).addListener(ChannelFutureListener.CLOSE);
    }

    /** Accepts no more; idle connections are closed, the others after their answer. */
    void stop() {
        if (channel != null) {
            channel.close().syncUninterruptibly();
        }
        connections.forEach(ClientConnection::stop);
    }

    /** Closes all connections, also those with a request under way. */
    void kill() {
        connections.forEach(ClientConnection::kill);
    }

    int openConnections() {
        return open.get();
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public List<CidrBlock> trustedProxies() {
        return config.trustedProxies();
    }

    @Override
    public ListenerTimeouts timeouts() {
        return config.timeouts();
    }

    @Override
    public long bodyTimeoutNanos() {
        return bodyTimeoutNanos;
    }

    @Override
    public long maxBodyBytes() {
        return config.limits().body().bytes();
    }

    @Override
    public HeadCheck headCheck() {
        return headCheck;
    }

    @Override
    public DateField date() {
        return date;
    }

    @Override
    public Admission admission() {
        return shared.admission();
    }

    @Override
    public boolean stopping() {
        return shared.stopping().getAsBoolean();
    }

    @Override
    public HttpExchange exchange(ClientPort client, IncomingRequest incoming) {
        RequestHead head = incoming.head();
        LoopServices services = shared.services().get(client.loop());
        return new HttpExchange(client, router.flowOf(head), java.util.Objects.requireNonNull(services), incoming);
    }

    @Override
    public void refused(Failure failure) {
        shared.metrics().refused(config.name(), failure.kind());
    }

    @Override
    public void threw(String what, Throwable thrown) {
        shared.metrics().internalErrors().report(what, thrown);
    }

    @Override
    public void opened(ClientConnection connection) {
        connections.add(connection);
    }

    @Override
    public void closed(ClientConnection connection) {
        connections.remove(connection);
    }
}
