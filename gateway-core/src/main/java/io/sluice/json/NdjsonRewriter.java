package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.LineVisitor;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Edits a body that holds one JSON text a line while it streams. An empty line stays unless its visitor adds something,
 * but an empty first line is refused then: some servers skip it and some count it, so that every later line would have
 * two meanings. The last line needs no line feed. Fails as {@link JsonRewriter} does.
 */
public final class NdjsonRewriter implements ByteStage {

    private static final Failure EMPTY_FIRST_LINE = Failure.of(
            FailureKind.BAD_REQUEST, "the first line is empty, and servers differ in whether such a line counts");

    private final LineVisitor visitor;
    private final Splicer splicer = new Splicer();
    private final JsonEditor editor;
    private final Windows.Visitor windows = this::onWindow;

    private int line;
    /** Whether the visitor of the current line was requested. */
    private boolean inLine;

    private @Nullable Reply refusal;

    public NdjsonRewriter(LineVisitor visitor, JsonLimits limits) {
        this.visitor = visitor;
        this.editor = new JsonEditor(splicer, limits, BodySide.REQUEST);
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
                editor.begin(visitor.onLine(line), base + i, line + 1);
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
        if (line == 0 && refusal == null && editor.leftEmpty()) {
            refusal = EMPTY_FIRST_LINE.reply();
        }
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
