package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.chain.BodyFlow;
import io.sluice.chain.BodyOutput;
import io.sluice.failure.Failure;
import io.sluice.wire.ByteQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The path of one body: source, early bytes, stages of the filters (inflate, hold until, transform), gather, sink. The two
 * sides of an exchange are its two configurations: they are the sinks, and decide when it opens. On the exchange's event loop.
 */
abstract sealed class BodyPipe implements BodyOutput, AutoCloseable permits RequestSide, ResponseSide {
    final HttpExchange exchange;
    final IncomingRequest incoming;
    final ClientPort client;
    private final EarlyContent early = new EarlyContent();
    private final ByteQueue held = new ByteQueue();
    private @Nullable BodyFlow flow;
    private @Nullable BodyBatch batch;
    private Sending sending = Sending.WAITING;
    /** Whether the filters' part holds back some of what came, as the sink does not take it yet. */
    private boolean paused;
    /** Whether something was written to the sink since the last flush. */
    private boolean unflushed;

    BodyPipe(HttpExchange exchange, IncomingRequest incoming, ClientPort client) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.client = client;
    }

    // The sink.

    /** Whether the sink is there. */
    abstract boolean isOpen();

    /** Writes the head of a body that goes through filters, with its length in bytes; -1 if that is not known. */
    abstract void writeFramedHead(long length);

    /** Writes a part that filters made, and takes it over. */
    abstract void writePart(ByteBuf part);

    /** Writes a part as it was decoded, and takes it over. */
    abstract void writeContent(HttpContent content);

    final Sending sending() {
        return sending;
    }

    final void advanceTo(Sending next) {
        sending = next;
        unflushed |= next.headWritten();
    }

    /** Writes a part, and knows that the body has ended if it is the last one. */
    final void pass(HttpContent content) {
        unflushed = true;
        if (content instanceof LastHttpContent) {
            sending = Sending.ENDED;
        }
        writeContent(content);
    }

    /** Whether something was written since the last call. */
    final boolean takeUnflushed() {
        boolean was = unflushed;
        unflushed = false;
        return was;
    }

    // The filters' part.

    /** The body's way through what filters asked for. */
    final void through(BodyFlow filters) {
        flow = filters;
    }

    /** No filter is asked any more. */
    final void withoutFilters() {
        flow = null;
    }

    /** Whether filters look into the body on its way. */
    boolean isTouched() {
        return flow != null && flow.touched();
    }

    /** Whether a filter waits for the whole body, or for its first line. */
    final boolean collecting() {
        return flow != null && flow.collecting();
    }

    /** Has the body decoded for the filters; returns false if that is impossible and the exchange has failed. */
    final boolean prepare(@Nullable String encoding) {
        if (batch == null) {
            batch = new BodyBatch(client.allocator(), this::emit);
        }
        return Objects.requireNonNull(flow).decode(encoding);
    }

    /** The sink is there: what filters collected goes on. */
    final void sendCollected() {
        BodyFlow filters = Objects.requireNonNull(flow);
        if (filters.hasCollected()) {
            filters.sendCollected();
        } else if (filters.hasBeginning()) {
            paused = false;
            paused = !filters.sendBeginning();
            endOfChunk();
        }
    }

    // The source.

    /** Whether all that came has gone on, so that more can be taken if the sink takes it. */
    final boolean isDrained() {
        return !paused && early.isEmpty();
    }

    /** Takes over the next part of the body. */
    final void take(HttpContent content) {
        if (isDrained() && (isOpen() || collecting())) {
            forward(content);
        } else {
            early.add(content);
        }
    }

    /** Forwards early bytes until they have to wait. */
    final void forwardEarly() {
        while (!early.isEmpty()
                && !paused
                && (isOpen() || collecting())
                && !exchange.isOver()
                && sending != Sending.ENDED) {
            forward(early.remove());
        }
    }

    /** The sink takes more: held-back bytes continue. */
    final void resume() {
        BodyFlow filters = flow;
        if (paused && filters != null) {
            // What is written now may call back here before it has gone through the filters.
            paused = false;
            paused = !filters.resume();
            endOfChunk();
            forwardEarly();
        }
    }

    private void forward(HttpContent content) {
        BodyFlow filters = flow;
        if (filters == null || !isTouched()) {
            pass(content);
            return;
        }
        boolean last = content instanceof LastHttpContent;
        try {
            paused = !filters.write(content.content());
        } finally {
            content.release();
        }
        if (last && !exchange.isOver()) {
            filters.end();
        }
        endOfChunk();
    }

    // What the filters' part puts out.

    @Override
    public final void relay(ByteBuf lent, int index, int length) {
        Objects.requireNonNull(batch).relay(lent, index, length);
    }

    @Override
    public final void write(byte[] bytes, int offset, int length) {
        Objects.requireNonNull(batch).write(bytes, offset, length);
    }

    private void endOfChunk() {
        if (batch != null && !exchange.isOver() && sending != Sending.ENDED) {
            batch.handOn();
        }
    }

    // The head is sent when the body exceeds the held bytes or has ended: only then its framing is known.
    private void emit(ByteBuf part) {
        if (sending.headWritten()) {
            send(part);
            return;
        }
        held.add(part);
        if (held.bytes() > BodyBatch.MAX_HELD_BYTES) {
            releaseHeld(-1);
        }
    }

    private void releaseHeld(long length) {
        writeFramedHead(length);
        for (ByteBuf part = held.poll(); part != null; part = held.poll()) {
            send(part);
        }
    }

    private void send(ByteBuf part) {
        unflushed = true;
        writePart(part);
    }

    @Override
    public final void end() {
        Objects.requireNonNull(batch).handOn();
        if (!sending.headWritten()) {
            releaseHeld(held.bytes());
        }
        pass(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public final void fail(Failure failure) {
        exchange.fail(failure);
    }

    /** Releases all bytes. */
    @Override
    public void close() {
        early.close();
        held.close();
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }
}
