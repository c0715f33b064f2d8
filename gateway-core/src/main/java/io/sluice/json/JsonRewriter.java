package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Edits a body that is one JSON text while it streams. What nobody edits is relayed as slices of the chunks, byte for byte; what
 * is not JSON is refused. A visitor that breaks its contract makes a call throw IllegalStateException, after which only
 * {@link #close} may be called.
 */
public final class JsonRewriter implements ByteStage {

    private final JsonLimits limits;
    private final Splicer splicer = new Splicer();
    private final JsonEditor editor;
    private final Windows.Visitor windows = this::onWindow;

    private @Nullable Reply refusal;

    public JsonRewriter(JsonVisitor visitor, JsonLimits limits) {
        this.limits = limits;
        this.editor = new JsonEditor(splicer, limits);
        editor.begin(visitor, 0, 1);
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        splicer.beginChunk(lent, out);
        Windows.visit(lent, splicer.chunkFrom(), windows);
        endChunk(out);
    }

    private boolean onWindow(byte[] bytes, int from, int to, long offset) {
        refusal = editor.run(bytes, from, to, offset);
        return refusal == null;
    }

    @Override
    public void end(ByteSink out) {
        splicer.beginEnd(out);
        refusal = editor.finish();
        endChunk(out);
    }

    private void endChunk(ByteSink out) {
        if (refusal == null && splicer.endChunk() > limits.maxHeld()) {
            refusal = editor.tooMuchHeld();
        }
        if (refusal != null) {
            splicer.release();
            out.refuse(refusal);
        }
    }

    @Override
    public void close() {
        splicer.release();
    }
}
