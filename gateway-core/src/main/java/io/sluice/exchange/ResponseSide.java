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
import io.sluice.wire.ByteQueue;
import io.sluice.wire.RewrittenBody;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer's way from a node, a filter or the gateway to the client. On the exchange's event loop.
 */
final class ResponseSide implements ResponseChain.ResponseSide, AutoCloseable {
    private final HttpExchange exchange;
    private final IncomingRequest incoming;
    private final ClientPort client;
    private final FirstBytes out;
    private final ByteQueue held = new ByteQueue();
    private final EarlyContent early = new EarlyContent();
    private @Nullable BodyBatch batch;
    private @Nullable ResponseChain chain;
    private @Nullable HttpResponse upstreamHead;
    private @Nullable ResponseHead plannedHead;
    private long sent;
    private int status;
    private Sending sending = Sending.WAITING;
    /** Whether the chain holds back a part of what came, as the client does not take it yet. */
    private boolean paused;
    /** Whether the connection cannot be kept after this answer. */
    private boolean closing;
    /** Whether the chain compresses what it puts out. */
    private boolean compressed;
    /** Whether something was written since the last flush. */
    private boolean unflushed;

    ResponseSide(HttpExchange exchange, IncomingRequest incoming, ClientPort client) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.client = client;
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
        return sending == Sending.ENDED;
    }

    /** Whether the connection is to be closed after this answer. */
    boolean closing() {
        return closing;
    }

    /** Whether more of the answer can be taken now. */
    boolean wantsMore() {
        return !paused
                && early.isEmpty()
                && (client.isWritable() || chain != null && chain.body().collecting());
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            out.send();
            client.flush();
        }
    }

    /** The head of a node's answer has come; {@code filters} is null where nobody wants to see it. */
    void receiveHead(HttpResponse response, @Nullable ResponseChain filters) {
        upstreamHead = response;
        HopByHop.strip(response.headers());
        chain = filters;
        if (filters == null) {
            writeUntouchedHead(response);
        } else {
            filters.advance();
        }
    }

    static ResponseHead headOf(HttpResponse response) {
        return new ResponseHead(
                response.status().code(), new NettyHeaders(response.headers()), ResponseHead.Origin.UPSTREAM);
    }

    /** Takes over a part of a node's answer. */
    void receive(HttpContent content) {
        if (chain == null) {
            writeUntouched(content);
        } else if (sending == Sending.WAITING && !chain.body().collecting() || paused || !early.isEmpty()) {
            early.add(content);
        } else {
            forward(chain, content);
        }
    }

    /** The client takes more. */
    void resume() {
        ResponseChain filters = chain;
        if (paused && filters != null) {
            paused = !filters.body().resume();
            endOfChunk();
            forwardEarly(filters);
        }
    }

    private void forwardEarly(ResponseChain filters) {
        while (!early.isEmpty() && !paused && !exchange.isOver() && !ended()) {
            forward(filters, early.remove());
        }
    }

    private void forward(ResponseChain filters, HttpContent content) {
        if (plannedHead != null && (!filters.body().touched() || hasNoBody(plannedHead.status()))) {
            writeUntouched(content);
            return;
        }
        try {
            paused = !filters.body().write(content.content());
        } finally {
            content.release();
        }
        if (content instanceof LastHttpContent && !exchange.isOver()) {
            filters.body().end();
        }
        endOfChunk();
    }

    private void endOfChunk() {
        if (batch != null && !exchange.isOver() && !ended()) {
            batch.handOn();
        }
    }

    // A node's answer that nobody touches.

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

    private void writeUntouched(HttpContent content) {
        sent += content.content().readableBytes();
        unflushed = true;
        if (content instanceof LastHttpContent) {
            sending = Sending.ENDED;
        }
        out.content(content);
    }

    private void writeHead(HttpResponse response) {
        closing |= !incoming.keepAlive() || !exchange.mayKeepClient();
        if (closing) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (incoming.oldClient()) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        status = response.status().code();
        sending = Sending.UNDER_WAY;
        unflushed = true;
        out.head(response);
    }

    // What filters decide.

    @Override
    public void onResponseBodyNeeded() {
        ResponseChain filters = Objects.requireNonNull(chain);
        if (decode(filters)) {
            forwardEarly(filters);
        }
    }

    @Override
    public void onResponsePlanned(ResponseHead head) {
        ResponseChain filters = Objects.requireNonNull(chain);
        plannedHead = head;
        sending = Sending.HEAD_HELD;
        if (!filters.body().touched() || hasNoBody(head.status())) {
            HttpResponse response = toNetty(head.status(), head.headers());
            if (filters.body().touched()) {
                // The length of the body that is not sent would be that before it was rewritten.
                response.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
                RewrittenBody.clean(response.headers());
            }
            writeUntouchedHead(response);
        } else {
            planBody(filters);
        }
        forwardEarly(filters);
    }

    private void planBody(ResponseChain filters) {
        batch = new BodyBatch(client.allocator(), this::emit);
        if (!decode(filters)) {
            return;
        }
        compressed = incoming.prefersGzip();
        if (compressed) {
            filters.compress();
        }
        if (filters.body().hasCollected()) {
            filters.body().sendCollected();
        }
    }

    /** Has the chain decode what comes; false if nobody here can, and the exchange has failed. */
    private boolean decode(ResponseChain filters) {
        HttpResponse head = upstreamHead;
        String encoding = head == null ? null : head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        Failure undecodable = filters.body().decode(encoding);
        if (undecodable != null) {
            exchange.fail(undecodable);
        }
        return undecodable == null;
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
    public void relay(ByteBuf lent, int index, int length) {
        Objects.requireNonNull(batch).relay(lent, index, length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Objects.requireNonNull(batch).write(bytes, offset, length);
    }

    private void emit(ByteBuf part) {
        if (sending.headWritten()) {
            sendPart(part);
            return;
        }
        held.add(part);
        if (held.bytes() > BodyBatch.MAX_HELD_BYTES) {
            releaseHeld(-1);
        }
    }

    private void releaseHeld(long length) {
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
        for (ByteBuf part = held.poll(); part != null; part = held.poll()) {
            sendPart(part);
        }
    }

    private void sendPart(ByteBuf part) {
        sent += part.readableBytes();
        unflushed = true;
        out.body(part);
    }

    @Override
    public void end() {
        Objects.requireNonNull(batch).handOn();
        if (!sending.headWritten()) {
            releaseHeld(held.bytes());
        }
        sending = Sending.ENDED;
        unflushed = true;
        out.content(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public void refuse(Reply reply) {
        exchange.replaceAnswer(reply);
    }

    @Override
    public void fail(Failure failure) {
        exchange.fail(failure);
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
            sendPart(Unpooled.wrappedBuffer(body));
        }
        sending = Sending.ENDED;
        unflushed = true;
        out.content(LastHttpContent.EMPTY_LAST_CONTENT);
        flush();
    }

    private void dropChain() {
        early.close();
        held.close();
        if (batch != null) {
            batch.close();
            batch = null;
        }
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
