package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/**
 * Reads the answers of a node, each only after its request was begun: other bytes belong to no answer and are only counted.
 * Informational answers are dropped. Refuses what two readers could frame differently. On one event loop, for one connection.
 */
public final class StrictResponseDecoder extends MessageDecoder {
    private static final int MAX_INTERIM = 64;
    private static final int LENGTH_DIGITS = 18;
    private static final int OK = 200;

    private final WireLimits limits;
    private long unasked;
    private int interim;
    /** The request is a HEAD, so that its answer has no body. */
    private boolean toHeadRequest;

    /** Makes a decoder that awaits nothing. */
    public StrictResponseDecoder(WireLimits limits) {
        super(HeadScanner.Kind.ANSWER, limits, HeldBytes.UNBOUNDED);
        this.limits = limits;
    }

    /** A request is being sent: the next answer is for it. */
    public void requestBegins(boolean headRequest) {
        toHeadRequest = headRequest;
        interim = 0;
        awaitMessage();
    }

    /** Bytes that came while no answer was awaited, or behind the end of one. */
    public long unasked() {
        return unasked;
    }

    @Override
    MessageParser newParser() {
        return new Parser();
    }

    @Override
    HttpMessage newInvalidHead(ByteBuf head) {
        return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_GATEWAY);
    }

    @Override
    void onUnawaited(ByteBuf in) {
        unasked += in.readableBytes();
        in.skipBytes(in.readableBytes());
    }

    // Only servers are asked to ignore empty lines.
    @Override
    void skipEmptyLines(ByteBuf in) {}

    @Override
    boolean isInterim(HttpMessage head, boolean ended) {
        int status = ((HttpResponse) head).status().code();
        if (status >= OK) {
            return false;
        }
        if (status == HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
            throw BadMessageException.syntax("it changes the protocol, which nobody asked for");
        }
        interim++;
        if (interim > MAX_INTERIM) {
            throw BadMessageException.syntax("more than " + MAX_INTERIM + " informational answers come before it");
        }
        return true;
    }

    private static void checkVersion(HttpVersion version) {
        if (version.majorVersion() != 1) {
            throw BadMessageException.syntax("its version is not HTTP/1");
        }
    }

    // RFC 9112, 6.1 and 6.3. Also if no body follows, since the client would get the same headers.
    private static void checkFraming(HttpMessage head) {
        HttpHeaders headers = head.headers();
        List<String> lengths = headers.getAll(HttpHeaderNames.CONTENT_LENGTH);
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            if (codings.size() > 1 || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst())) {
                throw BadMessageException.syntax("its transfer coding is not chunked");
            }
            if (!lengths.isEmpty()) {
                throw BadMessageException.syntax("it has both Content-Length and Transfer-Encoding");
            }
            if (head.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                throw BadMessageException.syntax("it is HTTP/1.0 and has a transfer coding");
            }
        } else if (!lengths.isEmpty()) {
            checkLength(lengths);
        }
    }

    private static void checkLength(List<String> lengths) {
        String length = lengths.getFirst();
        boolean number = !length.isEmpty() && length.length() <= LENGTH_DIGITS;
        for (int i = 0; number && i < length.length(); i++) {
            number = length.charAt(i) >= '0' && length.charAt(i) <= '9';
        }
        if (lengths.size() > 1 || !number) {
            throw BadMessageException.syntax("its Content-Length is not one number");
        }
    }

    /** Netty's decoder of answers. */
    private final class Parser extends HttpResponseDecoder implements MessageParser {
        Parser() {
            super(ParserConfig.of(limits));
        }

        @Override
        protected boolean isContentAlwaysEmpty(HttpMessage message) {
            // Netty asks this before it takes out what it does not need for the framing.
            checkVersion(message.protocolVersion());
            checkFraming(message);
            return toHeadRequest
                    || ((HttpResponse) message).status().code() < OK
                    || super.isContentAlwaysEmpty(message);
        }

        @Override
        protected boolean isSwitchingToNonHttp1Protocol(HttpResponse message) {
            return false;
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
