package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.api.Json;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Edits a body that is one JSON text while it streams. Bytes that are not edited are relayed as slices of the chunks; what
 * is not JSON is refused. A visitor that breaks its contract makes a call throw IllegalStateException, after which only
 * {@link #close} may be called.
 */
public final class JsonRewriter implements ByteStage {

    private final JsonVisitor visitor;
    private final JsonLimits limits;
    private final BodySide side;
    /** Null until there is a body: many requests have none. */
    private @Nullable Text text;

    /** Edits a request. */
    public JsonRewriter(JsonVisitor visitor, JsonLimits limits) {
        this(visitor, limits, BodySide.REQUEST);
    }

    /**
     * Edits a body.
     *
     * @param side who is at fault if it is not JSON
     */
    public JsonRewriter(JsonVisitor visitor, JsonLimits limits, BodySide side) {
        this.visitor = visitor;
        this.limits = limits;
        this.side = side;
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        if (text == null) {
            text = Text.begin(visitor, limits, side);
        }
        text.write(lent, out);
    }

    @Override
    public void end(ByteSink out) {
        if (text != null) {
            text.end(out);
            return;
        }
        Json body = visitor.onEmptyBody();
        if (body != null) {
            out.write(body.utf8(), 0, body.utf8().length);
        }
    }

    @Override
    public void close() {
        if (text != null) {
            text.close();
            text = null;
        }
    }

    /** The state of a body that has begun. It costs more to make than a short body to edit, so a thread reuses it. */
    private static final class Text {
        private static final int MOST_FREE = 16;
        private static final FastThreadLocal<ArrayDeque<Text>> FREE = new FastThreadLocal<>() {
            @Override
            protected ArrayDeque<Text> initialValue() {
                return new ArrayDeque<>(MOST_FREE);
            }
        };

        private final JsonLimits limits;
        private final BodySide side;
        private final Splicer splicer = new Splicer();
        private final JsonEditor editor;
        private final Windows.Visitor windows = this::onWindow;
        private @Nullable Reply refusal;
        private boolean whole;

        private Text(JsonLimits limits, BodySide side) {
            this.limits = limits;
            this.side = side;
            this.editor = new JsonEditor(splicer, limits, side);
        }

        static Text begin(JsonVisitor visitor, JsonLimits limits, BodySide side) {
            Text free = FREE.get().poll();
            boolean fits = free != null && free.limits.equals(limits) && free.side == side;
            Text text = fits ? free : new Text(limits, side);
            text.whole = false;
            text.editor.begin(visitor, text.splicer.decided(), 1);
            return text;
        }

        private void write(ByteBuf lent, ByteSink out) {
            splicer.beginChunk(lent, out);
            if (!editor.isDone()) {
                Windows.visit(lent, splicer.chunkFrom(), windows);
            }
            if (editor.isDone()) {
                splicer.keepTo(splicer.chunkFrom() + lent.readableBytes());
            }
            editor.endChunk(refusal, out);
        }

        private boolean onWindow(byte[] bytes, int from, int to, long offset) {
            refusal = editor.run(bytes, from, to, offset);
            return refusal == null && !editor.isDone();
        }

        private void end(ByteSink out) {
            splicer.beginEnd(out);
            refusal = editor.isDone() ? null : editor.finish(true);
            editor.endChunk(refusal, out);
            whole = refusal == null;
        }

        /** Must be the last call. State is reused only if its body was read to the end. */
        private void close() {
            splicer.release();
            ArrayDeque<Text> free = FREE.get();
            if (whole && free.size() < MOST_FREE) {
                editor.release();
                free.push(this);
            }
        }
    }
}
