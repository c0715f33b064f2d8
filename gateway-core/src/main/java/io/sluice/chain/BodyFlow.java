package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.Exchange;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.BodySide;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The path of one body through a chain: decompressed if a filter reads it, through the stages, collected where a filter
 * wants the whole. On one event loop.
 */
public final class BodyFlow implements AutoCloseable {
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;

    /** A filter that waits for the whole body, or for its first line. */
    private record Collection(Aggregator aggregator, Consumer<ByteBuf> then) {}

    /** The beginning of a body, held before one of the stages. */
    private record Beginning(ByteBuf bytes, int stage) {}

    private final BodyOutput output;
    private final Exchange exchange;
    private final BodySide side;
    private final BodyLimits limits;
    private final ByteBufAllocator allocator;
    private BodyPipeline pipeline;
    private @Nullable GzipInflater inflater;
    private @Nullable Collection collection;
    private @Nullable ByteBuf collected;
    private @Nullable Beginning beginning;
    /** Whether some filter looks into the body or has done so. */
    private boolean touched;
    /** Whether the source has ended. */
    private boolean sourceEnded;
    /** Whether the end has been passed on. */
    private boolean ended;

    private boolean closed;

    BodyFlow(BodyOutput output, BodySide side, RequestChain.Surroundings around) {
        this.output = output;
        this.exchange = around.exchange();
        this.side = side;
        this.limits = around.limits();
        this.allocator = around.allocator();
        this.pipeline = new BodyPipeline(output, exchange);
    }

    void add(String filter, LongConsumer nanos, ByteStage stage) {
        touched = true;
        pipeline.add(filter, nanos, stage);
    }

    /** Somebody behind the chain looks into the body, whether or not a filter does. */
    public void lookInside() {
        touched = true;
    }

    /**
     * Whether a body is encoded.
     *
     * @param encoding the value of Content-Encoding; null if the body has none
     */
    public static boolean isEncoded(@Nullable String encoding) {
        return encoding != null && !"identity".equalsIgnoreCase(encoding);
    }

    /**
     * Has the body decoded before the first stage. An encoding that is not supported fails the output.
     *
     * @param encoding the value of Content-Encoding; null if the body has none
     * @return whether the body can be decoded
     */
    public boolean decode(@Nullable String encoding) {
        if (!isEncoded(encoding)) {
            return true;
        }
        boolean gzip = "gzip".equalsIgnoreCase(encoding);
        if (gzip || side == BodySide.ANSWER && "x-gzip".equalsIgnoreCase(encoding)) {
            if (inflater == null) {
                inflater = new GzipInflater(limits);
            }
            return true;
        }
        String unsupported = "content encoding " + encoding + " is not supported";
        output.fail(
                side == BodySide.ANSWER
                        ? side.failure(FailureKind.BAD_REQUEST, unsupported)
                        : new Failure(
                                FailureKind.BAD_REQUEST,
                                UNSUPPORTED_MEDIA_TYPE,
                                "a filter looks into the body, and " + unsupported));
        return false;
    }

    /** Collects what the stages so far put out; {@code then} gets it, lent, when there is enough of it or the body has ended. */
    void collect(Aggregator.Bounds bounds, Consumer<ByteBuf> then) {
        touched = true;
        Aggregator aggregator = new Aggregator(output, bounds, allocator);
        collection = new Collection(aggregator, then);
        if (collected != null) {
            ByteBuf whole = collected;
            collected = null;
            pipeline.write(whole, aggregator);
            whole.release();
            finishCollection();
        } else if (beginning != null) {
            writeBeginning(aggregator);
            finishLine();
            if (sourceEnded) {
                resumeOrEnd();
            }
        }
    }

    private void writeBeginning(ByteSink into) {
        Beginning held = Objects.requireNonNull(beginning);
        beginning = null;
        pipeline.write(held.bytes(), held.stage(), into);
        held.bytes().release();
    }

    /** Whether some filter looks into the body or has done so. */
    public boolean touched() {
        return touched;
    }

    /** Whether a filter waits for the whole body, or for its first line. */
    public boolean collecting() {
        return collection != null;
    }

    /** Whether the body has been collected and waits for {@link #sendCollected}. */
    public boolean hasCollected() {
        return collected != null;
    }

