package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers clients whose connection is refused without TLS, and ends the connection so that the answer arrives although nobody reads the
 * request. Only so many connections are open for that at a time; the others are closed at once, and may lose their answer. Safe from any thread.
 */
final class GentleEnds {
    private static final int MOST = 64;
    private static final long LINGER_SECONDS = 1;

    private final AtomicInteger open = new AtomicInteger();

    /** @param answer given away */
    void answer(Channel child, ByteBuf answer) {
        boolean gentle = open.incrementAndGet() <= MOST;
        child.closeFuture().addListener(closed -> open.decrementAndGet());
        if (!gentle) {
            child.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        // in: bytes -> nothing
        child.pipeline().addLast(new Discarding());
        child.eventLoop()
                .schedule(
                        () -> {
                            child.close();
                        },
                        LINGER_SECONDS,
                        TimeUnit.SECONDS);
        child.writeAndFlush(answer).addListener(written -> {
            if (written.isSuccess()) {
                OutputEnd.reach(child, child::read, child::close);
            } else {
                child.close();
            }
        });
    }

    /** Reads what nobody looks at, until the connection is closed. */
    private static final class Discarding extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.read();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
