package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Edits the lines of a body as a bulk's sources are edited: those of one visitor are compared with one another. */
final class AlikeLines implements ByteStage {

    private final IntFunction<JsonVisitor> visitors;
    private final Splicer splicer = new Splicer();
    private final JsonEditor editor = new JsonEditor(splicer, JsonLimits.DEFAULT, BodySide.REQUEST);
    private final Windows.Visitor windows = this::onWindow;
    private int line;
    private boolean inLine;
    private @Nullable Reply refusal;

    AlikeLines(IntFunction<JsonVisitor> visitors) {
        this.visitors = visitors;
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        splicer.beginChunk(lent, out);
        Windows.visit(lent, splicer.chunkFrom(), windows);
        editor.endChunk(refusal, out);
    }

    private boolean onWindow(byte[] bytes, int from, int to, long offset) {
        long base = offset - from;
        for (int i = from; i < to && refusal == null; ) {
            if (!inLine) {
                editor.beginNext(visitors.apply(line), base + i, line + 1);
                inLine = true;
            }
            int feed = Swar.lineFeed(bytes, i, to);
            refusal = editor.run(bytes, i, feed < 0 ? to : feed, base + i);
            if (feed < 0) {
                break;
            }
            if (refusal == null) {
                endLine();
                splicer.keepTo(base + feed + 1);
            }
            i = feed + 1;
        }
        return refusal == null;
    }

    private void endLine() {
        refusal = editor.finish(false);
        line++;
        inLine = false;
    }

    @Override
    public void end(ByteSink out) {
        splicer.beginEnd(out);
        if (inLine) {
            endLine();
        }
        editor.endChunk(refusal, out);
    }

    @Override
    public void close() {
        splicer.release();
    }
}
