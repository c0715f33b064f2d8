package io.sluice.bench.bare;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.bench.net.Transport;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * An HTTP/1.1 keep-alive reverse proxy with no feature at all: what Netty itself costs. Each event loop pools its own
 * upstream connections, so nothing crosses threads.
 */
public final class BareProxy implements AutoCloseable {
    private static final int CHUNK_BYTES = 128 * 1024;

    private final EventLoopGroup loops;
    private final Channel listener;

    private BareProxy(EventLoopGroup loops, Channel listener) {
        this.loops = loops;
        this.listener = listener;
    }

    /** Binds {@code listen} (port 0 chooses one) and relays everything to {@code upstream} on {@code threads} loops. */
    public static BareProxy start(InetSocketAddress listen, InetSocketAddress upstream, int threads)
            throws InterruptedException {
        Transport transport = Transport.best();
        EventLoopGroup loops = transport.loops(threads, "bare-proxy");
        FastThreadLocal<ArrayDeque<Channel>> idle = new FastThreadLocal<>() {
            @Override
            protected ArrayDeque<Channel> initialValue() {
                return new ArrayDeque<>();
            }
        };
        Bootstrap connector = new Bootstrap()
                .channel(transport.channel())
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.TCP_NODELAY, true)
                .remoteAddress(upstream)
                .handler(initializer(channel -> channel.pipeline()
                        .addLast(new HttpClientCodec(decoder(), false, false), new UpstreamHandler(idle))));
        try {
            Channel listener = new ServerBootstrap()
                    .group(loops)
                    .channel(transport.serverChannel())
                    .option(ChannelOption.SO_BACKLOG, 1024)
                    .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(initializer(channel -> channel.pipeline()
                            .addLast(new HttpServerCodec(decoder()), new ClientHandler(connector, idle))))
                    .bind(listen)
                    .sync()
                    .channel();
            return new BareProxy(loops, listener);
        } catch (InterruptedException | RuntimeException e) {
            Transport.stop(loops);
            throw e;
        }
    }

    /** The bound address. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Blocks until the listener is closed. */
    public void await() throws InterruptedException {
        listener.closeFuture().sync();
    }

    @Override
    public void close() {
        Transport.stop(loops);
    }

    private static HttpDecoderConfig decoder() {
        return new HttpDecoderConfig().setMaxChunkSize(CHUNK_BYTES);
    }

    private static ChannelInitializer<Channel> initializer(Consumer<Channel> pipeline) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                pipeline.accept(channel);
            }
        };
    }
}
