package io.sluice.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A socket that accepts, and the listener that its connections go to, which may become another one. Opened and closed off the event
 * loops.
 */
final class ListeningSocket {
    private static final int BACKLOG = 4096;
    /** What a client may leave untaken before no more is written to it, in bytes. */
    static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);
    /**
     * What the kernel takes beyond what it has sent, in bytes. Without a bound it takes megabytes, and a client that reads slowly all the
     * time seems to take nothing for many seconds.
     */
    private static final long UNSENT = 128 * 1024;

    private final Channel channel;
    private volatile Listener listener;

    private ListeningSocket(EventLoops loops, HostPort bind, Listener listener) throws InterruptedException {
        this.listener = listener;
        this.channel = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(loops.servers())
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
                        if (child instanceof EpollSocketChannel epoll) {
                            epoll.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT);
                        }
                        ListeningSocket.this.listener.accept(child);
                    }
                })
                .bind(bind.resolve())
                .sync()
                .channel();
    }

    /**
     * Binds the address and accepts.
     *
     * @param listener gets the connections until there is another
     * @throws IOException if the address cannot be bound
     */
    static ListeningSocket open(EventLoops loops, HostPort bind, Listener listener)
            throws IOException, InterruptedException {
        try {
            return new ListeningSocket(loops, bind, listener);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // Netty throws an IOException that its method does not declare.
            throw BindFailure.of(listener.name(), bind, e);
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** New connections go to another listener. */
    void leadTo(Listener other) {
        listener = other;
    }

    /** Accepts no more. */
    void close() {
        channel.close().syncUninterruptibly();
    }
}
