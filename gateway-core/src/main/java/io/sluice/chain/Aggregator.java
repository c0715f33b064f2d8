package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.json.ByteSink;

/**
 * Collects a body, or its beginning up to a first line feed, up to a limit. Owns the collected bytes until {@link #take} or
 * {@link #close}.
 */
final class Aggregator implements ByteSink, AutoCloseable {
    private final BodyOutput output;
    private final Bounds bounds;
    private final ByteBuf collected;
    /** Whether the limit was passed, or a stage refused. */
    private boolean over;
    /** Whether the line that is looked for is there. */
    private boolean hasLine;

    private boolean taken;

    /**
     * How much is collected.
     *
     * @param maxBytes the limit; of a first line, not of the bytes after it
     * @param firstLine whether no more than the first line is wanted
     * @param tooLarge what happens above that
     */
    record Bounds(int maxBytes, boolean firstLine, Failure tooLarge) {}

    Aggregator(BodyOutput output, Bounds bounds, ByteBufAllocator allocator) {
        this.output = output;
        this.bounds = bounds;
        this.collected = allocator.buffer(Math.min(bounds.maxBytes(), 1024));
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        if (!over) {
            collected.writeBytes(lent, index, length);
            check(length);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (!over) {
            collected.writeBytes(bytes, offset, length);
            check(length);
        }
    }

    private void check(int added) {
        if (bounds.firstLine() && !hasLine) {
            int end = collected.writerIndex();
            int feed = collected.indexOf(end - added, end, (byte) '\n');
            hasLine = feed >= 0 && feed <= bounds.maxBytes();
        }
        if (!hasLine && collected.readableBytes() > bounds.maxBytes()) {
            over = true;
            output.fail(bounds.tooLarge());
        }
    }

    @Override
    public void refuse(Reply reply) {
        over = true;
        output.refuse(reply);
    }

    boolean over() {
        return over;
    }

    /** Whether the first line is there, where no more is wanted. */
    boolean hasLine() {
        return hasLine && !over;
    }

    /** Hands over the collected bytes; the caller releases them. */
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
