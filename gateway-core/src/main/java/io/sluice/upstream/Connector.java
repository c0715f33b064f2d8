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
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.tls.HandshakeFailure;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Opens connections to the nodes of one cluster. Safe from any event loop; what it opens belongs to the loop that asked. */
public final class Connector {
    private static final int MAX_HEAD_BYTES = 64 * 1024;
    private static final int CHUNK_BYTES = 256 * 1024;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final ChannelFactory<? extends Channel> channels;
    private final int connectMillis;
    private final boolean verifyHost;
    private final @Nullable SslContext tls;

    /**
     * Makes a connector.
     *
     * @param channels what fits the event loops
     * @param tls null for plain connections
     */
    public Connector(ChannelFactory<? extends Channel> channels, ClusterConfig config, @Nullable SslContext tls) {
        this.channels = channels;
        this.connectMillis =
                (int) Math.min(Integer.MAX_VALUE, config.timeouts().connect().toMillis());
        this.verifyHost = config.tls().verify();
        this.tls = tls;
    }

    void connect(NodePool pool, EventLoop loop) {
        HostPort address = pool.node().address();
        new Bootstrap()
                .group(loop)
                .channelFactory(channels)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initialise(channel, address);
                    }
                })
                .connect(address.host(), address.port())
                .addListener(future -> onConnect(pool, (ChannelFuture) future));
    }

    private void initialise(Channel channel, HostPort address) {
        if (tls != null) {
            SSLEngine engine = tls.newEngine(channel.alloc(), address.host(), address.port());
            if (verifyHost) {
                SSLParameters parameters = engine.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                engine.setSSLParameters(parameters);
            }
            SslHandler handler = new SslHandler(engine);
            handler.setHandshakeTimeoutMillis(connectMillis);
            channel.pipeline().addLast(handler);
        }
        HttpDecoderConfig decoder = new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_HEAD_BYTES)
                .setMaxHeaderSize(MAX_HEAD_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)
                .setAllowPartialChunks(true);
        // in: bytes -> HttpObject; out: HttpObject -> bytes
        channel.pipeline().addLast(new HttpClientCodec(decoder, false, false));
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

    private void onConnect(NodePool pool, ChannelFuture connected) {
        Channel channel = connected.channel();
        if (!connected.isSuccess()) {
            Throwable cause = connected.cause();
            boolean known = cause != null && cause.getMessage() != null;
            pool.connectFailed(failure(pool, known ? String.valueOf(cause.getMessage()) : "unknown"));
        } else if (tls == null) {
            hand(pool, channel);
        } else {
            channel.pipeline()
                    .get(SslHandler.class)
                    .handshakeFuture()
                    .addListener(handshake -> onHandshake(pool, channel, handshake));
            channel.read();
        }
    }

    private void onHandshake(NodePool pool, Channel channel, Future<?> handshake) {
        if (handshake.isSuccess()) {
            channel.pipeline().remove(UntilHandshake.class);
            hand(pool, channel);
        } else {
            channel.close();
            pool.node().handshakeFailed(handshake.cause());
            // Not the exception's message: it may show bytes that the node sent.
            String why = HandshakeFailure.of(handshake.cause()).description();
            pool.connectFailed(failure(pool, why));
        }
    }

    private static void hand(NodePool pool, Channel channel) {
        UpstreamConnection connection = new UpstreamConnection(pool, channel);
        // in: HttpObject
        channel.pipeline().addLast(connection);
        pool.connected(connection);
    }

    private static Failure failure(NodePool pool, String why) {
        return Failure.of(FailureKind.UPSTREAM_CONNECT, "cannot connect to node " + pool.node() + ": " + why);
    }
}
