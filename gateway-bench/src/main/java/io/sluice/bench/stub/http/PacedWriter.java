package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Writes an answer in ten pieces a second. Owns the body; runs on the channel's event loop. */
final class PacedWriter {
    private static final int PIECES_PER_SECOND = 10;

    private final ChannelHandlerContext ctx;
    private final ByteBuf body;
    private final int pieceBytes;
    private boolean ended;

    PacedWriter(ChannelHandlerContext ctx, ByteBuf body, int bytesPerSecond) {
        this.ctx = ctx;
        this.body = body;
        this.pieceBytes = Math.max(1, bytesPerSecond / PIECES_PER_SECOND);
    }

    /** Sends the first byte of a status line past the codec. */
    static ChannelFuture firstByte(ChannelHandlerContext ctx) {
        ChannelHandlerContext codec = ctx.pipeline().context(HttpServerCodec.class);
        return codec.writeAndFlush(Unpooled.wrappedBuffer("H".getBytes(StandardCharsets.US_ASCII)));
    }

    /** Writes the head now and the body by and by; {@code then} runs with the last piece. */
    void start(HttpResponse head, Runnable then) {
        ctx.writeAndFlush(head);
        piece(then);
    }

    /** Gives the rest up; the channel is gone. */
    void cancel() {
        if (!ended) {
            ended = true;
            body.release();
        }
    }

    private void piece(Runnable then) {
        if (ended) {
            return;
        }
        ByteBuf next = body.readRetainedSlice(Math.min(pieceBytes, body.readableBytes()));
        if (body.isReadable()) {
            ctx.writeAndFlush(new DefaultHttpContent(next));
            ctx.executor().schedule(() -> piece(then), 1000 / PIECES_PER_SECOND, TimeUnit.MILLISECONDS);
            return;
        }
        ctx.writeAndFlush(new DefaultLastHttpContent(next));
        cancel();
        then.run();
    }
}
