package io.sluice.server;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.sluice.config.ProcessConfig;
import io.sluice.config.ProcessConfig.Transport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event loops and the kinds of channels that fit them.
 *
 * @param group the loops
 * @param transport the chosen transport, never AUTO
 * @param servers makes channels that accept
 * @param clients makes channels that connect
 * @param datagrams makes channels for datagrams
 */
record EventLoops(
        MultiThreadIoEventLoopGroup group,
        Transport transport,
        ChannelFactory<? extends ServerChannel> servers,
        ChannelFactory<? extends SocketChannel> clients,
        ChannelFactory<? extends DatagramChannel> datagrams) {

    /**
     * Starts the loops.
     *
     * @throws IllegalStateException if the transport that was asked for does not work on this machine
     */
    static EventLoops start(ProcessConfig config) {
        int count = config.eventLoops() == 0 ? NettyRuntime.availableProcessors() : config.eventLoops();
        return start(config.transport(), count, "sluice-loop");
    }

    /**
     * Starts some loops.
     *
     * @param threads their threads' name
     * @throws IllegalStateException if the transport that was asked for does not work on this machine
     */
    static EventLoops start(Transport asked, int count, String threads) {
        Transport chosen = asked == Transport.AUTO ? Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO : asked;
        return switch (chosen) {
            case EPOLL -> {
                check(chosen, Epoll.isAvailable(), Epoll.unavailabilityCause());
                yield new EventLoops(
                        group(count, threads, MendedEpoll.newFactory()),
                        chosen,
                        EpollServerSocketChannel::new,
                        EpollSocketChannel::new,
                        EpollDatagramChannel::new);
            }
            case IO_URING -> {
                check(chosen, IoUring.isAvailable(), IoUring.unavailabilityCause());
                yield new EventLoops(
                        group(count, threads, IoUringIoHandler.newFactory()),
                        chosen,
                        IoUringServerSocketChannel::new,
                        IoUringSocketChannel::new,
                        IoUringDatagramChannel::new);
            }
            case NIO, AUTO ->
                new EventLoops(
                        group(count, threads, NioIoHandler.newFactory()),
                        chosen,
                        NioServerSocketChannel::new,
                        NioSocketChannel::new,
                        NioDatagramChannel::new);
        };
    }

    /** Why a transport does not work on this machine, or null if it does. */
    static @Nullable String obstacle(Transport transport) {
        Throwable cause = switch (transport) {
            case EPOLL -> Epoll.unavailabilityCause();
            case IO_URING -> IoUring.unavailabilityCause();
            case AUTO, NIO -> null;
        };
        return cause == null ? null : "the transport does not work on this machine: " + firstLine(cause);
    }

    private static String firstLine(Throwable cause) {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    private static void check(Transport transport, boolean available, Throwable cause) {
        if (!available) {
            throw new IllegalStateException("transport " + transport + " does not work on this machine", cause);
        }
    }

    private static MultiThreadIoEventLoopGroup group(int count, String threads, IoHandlerFactory handlers) {
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(threads), handlers);
    }

    /** The loops one by one. */
    List<EventLoop> all() {
        List<EventLoop> loops = new ArrayList<>();
        for (EventExecutor executor : group) {
            loops.add((EventLoop) executor);
        }
        return loops;
    }
}
