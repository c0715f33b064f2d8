package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.PromiseNotifier;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer as frames of an HTTP/2 stream: HttpResponse, HttpContent and ByteBuf become HEADERS and DATA. The buffers are
 * given away. An answer that ends before its request is followed by RST_STREAM with NO_ERROR (RFC 9113, 8.1), one that is cut off
 * by INTERNAL_ERROR, and one that the client has not taken when the stream is closed by CANCEL. On one event loop, for one stream.
 */
public final class StreamAnswers extends ChannelOutboundHandlerAdapter implements AnswerEncoder {
    /** What every client takes in one frame (RFC 9113, 4.2), in bytes. */
    private static final int LONGEST = 1 << 14;

    private final StreamRequests request;
    private boolean toHeadRequest;
    private boolean ended;
    /** The write with which the answer ends, which is done when the client's windows have let all of it go; null before it. */
    private @Nullable ChannelFuture last;

    public StreamAnswers(StreamRequests request) {
        this.request = request;
    }

    @Override
    public void nextAnswers(boolean headRequest) {
        toHeadRequest = headRequest;
    }

    @Override
    public boolean mayContinue() {
        return false;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (ended) {
            ReferenceCountUtil.release(message);
            afterLast(promise);
        } else if (message instanceof HttpResponse head) {
            head(context, head, promise);
        } else if (message instanceof HttpContent part) {
            data(context, part.content(), part instanceof LastHttpContent, promise);
        } else if (message instanceof ByteBuf part) {
            data(context, part, false, promise);
        } else {
            context.write(message, promise);
        }
    }

    private void afterLast(ChannelPromise promise) {
        if (last == null || promise.isVoid()) {
            promise.trySuccess();
        } else {
            PromiseNotifier.cascade(last, promise);
        }
    }

    private void head(ChannelHandlerContext context, HttpResponse head, ChannelPromise promise) {
        boolean interim = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        int status = head.status().code();
        ended = !interim && (toHeadRequest || status == 204 || status == 304);
        var frame = new DefaultHttp2HeadersFrame(headers(head), ended);
        if (!(head instanceof HttpContent whole)) {
            frame(context, frame, promise);
        } else if (interim || ended) {
            whole.release();
            frame(context, frame, promise);
        } else {
            context.write(frame);
            data(context, whole.content(), true, promise);
        }
    }

    private static Http2Headers headers(HttpResponse head) {
        Http2Headers headers =
                new DefaultHttp2Headers(false).status(head.status().codeAsText());
        Iterator<Map.Entry<CharSequence, CharSequence>> all = head.headers().iteratorCharSequence();
        while (all.hasNext()) {
            Map.Entry<CharSequence, CharSequence> header = all.next();
            AsciiString name = AsciiString.of(header.getKey()).toLowerCase();
            if (!StreamHead.OF_CONNECTIONS.contains(name)) {
                headers.add(name, header.getValue());
            }
        }
        return headers;
    }

    private void data(ChannelHandlerContext context, ByteBuf content, boolean isLast, ChannelPromise promise) {
        // A frame counts as taken when all of it is.
        while (content.readableBytes() > LONGEST) {
            context.write(new DefaultHttp2DataFrame(content.readRetainedSlice(LONGEST)));
        }
        ended = isLast;
        frame(context, new DefaultHttp2DataFrame(content, isLast), promise);
    }

    private void frame(ChannelHandlerContext context, Http2StreamFrame frame, ChannelPromise promise) {
        if (ended) {
            last = context.write(frame, promise.unvoid());
        } else {
            context.write(frame, promise);
        }
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        boolean gone = last != null && last.isDone();
        if (!gone || !request.hasEnded()) {
            context.writeAndFlush(new DefaultHttp2ResetFrame(why(gone)));
        }
        context.close(promise);
    }

    private Http2Error why(boolean gone) {
        if (gone) {
            return Http2Error.NO_ERROR;
        }
        return ended ? Http2Error.CANCEL : Http2Error.INTERNAL_ERROR;
    }
}
