package io.sluice.upstream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringSocketChannel;
import io.sluice.config.UpstreamTimeouts;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;

/**
 * Has the operating system find out within about a minute that a node's machine is gone, whether an answer is awaited or what was sent is
 * not confirmed: its own times are two hours and a quarter of an hour. The machine of a process that hangs goes on to confirm.
 */
final class KeepAlive {
    private static final int IDLE_SECONDS = 30;
    private static final int BETWEEN_SECONDS = 10;
    private static final int PROBES = 3;

    private static final Duration LEAST_UNTAKEN = Duration.ofMinutes(1);

    private KeepAlive() {}

    /** How long a node's machine may take nothing of what was sent before a connection to it ends: no less than requests may stall. */
    static Duration untaken(UpstreamTimeouts timeouts) {
        return timeouts.stall().compareTo(LEAST_UNTAKEN) > 0 ? timeouts.stall() : LEAST_UNTAKEN;
    }

    /**
     * Sets the times of a channel that has not been connected.
     *
     * @param untaken see {@link #untaken}; without effect with NIO
     */
    static void on(Channel channel, Duration untaken) {
        int millis = (int) Math.min(Integer.MAX_VALUE, untaken.toMillis());
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        switch (channel) {
            case EpollSocketChannel epoll -> {
                epoll.config().setOption(EpollChannelOption.TCP_KEEPIDLE, IDLE_SECONDS);
                epoll.config().setOption(EpollChannelOption.TCP_KEEPINTVL, BETWEEN_SECONDS);
                epoll.config().setOption(EpollChannelOption.TCP_KEEPCNT, PROBES);
                epoll.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, millis);
            }
            case IoUringSocketChannel uring -> {
                uring.config().setOption(IoUringChannelOption.TCP_KEEPIDLE, IDLE_SECONDS);
                uring.config().setOption(IoUringChannelOption.TCP_KEEPINTVL, BETWEEN_SECONDS);
                uring.config().setOption(IoUringChannelOption.TCP_KEEPCNT, PROBES);
                uring.config().setOption(IoUringChannelOption.TCP_USER_TIMEOUT, millis);
            }
            case NioSocketChannel nio -> {
                nio.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), IDLE_SECONDS);
                nio.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), BETWEEN_SECONDS);
                nio.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), PROBES);
            }
            default -> {
                // Another kind of channel has no such times.
            }
        }
    }
}
