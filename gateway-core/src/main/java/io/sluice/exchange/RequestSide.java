package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.chain.BodyFlow;
import io.sluice.chain.RequestChain;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.Relay;
import io.sluice.wire.Framing;
import io.sluice.wire.RewrittenBody;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request's path from the client to a node: early bytes are kept, a body that filters read goes through their chain,
 * sent bytes are copied for another try. On the exchange's event loop.
 */
final class RequestSide extends BodyPipe {
    /** How much of a request is read and thrown away after its answer, before the connection is closed. */
    private static final long MAX_DRAIN_BYTES = 1 << 20;

    /** How far the request has come from the client. */
    private enum Reception {
        OPEN,
        ENDED,
        /** The rest of it cannot be read. */
        BROKEN;

        private Reception with(HttpContent content) {
            return this == OPEN && content instanceof LastHttpContent ? ENDED : this;
        }
    }

    private @Nullable RequestChain chain;
    private @Nullable Relay relay;
    private @Nullable Attempts attempts;
    private ReplayCopy copy = ReplayCopy.None.NOTHING_SENT;
    private Reception reception = Reception.OPEN;
    private RequestHead head;
    private long received;
    private long drainedFrom;
    /** When its last byte was sent to a node; 0 before that. */
    private long sentAllAt;

    RequestSide(HttpExchange exchange, IncomingRequest incoming, ClientPort client) {
        super(exchange, incoming, client);
        this.head = incoming.head();
    }

    void through(RequestChain filters) {
        chain = filters;
        through(filters.body());
    }

    /** As the filters left it, or as it came before they were asked. */
    RequestHead head() {
        return head;
    }

    /** The head is final. */
    void planned(RequestHead finalHead) {
        head = finalHead;
        client.planned(finalHead);
    }

    /** Whether the client says that its body is encoded, gzip for instance. */
    boolean isEncoded() {
        return BodyFlow.isEncoded(incoming.head().headers().get("Content-Encoding"));
    }

    /** The length of the body that goes to a node, in bytes; -1 if it is not known before it has ended. */
    long length() {
        return isEncoded() || isTouched() ? -1 : incoming.length();
    }

    long received() {
        return received;
    }

    boolean receivedAll() {
        return reception != Reception.OPEN;
    }

    /** Nothing of the request is awaited any more. */
    void over() {
        client.completed(reception == Reception.ENDED);
    }

    /** The rest of the request cannot be read. */
    void broken() {
        reception = Reception.BROKEN;
    }

    /** The exchange failed: a client that was too slow is not waited for again. */
    void failed(FailureKind kind) {
        if (kind == FailureKind.CLIENT_TIMEOUT) {
            broken();
        }
    }

    /** Whether the rest of the request cannot be read, so that the connection has no future. */
    boolean isBroken() {
        return reception == Reception.BROKEN;
    }

    boolean sentAll() {
        return sending() == Sending.ENDED;
    }

    /** Ends the use of a relay that has not answered. */
    void giveUp(Relay unwanted) {
        if (sending().headWritten()) {
            unwanted.abort();
        } else {
            unwanted.releaseUnused();
        }
    }

    /** Takes over a part of the body from the client. */
    void receive(HttpContent content) {
        count(content);
        take(content);
    }

    /** Counts and discards a part that is no longer needed. */
    void discard(HttpContent content) {
        count(content);
        content.release();
    }

    private void count(HttpContent content) {
        received += content.content().readableBytes();
        reception = reception.with(content);
        client.received(content.content());
    }

    /** What comes from now on is thrown away. */
    void beginDrain() {
        drainedFrom = received;
    }

    /** Whether so many bytes have been discarded that closing the connection costs less. */
    boolean drainedTooMuch() {
        return received - drainedFrom > MAX_DRAIN_BYTES;
    }

    /** Whether more of the body can be taken now. */
    boolean wantsMore() {
        return !receivedAll() && isDrained() && (collecting() || isWritable());
    }

    /** A filter wants the body or its first line: early bytes go to the chain. */
    void collect() {
        prepare();
        resume();
        forwardEarly();
    }

