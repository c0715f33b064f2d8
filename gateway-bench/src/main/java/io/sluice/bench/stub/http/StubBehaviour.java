package io.sluice.bench.stub.http;

import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.sluice.bench.stub.fault.FaultPlan;
import io.sluice.bench.stub.fault.Latency;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What all connections share: where requests go, how late and how wrong they are answered, how answers look. */
public record StubBehaviour(
        StubRouter router, FaultPlan faults, Latency latency, long maxContentLength, SplittableRandom seeds) {
    private static final AsciiString PRODUCT = AsciiString.cached("X-elastic-product");
    private static final AsciiString ELASTICSEARCH = AsciiString.cached("Elasticsearch");

    /** A generator of a connection's own. */
    SplittableRandom newRandom() {
        synchronized (seeds) {
            return seeds.split();
        }
    }

    /** The answer in one piece; takes over the reply's body. */
    HttpResponse whole(StubReply reply, boolean keepAlive, @Nullable HttpRequest request) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), reply.body());
        headers(response, reply, keepAlive);
        if (request != null && request.method().equals(HttpMethod.HEAD)) {
            response.content().clear();
        }
        return response;
    }

    /** The answer's head alone; the body stays with the caller. */
    HttpResponse head(StubReply reply, boolean keepAlive) {
        HttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        headers(response, reply, keepAlive);
        return response;
    }

    private static void headers(HttpResponse response, StubReply reply, boolean keepAlive) {
        response.headers()
                .set(PRODUCT, ELASTICSEARCH)
                .set(HttpHeaderNames.CONTENT_TYPE, reply.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, reply.body().readableBytes());
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        switch (reply.status()) {
            case 401 -> response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"security\"");
            case 429, 503 -> response.headers().set(HttpHeaderNames.RETRY_AFTER, "1");
            default -> {}
        }
    }
}
