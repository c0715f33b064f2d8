package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writes the request of an HTTP/2 stream as HTTP/1.1 has it (RFC 9113, 8.3.1), for the decoder that reads all requests: so there
 * is one place that decides what a request is. What HTTP/1.1 could read differently than it was meant ends the stream with
 * PROTOCOL_ERROR; so does the codec with what HTTP/2 does not allow. On one event loop, for one stream.
 */
public final class StreamRequests extends ChannelInboundHandlerAdapter {
    private static final ByteBuf LAST_CHUNK = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("0\r\n\r\n", StandardCharsets.US_ASCII).asReadOnly());

    private final Consumer<BadMessageException> malformed;
    private boolean begun;
    private boolean ended;
    private boolean chunked;

    /** @param malformed told why the head is not valid, after which the stream is reset without an answer */
    public StreamRequests(Consumer<BadMessageException> malformed) {
        this.malformed = malformed;
    }

    /** Whether the whole request has come. */
    boolean hasEnded() {
        return ended;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Http2HeadersFrame frame && !ended) {
            if (begun) {
                // Trailers mean nothing to a server behind the gateway.
                end(context, frame.isEndStream());
            } else {
                begin(context, frame.headers(), frame.isEndStream());
            }
        } else if (message instanceof Http2DataFrame frame && begun && !ended) {
            data(context, frame);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The codec resets the stream with the error that it found; whoever answers is told by the end of the channel.
        if (!(cause instanceof Http2Exception)) {
            context.fireExceptionCaught(cause);
        } else if (!begun) {
            begun = true;
            ended = true;
            malformed.accept(BadMessageException.syntax("the frames of its head are not valid"));
        }
    }

    private void begin(ChannelHandlerContext context, Http2Headers headers, boolean endOfStream) {
        begun = true;
        if (headers instanceof StreamHeads.TooLarge tooLarge) {
            ended = endOfStream;
            // The decoder hands on what is not bytes.
            context.fireChannelRead(tooLarge.toRequest());
            return;
        }
        ByteBuf head = context.alloc().buffer();
        try {
            chunked = StreamHead.write(headers, endOfStream, head);
        } catch (BadMessageException e) {
            head.release();
            ended = true;
            malformed.accept(e);
            context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.PROTOCOL_ERROR));
            context.close();
            return;
        }
        ended = endOfStream;
        context.fireChannelRead(head);
    }

    private void data(ChannelHandlerContext context, Http2DataFrame frame) {
        boolean last = frame.isEndStream();
        ByteBuf content = frame.content();
        int length = content.readableBytes();
        if (length == 0) {
            content.release();
        } else if (chunked) {
            ByteBuf size = context.alloc().buffer(10);
            ByteBufUtil.writeAscii(size, Integer.toHexString(length));
            size.writeShort(HttpConstants.CR << 8 | HttpConstants.LF);
            context.fireChannelRead(size);
            context.fireChannelRead(content);
            context.fireChannelRead(context.alloc().buffer(2).writeShort(HttpConstants.CR << 8 | HttpConstants.LF));
        } else {
            context.fireChannelRead(content);
        }
        end(context, last);
    }

    private void end(ChannelHandlerContext context, boolean last) {
        if (last && !ended) {
            ended = true;
            if (chunked) {
                context.fireChannelRead(LAST_CHUNK.duplicate());
            }
        }
    }
}
