package io.sluice.bench.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** How sockets are served: epoll where the native library loads, NIO elsewhere. */
public enum Transport {
    EPOLL,
    NIO;

    /** The best transport of this machine. */
    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** Starts {@code threads} daemon event loops; the caller shuts the group down. */
    public EventLoopGroup loops(int threads, String name) {
        IoHandlerFactory handlers = switch (this) {
            case EPOLL -> EpollIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), handlers);
    }

    /** The listening channel's class. */
    public Class<? extends ServerChannel> serverChannel() {
        return switch (this) {
            case EPOLL -> EpollServerSocketChannel.class;
            case NIO -> NioServerSocketChannel.class;
        };
    }

    /** The connecting channel's class. */
    public Class<? extends SocketChannel> channel() {
        return switch (this) {
            case EPOLL -> EpollSocketChannel.class;
            case NIO -> NioSocketChannel.class;
        };
    }

    /** Stops the loops and waits up to two seconds for their channels to close; never call it from one of the loops. */
    public static void stop(EventLoopGroup loops) {
        Future<?> stopped = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        if (!stopped.awaitUninterruptibly(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException("event loops did not stop");
        }
    }
}
