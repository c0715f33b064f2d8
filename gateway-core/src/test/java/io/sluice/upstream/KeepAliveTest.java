package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;
import io.sluice.config.UpstreamTimeouts;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class KeepAliveTest {
    private static final Duration UNTAKEN = Duration.ofSeconds(70);

    /** What is read of a channel that was given the times. */
    private interface Reading {
        void of(Channel channel);
    }

    private static void open(IoHandlerFactory handlers, Channel channel, Reading reading) throws Exception {
        try (var group = new MultiThreadIoEventLoopGroup(1, handlers)) {
            group.register(channel).sync();
            try {
                KeepAlive.on(channel, UNTAKEN);
                assertThat(channel.config().getOption(ChannelOption.SO_KEEPALIVE))
                        .isTrue();
                reading.of(channel);
            } finally {
                channel.close().sync();
            }
        }
    }

    private static <T> void is(Channel channel, ChannelOption<T> option, T value) {
        assertThat(channel.config().getOption(option)).as(option.name()).isEqualTo(value);
    }

    private static void probes(
            Channel channel,
            ChannelOption<Integer> idle,
            ChannelOption<Integer> between,
            ChannelOption<Integer> count) {
        is(channel, idle, 30);
        is(channel, between, 10);
        is(channel, count, 3);
    }

    @Test
    void epollHasAllTimes() throws Exception {
        Assumptions.assumeTrue(Epoll.isAvailable());
        open(EpollIoHandler.newFactory(), new EpollSocketChannel(), channel -> {
            probes(
                    channel,
                    EpollChannelOption.TCP_KEEPIDLE,
                    EpollChannelOption.TCP_KEEPINTVL,
                    EpollChannelOption.TCP_KEEPCNT);
            is(channel, EpollChannelOption.TCP_USER_TIMEOUT, 70_000);
        });
    }

    @Test
    void ioUringHasAllTimes() throws Exception {
        Assumptions.assumeTrue(IoUring.isAvailable());
        open(IoUringIoHandler.newFactory(), new IoUringSocketChannel(), channel -> {
            probes(
                    channel,
                    IoUringChannelOption.TCP_KEEPIDLE,
                    IoUringChannelOption.TCP_KEEPINTVL,
                    IoUringChannelOption.TCP_KEEPCNT);
            is(channel, IoUringChannelOption.TCP_USER_TIMEOUT, 70_000);
        });
    }

    @Test
    void nioHasTheTimesOfProbes() throws Exception {
        open(NioIoHandler.newFactory(), new NioSocketChannel(), channel -> {
            probes(
                    channel,
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                    NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT));
        });
    }

    @Test
    void requestsMayStallForAsLongAsIsConfigured() {
        assertThat(KeepAlive.untaken(stalling(Duration.ofMinutes(5)))).isEqualTo(Duration.ofMinutes(5));
        assertThat(KeepAlive.untaken(stalling(Duration.ofSeconds(1)))).isEqualTo(Duration.ofMinutes(1));
    }

    private static UpstreamTimeouts stalling(Duration stall) {
        Duration other = Duration.ofSeconds(1);
        return new UpstreamTimeouts(other, other, stall, other);
    }
}
