package io.sluice.bulk.line;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.json.BodySide;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonBuffer;
import io.sluice.json.JsonEditor;
import io.sluice.json.Splicer;
import io.sluice.json.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Runs a visitor over the items of a bulk while it streams. Unchanged lines are relayed as slices of the chunks; sources
 * without an editor are not read. Action lines that Elasticsearch refuses are refused in its words. If every item was rejected
 * the body is refused with the answer to the client. Allocates nothing for an item that is kept or rewritten.
 */
public final class BulkRewriter implements ByteStage {

    /** The treatment of the current line. */
    private enum Phase {
        ACTION,
        KEEP_SOURCE,
        DROP_SOURCE,
        EDIT_SOURCE
    }

    private static final String UNTERMINATED = "The bulk request must be terminated by a newline [\\n]";

    private final BulkVisitor visitor;
    private final BulkDefaults defaults;
    private final BulkLimits limits;
    private final BulkFramer framer;
    private final BulkActionCodec codec;
    private final BulkRejections rejections = new BulkRejections();
    private final Splicer splicer = new Splicer();
    private final JsonEditor editor;
    private final Windows.Visitor windows = this::onWindow;

    private Phase phase = Phase.ACTION;
    /** Whether the current source line has bytes already. */
    private boolean inSource;

    private int position;
    private @Nullable Reply refusal;

    public BulkRewriter(BulkVisitor visitor, BulkDefaults defaults, BulkLimits limits) {
        this.visitor = visitor;
        this.defaults = defaults;
        this.limits = limits;
        this.framer = new BulkFramer(limits.maxActionLine());
        this.codec = new BulkActionCodec(defaults, BulkGrammar.STRICT);
        this.editor = new JsonEditor(splicer, limits.source(), BodySide.REQUEST);
    }

    /** The items rejected so far; complete when the body has ended. */
    public BulkRejections rejections() {
        return rejections;
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        splicer.beginChunk(lent, out);
        Windows.visit(lent, splicer.chunkFrom(), windows);
        endChunk(out);
    }

    private boolean onWindow(byte[] bytes, int from, int to, long offset) {
        framer.feed(bytes, from, to, offset);
        while (refusal == null && !framer.isConsumed()) {
            refusal = phase == Phase.ACTION ? action() : source();
        }
        return refusal == null;
    }

    private @Nullable Reply action() {
        BulkFramer.Step step = framer.nextLine();
        if (step == BulkFramer.Step.MORE) {
            return null;
        }
        if (step == BulkFramer.Step.TOO_LONG) {
            String reason = "an action line is longer than " + limits.maxActionLine() + " bytes";
            return Reply.error(413, "illegal_argument_exception", reason);
        }
        if (framer.isBlank()) {
            keepBlankLine();
            return null;
        }
        try {
            codec.read(framer.line(), framer.lineFrom(), framer.lineTo(), framer.lineNumber());
        } catch (Malformed e) {
            return e.reply();
        }
        return decide();
    }

    // Nothing is sent before the first item that goes upstream: without one the gateway answers by itself.
    private void keepBlankLine() {
        if (position > rejections.count()) {
            splicer.keepTo(framer.offset());
        } else {
            splicer.dropTo(framer.offset());
        }
    }

    private @Nullable Reply decide() {
        BulkItemPlan plan = visitor.onItem(codec.line(), defaults, position);
        Phase next = Phase.KEEP_SOURCE;
        if (plan instanceof BulkItemPlan.Keep) {
            splicer.keepTo(framer.offset());
        } else if (plan instanceof BulkItemPlan.Rewrite rewrite) {
            next = rewrite(rewrite);
        } else if (plan instanceof BulkItemPlan.Reject reject) {
            rejections.add(position, codec.line(), reject);
            splicer.dropTo(framer.offset());
            next = Phase.DROP_SOURCE;
        } else if (plan instanceof BulkItemPlan.Refuse refuse) {
            return refuse.reply();
        }
        position++;
        phase = codec.line().action().hasSource() ? next : Phase.ACTION;
        return rejections.size() > limits.maxRejections()
                ? Reply.error(413, "illegal_argument_exception", "more rejected items than can be answered")
                : null;
    }

    private Phase rewrite(BulkItemPlan.Rewrite rewrite) {
        if (rewrite.action().isEmpty()) {
            splicer.keepTo(framer.offset());
        } else {
            JsonBuffer line = codec.write(rewrite.action());
            splicer.dropTo(framer.offset() - 1);
            splicer.insert(line.bytes(), 0, line.length());
            splicer.keepTo(framer.offset());
        }
        JsonVisitor source = rewrite.source();
        if (source == null || !codec.line().action().hasSource()) {
            return Phase.KEEP_SOURCE;
        }
        editor.beginNext(source, framer.offset(), framer.lineNumber() + 1);
        return Phase.EDIT_SOURCE;
    }

    private @Nullable Reply source() {
        int feed = framer.lineFeed();
        int end = feed < 0 ? framer.limit() : feed;
        if (phase == Phase.EDIT_SOURCE) {
            Reply malformed = editor.run(framer.window(), framer.at(), end, framer.offset());
            if (malformed == null && feed >= 0) {
                malformed = editor.finish(false);
            }
            if (malformed != null) {
                return malformed;
            }
        }
        framer.moveTo(feed < 0 ? end : feed + 1, feed >= 0);
        if (phase == Phase.DROP_SOURCE) {
            splicer.dropTo(framer.offset());
        } else if (phase == Phase.KEEP_SOURCE || feed >= 0) {
            splicer.keepTo(framer.offset());
        }
        inSource = feed < 0;
        if (feed >= 0) {
            phase = Phase.ACTION;
        }
        return null;
    }

    @Override
    public void end(ByteSink out) {
        splicer.beginEnd(out);
        if (framer.isInLine() || inSource) {
            refusal = Reply.error(400, "illegal_argument_exception", UNTERMINATED);
        } else if (position > 0 && position == rejections.count()) {
            refusal = rejections.reply();
        }
        endChunk(out);
    }

    private void endChunk(ByteSink out) {
        editor.endChunk(refusal, limits.maxActionLine() + limits.source().maxHeld(), out);
    }

    @Override
    public void close() {
        splicer.release();
    }
}