    /** A connection is ready: sends the head and the bytes so far, or all of them again. */
    void sendOn(Relay to, @Nullable Attempts by) {
        relay = to;
        attempts = by;
        if (sending().headWritten()) {
            sendAgain();
        } else if (sending() == Sending.WAITING) {
            advanceTo(Sending.HEAD_HELD);
            begin();
        }
        // The connection before may have taken no more just when it broke.
        resume();
        forwardEarly();
    }

    private void begin() {
        if (isTouched()) {
            prepare();
            sendCollected();
        } else {
            writeHead(chain == null ? incoming.untouched() : changedHead());
        }
    }

    private void prepare() {
        prepare(incoming.head().headers().get("Content-Encoding"));
    }

    private void sendAgain() {
        boolean all = sentAll();
        HttpRequest again = chain == null ? incoming.untouched() : changedHead();
        if (isTouched()) {
            frame(again.headers(), all ? copy.bytes() : -1);
        }
        writeHead(again);
        copy.parts().forEach(Objects.requireNonNull(relay)::writeBody);
        if (all) {
            pass(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** The connection broke or was given up; bytes from the client are kept for the next one. */
    void detach() {
        relay = null;
    }

    /**
     * Whether all that was sent may be sent again, and can be.
     *
     * @param mayHaveRun false only if it is certain that no node has executed it
     */
    boolean canSendAgain(boolean mayHaveRun) {
        boolean may = !mayHaveRun || isReplayable();
        return !sending().headWritten() || may && copy != ReplayCopy.None.LOST;
    }

    private boolean isReplayable() {
        return ReplayRule.isReplayable(head.method(), head.target());
    }

    /** An answer has begun: there will be no other try. Gives the {@link System#nanoTime} at which all had been sent; 0 if it has not. */
    long answerBegan() {
        forgetCopy();
        return sentAllAt;
    }

    private void forgetCopy() {
        copy.close();
        copy = ReplayCopy.None.LOST;
    }

    void flush() {
        if (relay != null && takeUnflushed()) {
            relay.flush();
        }
    }

    @Override
    boolean isOpen() {
        return relay != null;
    }

    @Override
    void writeContent(HttpContent content) {
        keepCopy(content.content());
        if (content instanceof LastHttpContent) {
            sentAllAt = System.nanoTime();
        }
        Objects.requireNonNull(relay).write(content);
    }

    private void keepCopy(ByteBuf part) {
        if (part.isReadable()) {
            if (copy == ReplayCopy.None.NOTHING_SENT) {
                copy = isReplayable()
                        ? new ReplayCopy.Kept(attempts == null ? 0 : attempts.replayBytes())
                        : ReplayCopy.None.LOST;
            }
            copy = copy.and(part);
        }
    }

    private void writeHead(HttpRequest request) {
        advanceTo(Sending.UNDER_WAY);
        if (attempts != null) {
            attempts.address(request.headers());
        }
        Objects.requireNonNull(relay).writeHead(request);
    }

    // Headers that no filter replaced are those of the original head, which filters may still look at later.
    @SuppressWarnings("ReferenceEquality")
    private HttpRequest changedHead() {
        HttpHeaders headers = NettyHeaders.unwrap(head.headers());
        if (head.headers() == incoming.head().headers()) {
            headers = headers.copy();
        } else {
            Framing.keep(headers, incoming.untouched().headers());
        }
        return new DefaultHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(head.method()),
                head.target().raw(),
                headers);
    }

    // What the chain puts out.

    @Override
    public boolean isWritable() {
        return relay != null && relay.isWritable();
    }

    @Override
    void writeFramedHead(long length) {
        if (received == 0 && length != 0) {
            head = Objects.requireNonNull(chain).withMadeBody(head);
        }
        HttpRequest request = changedHead();
        frame(request.headers(), length);
        writeHead(request);
    }

    @Override
    void writePart(ByteBuf part) {
        keepCopy(part);
        Objects.requireNonNull(relay).writeBody(part);
    }

    private void frame(HttpHeaders headers, long length) {
        RewrittenBody.clean(headers);
        headers.remove(HttpHeaderNames.CONTENT_ENCODING);
        headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        if (length < 0) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        } else if (length > 0 || !head.method().equals("GET") && !head.method().equals("HEAD")) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        }
    }

    @Override
    public void refuse(Reply reply) {
        exchange.onAnswer(reply);
    }

    @Override
    public void close() {
        super.close();
        forgetCopy();
        if (chain != null) {
            chain.close();
        }
    }
}
