package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Json;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Edits a body that is one JSON text while it streams. What nobody edits is relayed as slices of the chunks, byte for byte; what
 * is not JSON is refused. A visitor that breaks its contract makes a call throw IllegalStateException, after which only
 * {@link #close} may be called.
 */
public final class JsonRewriter implements ByteStage {

    private final JsonVisitor visitor;
    private final JsonLimits limits;
    /** Null until there is a body: many requests have none. */
    private @Nullable Text text;

    public JsonRewriter(JsonVisitor visitor, JsonLimits limits) {
        this.visitor = visitor;
        this.limits = limits;
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        if (text == null) {
            text = new Text(visitor, limits);
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
            text.splicer.release();
        }
    }

    /** A body that has begun. */
    private static final class Text {
        private final Splicer splicer = new Splicer();
        private final JsonEditor editor;
        private final Windows.Visitor windows = this::onWindow;
        private @Nullable Reply refusal;

        private Text(JsonVisitor visitor, JsonLimits limits) {
            this.editor = new JsonEditor(splicer, limits);
            editor.begin(visitor, 0, 1);
        }

        private void write(ByteBuf lent, ByteSink out) {
            splicer.beginChunk(lent, out);
            Windows.visit(lent, splicer.chunkFrom(), windows);
            editor.endChunk(refusal, out);
        }

        private boolean onWindow(byte[] bytes, int from, int to, long offset) {
            refusal = editor.run(bytes, from, to, offset);
            return refusal == null;
        }

        private void end(ByteSink out) {
            splicer.beginEnd(out);
            refusal = editor.finish();
            editor.endChunk(refusal, out);
        }
    }
}
