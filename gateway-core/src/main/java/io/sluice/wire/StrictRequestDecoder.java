package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads the requests of a client one after another: bytes after the end of a request are held until the next one is asked for.
 * Refuses what two readers could frame differently. On one event loop, for one connection.
 */
public final class StrictRequestDecoder extends MessageDecoder {
    private static final ByteBuf HEAD = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("HEAD ", StandardCharsets.US_ASCII).asReadOnly());

    private final WireLimits limits;

    /** Makes a decoder; {@link #next} must be called before the first request. */
    public StrictRequestDecoder(WireLimits limits, HeldBytes budget) {
        super(HeadScanner.Kind.REQUEST, limits, budget);
        this.limits = limits;
    }

    /** The next request is wanted: it is read when it comes, by {@link #readHeld} if it is here already. */
    public void next() {
        awaitMessage();
    }

    /** Continues with the bytes held while no request was wanted. */
    public void readHeld() {
        readOn();
    }

    @Override
    MessageParser newParser() {
        return new Parser(limits);
    }

    @Override
    HttpMessage newInvalidHead(ByteBuf head) {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, asksForHead(head) ? HttpMethod.HEAD : HttpMethod.GET, "/");
    }

    // The answer to such a request has no body, whatever is wrong with the rest.
    private static boolean asksForHead(ByteBuf head) {
        return head.readableBytes() >= HEAD.readableBytes()
                && ByteBufUtil.equals(head, head.readerIndex(), HEAD, HEAD.readerIndex(), HEAD.readableBytes());
    }

    // Held.
    @Override
    void onUnawaited(ByteBuf in) {}

    // RFC 9112, 2.2: older clients send an empty line after a body.
    @Override
    void skipEmptyLines(ByteBuf in) {
        while (in.readableBytes() >= 2
                && in.getByte(in.readerIndex()) == '\r'
                && in.getByte(in.readerIndex() + 1) == '\n') {
            in.skipBytes(2);
        }
    }

    @Override
    boolean isInterim(HttpMessage head, boolean ended) {
        boolean framed = head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                || head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
        if (!ended && !framed) {
            // Netty gives handshakes of early drafts of WebSocket a body of 8 bytes.
            throw BadMessageException.syntax("its body can be read in two ways");
        }
        return false;
    }

    /** Netty's decoder of requests. */
    private static final class Parser extends HttpRequestDecoder implements MessageParser {
        Parser(WireLimits limits) {
            super(ParserConfig.of(limits));
        }

        @Override
        public void parse(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
            decode(context, in, out);
        }

        @Override
        public void close(ChannelHandlerContext context) throws Exception {
            handlerRemoved0(context);
        }
    }
}