    /** Whether the body's beginning has been collected and waits for {@link #sendBeginning}. */
    public boolean hasBeginning() {
        return beginning != null;
    }

    /** The filter that refused the body or failed in it; null if none did. */
    @Nullable String stoppedBy() {
        return pipeline.stoppedBy();
    }

    /** Takes a chunk, lent for the call. Returns false if the output is full: call {@link #resume} before the next. */
    public boolean write(ByteBuf lent) {
        if (inflater == null) {
            forward(lent);
            return true;
        }
        inflater.offer(lent, allocator);
        return resume();
    }

    /** Continues with held-back bytes. Returns whether all received bytes have been used. */
    public boolean resume() {
        if (inflater == null || closed || pipeline.stopped()) {
            return true;
        }
        try {
            while (collection != null || beginning == null && output.isWritable()) {
                ByteBuf slice = inflater.step();
                if (!slice.isReadable()) {
                    endIfSourceEnded();
                    return true;
                }
                forward(slice);
                if (closed || pipeline.stopped()) {
                    return true;
                }
            }
            return false;
        } catch (DataFormatException e) {
            failInflating(e);
            return true;
        }
    }

    private void failInflating(DataFormatException cause) {
        pipeline.close();
        FailureKind kind = cause instanceof InflatedTooLargeException ? FailureKind.TOO_LARGE : FailureKind.BAD_REQUEST;
        output.fail(side.failure(kind, String.valueOf(cause.getMessage())));
    }

    private void forward(ByteBuf chunk) {
        Collection current = collection;
        pipeline.write(chunk, current == null ? output : current.aggregator());
        finishLine();
    }

    private void finishLine() {
        Collection current = collection;
        if (current != null && !pipeline.stopped() && current.aggregator().hasLine()) {
            collection = null;
            ByteBuf bytes = current.aggregator().take();
            beginning = new Beginning(bytes, pipeline.stages());
            current.then().accept(lent(bytes));
        }
    }

    /** The source has ended; held-back bytes still go through. */
    public void end() {
        sourceEnded = true;
        resumeOrEnd();
    }

    private void resumeOrEnd() {
        if (inflater == null) {
            endIfSourceEnded();
        } else {
            resume();
        }
    }

    private void endIfSourceEnded() {
        if (!sourceEnded || ended || closed || beginning != null || pipeline.stopped()) {
            return;
        }
        ended = true;
        if (inflater != null) {
            try {
                inflater.end();
            } catch (DataFormatException e) {
                failInflating(e);
                return;
            }
        }
        if (collection == null) {
            finish();
        } else {
            finishCollection();
        }
    }

    private void finish() {
        pipeline.end(output);
        if (!pipeline.stopped()) {
            output.end();
        }
    }

    private void finishCollection() {
        Collection done = Objects.requireNonNull(collection);
        pipeline.end(done.aggregator());
        if (pipeline.stopped() || done.aggregator().over()) {
            return;
        }
        collection = null;
        pipeline.close();
        pipeline = new BodyPipeline(output, exchange);
        ByteBuf whole = done.aggregator().take();
        collected = whole;
        done.then().accept(lent(whole));
    }

    // A filter that releases what it is lent must not free it.
    private static ByteBuf lent(ByteBuf bytes) {
        return Unpooled.unreleasableBuffer(bytes.slice().asReadOnly());
    }

    /** Sends the collected body through the stages behind, and ends it. */
    public void sendCollected() {
        ByteBuf whole = collected;
        if (whole != null) {
            collected = null;
            pipeline.write(whole, output);
            whole.release();
            if (!pipeline.stopped()) {
                finish();
            }
        }
    }

    /**
     * Sends the body's beginning through the stages behind it, and what came in the meantime through all of them. Returns false if
     * the output is full: call {@link #resume} before the next chunk.
     */
    public boolean sendBeginning() {
        writeBeginning(output);
        if (inflater == null) {
            endIfSourceEnded();
            return true;
        }
        return resume();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        pipeline.close();
        if (inflater != null) {
            inflater.close();
        }
        if (collection != null) {
            collection.aggregator().close();
        }
        if (collected != null) {
            collected.release();
            collected = null;
        }
        if (beginning != null) {
            beginning.bytes().release();
            beginning = null;
        }
    }
}
