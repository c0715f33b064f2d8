package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.sluice.wire.BadMessageException.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of all streams of a connection of HTTP/2. A head that is too large is read to its end, as later ones refer to its
 * headers, and comes to its stream as {@link TooLarge}: Netty would reset the stream, or end the connection. On its event loop.
 */
public final class StreamHeads extends DefaultHttp2HeadersDecoder {
    /** A head that is so many times as long as heads may be, while it is still compressed, ends its connection. */
    private static final int MOST_TIMES = 4;
    /** So many bytes are always held, whatever a head may be. */
    private static final long LEAST_BOUND = 64 * 1024;

    private final WireLimits limits;
    /** What is kept of the head that is being read; null between two. */
    private @Nullable Http2Headers kept;

    public StreamHeads(WireLimits limits) {
        super(true, limits.listBytes());
        this.limits = limits;
    }

    // It is held until it is complete.
    @Override
    public long maxHeaderListSizeGoAway() {
        return Math.max(LEAST_BOUND, (long) MOST_TIMES * limits.headBytes());
    }

    @Override
    protected Http2Headers newHeaders() {
        Http2Headers made = super.newHeaders();
        kept = made;
        return made;
    }

    @Override
    public Http2Headers decodeHeaders(int stream, ByteBuf block) throws Http2Exception {
        try {
            return super.decodeHeaders(stream, block);
        } catch (Http2Exception.HeaderListSizeException e) {
            return tooLarge(kept);
        } finally {
            kept = null;
        }
    }

    private TooLarge tooLarge(@Nullable Http2Headers begin) {
        CharSequence method = begin == null ? null : begin.method();
        boolean head = method != null && HttpMethod.HEAD.asciiName().contentEquals(method);
        // Pseudo-headers are the first: the path is missing if there was no room for it.
        BadMessageException fault = begin == null || begin.path() != null
                ? new BadMessageException(
                        Fault.FIELDS_TOO_LARGE, "the headers are larger than " + limits.fieldBytes() + " bytes")
                : new BadMessageException(
                        Fault.LINE_TOO_LONG, "the first line is longer than " + limits.lineBytes() + " bytes");
        return new TooLarge(head ? HttpMethod.HEAD : HttpMethod.GET, fault);
    }

    /** A head that was too large to be kept: what the codec asks of every head, and what is wrong with it. */
    static final class TooLarge extends DefaultHttp2Headers {
        private final HttpMethod method;
        private final BadMessageException fault;

        TooLarge(HttpMethod method, BadMessageException fault) {
            this.method = method;
            this.fault = fault;
            method(method.asciiName()).scheme("https").path("/");
        }

        /** As the decoder of HTTP/1.1 tells of such a head. */
        HttpRequest toRequest() {
            HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, "/");
            request.setDecoderResult(DecoderResult.failure(fault));
            return request;
        }
    }
}
