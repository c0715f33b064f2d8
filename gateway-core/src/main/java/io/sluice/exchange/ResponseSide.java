package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.ResponseChain;
import io.sluice.failure.Failure;
import io.sluice.wire.Framing;
import io.sluice.wire.RewrittenBody;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer's way from a node, a filter or the gateway to the client. On the exchange's event loop.
 */
final class ResponseSide extends BodyPipe implements ResponseChain.ResponseSide {
    private final FirstBytes out;
    private @Nullable ResponseChain chain;
    private @Nullable HttpResponse upstreamHead;
    private @Nullable ResponseHead plannedHead;
    private long sent;
    private int status;
    /** Whether the connection cannot be kept after this answer. */
    private boolean closing;
    /** Whether the chain compresses its output. */
    private boolean compressed;

    ResponseSide(HttpExchange exchange, IncomingRequest incoming, ClientPort client) {
        super(exchange, incoming, client);
        this.out = new FirstBytes(client, incoming.isHead());
    }

    long sent() {
        return sent;
    }

    /** The status that was written; 0 if none was. */
    int status() {
        return status;
    }

    /** Whether the head of a node's answer has come. */
    boolean headCame() {
        return upstreamHead != null;
    }

    /** True if a byte of the answer is on its way, so that no other can take its place. */
    boolean begun() {
        return out.sent();
    }

    boolean ended() {
        return sending() == Sending.ENDED;
    }

    /** Whether the connection must be closed after this answer. */
    boolean closing() {
        return closing;
    }

    /** Whether more of the answer can be taken now. */
    boolean wantsMore() {
        return isDrained() && (isWritable() || collecting());
    }

    /** Whether the answer waits for a filter's plan. */
    boolean awaitsPlan() {
        return chain != null && chain.awaitsPlan();
    }

    /** What was awaited did not come in time: a plan for the answer, or something else of the exchange. */
    void late(Failure failure) {
        if (chain != null && chain.awaitsPlan()) {
            chain.planLate(failure);
        } else {
            exchange.fail(failure);
        }
    }

    void flush() {
        if (takeUnflushed()) {
            out.send();
            client.flush();
        }
    }

    /** The head of a node's answer has arrived; {@code filters} is null if no filter sees it. */
    void receiveHead(HttpResponse response, @Nullable ResponseChain filters) {
        upstreamHead = response;
        HopByHop.strip(response.headers());
        chain = filters;
        if (filters == null) {
            writeUntouchedHead(response);
        } else {
            through(filters.body());
            filters.advance();
        }
    }

    static ResponseHead headOf(HttpResponse response) {
        return new ResponseHead(
                response.status().code(), new NettyHeaders(response.headers()), ResponseHead.Origin.UPSTREAM);
    }

    // The sink.

    @Override
    boolean isOpen() {
        return sending() != Sending.WAITING;
    }

    @Override
    boolean isTouched() {
        return super.isTouched() && !(plannedHead != null && hasNoBody(plannedHead.status()));
    }

    @Override
    void writeContent(HttpContent content) {
        sent += content.content().readableBytes();
        out.content(content);
    }

    @Override
    void writePart(ByteBuf part) {
        sent += part.readableBytes();
        out.body(part);
    }

    // A node's answer that no filter touches.

    private void writeUntouchedHead(HttpResponse response) {
        HttpHeaders headers = response.headers();
        boolean chunked = HttpUtil.isTransferEncodingChunked(response);
        boolean framed = chunked
                || headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                || hasNoBody(response.status().code());
        if (incoming.oldClient() && (chunked || !framed)) {
            headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
            closing = true;
        } else if (!framed) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        response.setProtocolVersion(HttpVersion.HTTP_1_1);
        writeHead(response);
    }

    private boolean hasNoBody(int code) {
        return incoming.isHead() || code == 204 || code == 304;
    }

    private void writeHead(HttpResponse response) {
        closing |= !incoming.keepAlive() || !exchange.mayKeepClient();
        if (closing) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (incoming.oldClient()) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        status = response.status().code();
        advanceTo(Sending.UNDER_WAY);
        out.head(response);
    }

    // What filters decide.

    @Override
    public void onResponseBodyNeeded() {
        if (prepare()) {
            forwardEarly();
        }
    }

    @Override
    public void onResponsePlanned(ResponseHead head) {
        ResponseChain filters = Objects.requireNonNull(chain);
        plannedHead = head;
        advanceTo(Sending.HEAD_HELD);
        if (isTouched()) {
            planBody(filters);
        } else {
            HttpResponse response = toNetty(head.status(), head.headers());
            Framing.keep(
                    response.headers(), Objects.requireNonNull(upstreamHead).headers());
            if (filters.body().touched()) {
                // The length of the body that is not sent would be that before it was rewritten.
                response.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
                RewrittenBody.clean(response.headers());
            }
            writeUntouchedHead(response);
            if (filters.body().hasCollected()) {
                // The body has ended already: it was collected, and there was none.
                pass(LastHttpContent.EMPTY_LAST_CONTENT);
            }
        }
        forwardEarly();
    }

    @Override
    public void onPlanLater() {
        exchange.onPlanLater();
    }

    @Override
    public void onResponseResumed() {
        exchange.proceed();
    }

    private void planBody(ResponseChain filters) {
        if (!prepare()) {
            return;
        }
        compressed = incoming.prefersGzip();
        if (compressed) {
            filters.compress();
        }
        sendCollected();
    }

    private boolean prepare() {
        HttpResponse head = upstreamHead;
        if (head == null || hasNoBody(head.status().code())) {
            return prepare(null);
        }
        return prepare(head.headers().get(HttpHeaderNames.CONTENT_ENCODING));
    }

    @Override
    public void onResponseAnswer(Reply reply) {
        exchange.replaceAnswer(reply);
    }

    @Override
    public void onResponsePlanFailure(Failure failure) {
        exchange.fail(failure);
    }

    private static HttpResponse toNetty(int code, Headers headers) {
        return new DefaultHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(code), NettyHeaders.unwrap(headers));
    }

    // What the chain puts out.

    @Override
    public boolean isWritable() {
        return client.isWritable();
    }

    @Override
    void writeFramedHead(long length) {
        ResponseHead head = Objects.requireNonNull(plannedHead);
        HttpResponse response = toNetty(head.status(), head.headers());
        HttpHeaders headers = response.headers();
        headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        RewrittenBody.clean(headers);
        if (compressed) {
            headers.set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
        } else {
            headers.remove(HttpHeaderNames.CONTENT_ENCODING);
        }
        if (length >= 0) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        } else if (incoming.oldClient()) {
            closing = true;
        } else {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        writeHead(response);
    }

    @Override
    public void refuse(Reply reply) {
        exchange.replaceAnswer(reply);
    }

    /** Writes a complete answer of the gateway's or a filter's. */
    void reply(MadeAnswer answer) {
        ResponseHead head = answer.head();
        byte[] body = answer.body();
        dropChain();
        out.close();
        sent = 0;
        closing = false;
        HttpResponse response = toNetty(head.status(), head.headers());
        HttpHeaders headers = response.headers();
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        if (hasNoBody(head.status()) && !incoming.isHead()) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        } else {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        writeHead(response);
        if (body.length > 0 && !hasNoBody(head.status())) {
            writePart(Unpooled.wrappedBuffer(body));
        }
        pass(LastHttpContent.EMPTY_LAST_CONTENT);
        flush();
    }

    private void dropChain() {
        super.close();
        withoutFilters();
        if (chain != null) {
            chain.close();
            chain = null;
        }
    }

    @Override
    public void close() {
        dropChain();
        out.close();
    }
}
