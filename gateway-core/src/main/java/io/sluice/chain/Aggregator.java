package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.json.ByteSink;

/** Collects a body up to a limit. Owns what it has collected until {@link #take} or {@link #close}. */
final class Aggregator implements ByteSink, AutoCloseable {
    private final BodyOutput output;
    private final int maxBytes;
    private final Failure tooLarge;
    private final ByteBuf collected;
    /** True iff the limit was passed, or a stage refused. */
    private boolean over;

    private boolean taken;

    Aggregator(BodyOutput output, int maxBytes, Failure tooLarge, ByteBufAllocator allocator) {
        this.output = output;
        this.maxBytes = maxBytes;
        this.tooLarge = tooLarge;
        this.collected = allocator.buffer(Math.min(maxBytes, 1024));
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        if (fits(length)) {
            collected.writeBytes(lent, index, length);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (fits(length)) {
            collected.writeBytes(bytes, offset, length);
        }
    }

    private boolean fits(int length) {
        if (!over && collected.readableBytes() + (long) length > maxBytes) {
            over = true;
            output.fail(tooLarge);
        }
        return !over;
    }

    @Override
    public void refuse(Reply reply) {
        over = true;
        output.refuse(reply);
    }

    boolean over() {
        return over;
    }

    /** Hands over what was collected; the caller releases it. */
    ByteBuf take() {
        taken = true;
        return collected;
    }

    @Override
    public void close() {
        if (!taken) {
            taken = true;
            collected.release();
        }
    }
}
