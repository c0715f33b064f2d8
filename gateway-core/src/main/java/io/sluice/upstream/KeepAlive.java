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
 * not confirmed: its own times are two hours and a quarter of an hour. The machine of a process that hangs goes on to
 * confirm what it has room for; once it has no more, the connection ends as if it were gone.
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
                probe(
                        epoll,
                        EpollChannelOption.TCP_KEEPIDLE,
                        EpollChannelOption.TCP_KEEPINTVL,
                        EpollChannelOption.TCP_KEEPCNT);
                epoll.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, millis);
            }
            case IoUringSocketChannel uring -> {
                probe(
                        uring,
                        IoUringChannelOption.TCP_KEEPIDLE,
                        IoUringChannelOption.TCP_KEEPINTVL,
                        IoUringChannelOption.TCP_KEEPCNT);
                uring.config().setOption(IoUringChannelOption.TCP_USER_TIMEOUT, millis);
            }
            case NioSocketChannel nio ->
                probe(
                        nio,
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT));
            default -> {
                // Another kind of channel has no such times.
            }
        }
    }

    private static void probe(
            Channel channel,
            ChannelOption<Integer> idle,
            ChannelOption<Integer> between,
            ChannelOption<Integer> probes) {
        channel.config().setOption(idle, IDLE_SECONDS);
        channel.config().setOption(between, BETWEEN_SECONDS);
        channel.config().setOption(probes, PROBES);
    }
}
