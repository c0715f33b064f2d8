package io.sluice.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class MendedEpollTest {

    /** Waits for nothing once its peer has ended, then reads, and answers. */
    private static final class ReadsOn extends ChannelInboundHandlerAdapter {

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                Channel channel = context.channel();
                channel.eventLoop().execute(() -> {
                    channel.read();
                    channel.writeAndFlush(Unpooled.copiedBuffer("still here", US_ASCII));
                    channel.close();
                });
            }
        }
    }

    // Netty's own handler ends the connection: epoll_ctl(..) failed with error(-2): No such file or directory.
    @Test
    void keepsAChannelThatReadsAfterItHasWaitedForNothing() throws Exception {
        assumeTrue(Epoll.isAvailable());
        try (MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, MendedEpoll.newFactory())) {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(EpollServerSocketChannel.class)
                    .childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                    .childHandler(new ReadsOn())
                    .bind(InetAddress.getLoopbackAddress(), 0)
                    .sync()
                    .channel();
            InetSocketAddress address = (InetSocketAddress) server.localAddress();

            try (Socket peer = new Socket(address.getAddress(), address.getPort())) {
                peer.setSoTimeout(10_000);
                peer.shutdownOutput();

                assertThat(new String(peer.getInputStream().readAllBytes(), US_ASCII))
                        .isEqualTo("still here");
            }
        }
    }
}
