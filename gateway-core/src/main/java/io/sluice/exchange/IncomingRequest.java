package io.sluice.exchange;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.function.Function;

/**
 * A request head as it was decoded and found valid. Hop-by-hop headers are removed; the flags hold their meaning. On the
 * connection's event loop.
 */
public final class IncomingRequest {
    private static final long UNKNOWN = -1;
    private static final long SHORT_BYTES = 64 * 1024;

    private final RequestId id;
    private final HttpRequest request;
    private final RequestHead head;
    private final Origin origin;
    private final boolean keepAlive;
    private final boolean oldClient;
    private final long length;
    private boolean continueExpected;
    private boolean prefersGzip;

    /**
     * Takes over a decoded request: its headers are stripped here.
     *
     * @param id names the request
     * @param target the request's target, in origin-form
     * @param forwarding says where the request came from, and writes that into the stripped headers
     */
    public IncomingRequest(
            RequestId id, HttpRequest request, RequestTarget target, Function<HttpHeaders, Origin> forwarding) {
        HttpHeaders headers = request.headers();
        this.id = id;
        this.request = request;
        this.keepAlive = HttpUtil.isKeepAlive(request);
        this.oldClient = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        this.continueExpected = HttpUtil.is100ContinueExpected(request);
        this.length = HttpUtil.isTransferEncodingChunked(request) ? UNKNOWN : HttpUtil.getContentLength(request, 0L);
        HopByHop.strip(headers);
        headers.remove(HttpHeaderNames.EXPECT);
        this.origin = forwarding.apply(headers);
        this.head = new RequestHead(request.method().name(), target, new NettyHeaders(headers));
    }

    RequestId id() {
        return id;
    }

    /** The head, without hop-by-hop headers. */
    public RequestHead head() {
        return head;
    }

    Origin origin() {
        return origin;
    }

    /** Whether the client wants the connection kept. */
    boolean keepAlive() {
        return keepAlive;
    }

    /** Whether the client speaks HTTP/1.0, so that chunked answers are not for it. */
    boolean oldClient() {
        return oldClient;
    }

    boolean isHead() {
        return request.method().equals(HttpMethod.HEAD);
    }

    /** Whether the client waits for 100 Continue; after that no longer. */
    boolean takeContinueExpected() {
        boolean expected = continueExpected;
        continueExpected = false;
        return expected;
    }

    /** Whether the client still waits for 100 Continue. */
    boolean continueExpected() {
        return continueExpected;
    }

    /** Whether the body is on its way and so short that reading it to its end costs less than another connection. */
    boolean endsSoon() {
        return !continueExpected && length >= 0 && length <= SHORT_BYTES;
    }

    /** The body's length in bytes as the head says it; -1 if it does not. */
    long length() {
        return length;
    }

    /** Whether an answer that the gateway encodes is compressed with gzip. */
    boolean prefersGzip() {
        return prefersGzip;
    }

    /** Filters may look into the answer: the node is asked for no coding that cannot be undone here. */
    void acceptOnlyGzip() {
        HttpHeaders headers = request.headers();
        List<String> values = headers.getAll(HttpHeaderNames.ACCEPT_ENCODING);
        if (values.isEmpty()) {
            return;
        }
        prefersGzip = AcceptedCodings.of(values).prefersGzip();
        if (prefersGzip) {
            headers.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.GZIP);
        } else {
            headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
        }
    }

    /** The request itself, for the way on where no filter changed anything. */
    HttpRequest untouched() {
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
        return request;
    }
}
