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
import io.sluice.chain.BodyOutput;
import io.sluice.chain.RequestChain;
import io.sluice.failure.Failure;
import io.sluice.upstream.Relay;
import io.sluice.wire.ByteQueue;
import io.sluice.wire.RewrittenBody;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request's way from the client to a node: what comes too early is kept, what filters look into goes through their chain,
 * what was sent is copied for another try. On the exchange's event loop.
 */
final class RequestSide implements BodyOutput, AutoCloseable {
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

    private final HttpExchange exchange;
    private final IncomingRequest incoming;
    private final ClientPort client;
    private final EarlyContent early = new EarlyContent();
    private final ByteQueue held = new ByteQueue();
    private @Nullable BodyBatch batch;
    private @Nullable RequestChain chain;
    private @Nullable Relay relay;
    private @Nullable Attempts attempts;
    private ReplayCopy copy = ReplayCopy.None.NOTHING_SENT;
    private Sending sending = Sending.WAITING;
    private Reception reception = Reception.OPEN;
    private RequestHead head;
    private long received;
    private long drainedFrom;
    /** Whether the chain holds back a part of what came, as the node does not take it yet. */
    private boolean paused;
    /** Whether something was written to the connection since the last flush. */
    private boolean unflushed;

    RequestSide(HttpExchange exchange, IncomingRequest incoming, ClientPort client) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.client = client;
        this.head = incoming.head();
    }

    void through(RequestChain filters) {
        chain = filters;
    }

    /** The head is final. */
    void planned(RequestHead finalHead) {
        head = finalHead;
    }

    /** Whether the client says that its body is encoded, gzip for instance. */
    boolean isEncoded() {
        String encoding = incoming.head().headers().get("Content-Encoding");
        return encoding != null && !"identity".equalsIgnoreCase(encoding);
    }

    /** The length of the body that goes to a node, in bytes; -1 if it is not known before it has ended. */
    long length() {
        boolean changes = isEncoded() || chain != null && chain.body().touched();
        return changes ? -1 : incoming.length();
    }

    long received() {
        return received;
    }

    boolean receivedAll() {
        return reception != Reception.OPEN;
    }

    /** The rest of the request cannot be read. */
    void broken() {
        reception = Reception.BROKEN;
    }

    /** Whether the rest of the request cannot be read, so that the connection has no future. */
    boolean isBroken() {
        return reception == Reception.BROKEN;
    }

    boolean sentAll() {
        return sending == Sending.ENDED;
    }

    /** Ends the use of a relay that has not answered. */
    void giveUp(Relay unwanted) {
        if (sending.headWritten()) {
            unwanted.abort();
        } else {
            unwanted.releaseUnused();
        }
    }

    /** Takes over a part of the body from the client. */
    void receive(HttpContent content) {
        received += content.content().readableBytes();
        reception = reception.with(content);
        if (relay == null && !collecting() || !early.isEmpty() || paused) {
            early.add(content);
        } else {
            forward(content);
        }
    }

    /** Counts and throws away a part that nobody wants any more. */
    void discard(HttpContent content) {
        received += content.content().readableBytes();
        reception = reception.with(content);
        content.release();
    }

    /** What comes from now on is thrown away. */
    void beginDrain() {
        drainedFrom = received;
    }

    /** Whether so much has been thrown away that closing the connection costs less. */
    boolean drainedTooMuch() {
        return received - drainedFrom > MAX_DRAIN_BYTES;
    }

    /** Whether more of the body can be taken now. */
    boolean wantsMore() {
        if (receivedAll() || paused || !early.isEmpty()) {
            return false;
        }
        return collecting() || relay != null && relay.isWritable();
    }

    /** Whether a filter waits for the whole body, or for its first line. */
    boolean collecting() {
        return chain != null && chain.body().collecting();
    }

    /** A filter wants the body or its first line: what came early goes to the chain. */
    void collect() {
        prepareChainBody();
        resume();
        forwardEarly();
    }

    /** A connection is there: sends the head and what came so far, or all of it once more. */
    void sendOn(Relay to, @Nullable Attempts by) {
        relay = to;
        attempts = by;
        if (sending.headWritten()) {
            sendAgain();
        } else if (sending == Sending.WAITING) {
            sending = Sending.HEAD_HELD;
            begin();
        }
        forwardEarly();
    }

    private void begin() {
        RequestChain filters = chain;
        if (filters == null || !filters.body().touched()) {
            writeHead(filters == null ? incoming.untouched() : changedHead());
        } else if (filters.body().hasCollected()) {
            filters.body().sendCollected();
        } else if (filters.body().hasBeginning()) {
            paused = false;
            paused = !filters.body().sendBeginning();
            endOfChunk();
        } else {
            prepareChainBody();
        }
    }

    private void sendAgain() {
        boolean all = sentAll();
        HttpRequest again = chain == null ? incoming.untouched() : changedHead();
        if (chain != null && chain.body().touched()) {
            frame(again.headers(), all ? copy.bytes() : -1);
        }
        writeHead(again);
        copy.parts().forEach(Objects.requireNonNull(relay)::writeBody);
        if (all) {
            writeLast(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** The connection broke or was given up; what comes from the client now is kept for the next. */
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
        return !sending.headWritten() || may && copy != ReplayCopy.None.LOST;
    }

    private boolean isReplayable() {
        return ReplayRule.isReplayable(head.method(), head.target());
    }

    /** An answer has begun: there will be no other try. */
    void forgetCopy() {
        copy.close();
        copy = ReplayCopy.None.LOST;
    }

    /** The connection takes more: what the chain held back goes on. */
    void resume() {
        if (paused && chain != null) {
            // What is written now may call back here before it has gone through the chain.
            paused = false;
            paused = !chain.body().resume();
            endOfChunk();
            if (!paused) {
                forwardEarly();
            }
        }
    }

    void flush() {
        if (unflushed && relay != null) {
            unflushed = false;
            relay.flush();
        }
    }

    private void prepareChainBody() {
        if (batch != null) {
            return;
        }
        batch = new BodyBatch(client.allocator(), this::emit);
        String encoding = incoming.head().headers().get("Content-Encoding");
        Failure undecodable = Objects.requireNonNull(chain).body().decode(encoding);
        if (undecodable != null) {
            exchange.fail(undecodable);
        }
    }

    private void forwardEarly() {
        while (!early.isEmpty() && !paused && !exchange.isOver()) {
            forward(early.remove());
        }
    }

    private void forward(HttpContent content) {
        RequestChain filters = chain;
        if (filters == null || !filters.body().touched()) {
            sendUntouched(content);
            return;
        }
        boolean last = content instanceof LastHttpContent;
        try {
            paused = !filters.body().write(content.content());
        } finally {
            content.release();
        }
        if (last && !exchange.isOver()) {
            filters.body().end();
        }
        endOfChunk();
    }

    private void sendUntouched(HttpContent content) {
        Relay to = Objects.requireNonNull(relay);
        keepCopy(content.content());
        unflushed = true;
        if (content instanceof LastHttpContent) {
            writeLast(content);
        } else {
            to.write(content);
        }
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

    private void writeLast(HttpContent content) {
        sending = Sending.ENDED;
        unflushed = true;
        Objects.requireNonNull(relay).write(content);
    }

    private void writeHead(HttpRequest request) {
        sending = Sending.UNDER_WAY;
        unflushed = true;
        if (attempts != null) {
            attempts.address(request.headers());
        }
        Objects.requireNonNull(relay).writeHead(request);
    }

    // Headers that no filter replaced are those of the original head, which filters may still look at later.
    @SuppressWarnings("ReferenceEquality")
    private HttpRequest changedHead() {
        HttpHeaders headers = NettyHeaders.unwrap(head.headers());
        return new DefaultHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(head.method()),
                head.target().raw(),
                head.headers() == incoming.head().headers() ? headers.copy() : headers);
    }

    // What the chain puts out.

    @Override
    public boolean isWritable() {
        return relay != null && relay.isWritable();
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        Objects.requireNonNull(batch).relay(lent, index, length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Objects.requireNonNull(batch).write(bytes, offset, length);
    }

    private void endOfChunk() {
        if (batch != null && !exchange.isOver()) {
            batch.handOn();
        }
    }

    // The head goes out when the body has outgrown what is held, or has ended: only then its framing is known.
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
        if (received == 0 && length != 0) {
            head = Objects.requireNonNull(chain).withMadeBody(head);
        }
        HttpRequest request = changedHead();
        frame(request.headers(), length);
        writeHead(request);
        for (ByteBuf part = held.poll(); part != null; part = held.poll()) {
            sendPart(part);
        }
    }

    private void sendPart(ByteBuf part) {
        keepCopy(part);
        unflushed = true;
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
    public void end() {
        Objects.requireNonNull(batch).handOn();
        if (!sending.headWritten()) {
            releaseHeld(held.bytes());
        }
        writeLast(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public void refuse(Reply reply) {
        exchange.onAnswer(reply);
    }

    @Override
    public void fail(Failure failure) {
        exchange.fail(failure);
    }

    @Override
    public void close() {
        early.close();
        held.close();
        forgetCopy();
        if (batch != null) {
            batch.close();
        }
        if (chain != null) {
            chain.close();
        }
    }
}
