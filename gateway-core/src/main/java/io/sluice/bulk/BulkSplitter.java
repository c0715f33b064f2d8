package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Reply;
import io.sluice.json.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Takes a bulk apart while it streams: checks the grammar, asks where each item goes, and hands its bytes there. Lines that are
 * blank where an action is expected are left out, everything else is passed on byte for byte. What Elasticsearch refuses as a whole
 * is refused in its words, at the latest by {@link #end()}; until then bytes of earlier items have been handed out. Allocates
 * nothing per item. For one body, on the exchange's event loop.
 */
public final class BulkSplitter implements AutoCloseable {

    /** The place of items that are checked and counted, but whose bytes nobody wants. */
    public static final int DISCARD = -1;

    private static final String UNTERMINATED = "The bulk request must be terminated by a newline [\\n]";
    private static final byte[] LINE_FEED = {'\n'};

    private final BulkLimits limits;
    private final BulkGrammar grammar;
    private final Target target;
    private final BulkFramer framer;
    private final BulkActionCodec codec;
    private final Windows.Visitor windows = this::onWindow;

    private long offset;
    /** True iff an action line is read whose source line has not begun. */
    private boolean awaitsSource;
    /** True iff a source line has begun and not ended. */
    private boolean inSource;
    /** The action line whose source is awaited, if its window is gone. */
    private final LineBuffer held = new LineBuffer();

    private boolean isHeld;
    /** Where the item begins in the window, if it does so. */
    private int itemFrom;

    private int place;
    private int items;
    private @Nullable Reply refusal;

    /** Who decides where items go and takes their bytes. On the exchange's event loop. */
    public interface Target {

        /**
         * Where an item goes, asked before its first byte.
         *
         * @param action lent for the call
         * @param position the item's place in the bulk, from 0
         * @return a number from 0, or {@link #DISCARD}
         */
        int place(BulkAction action, int position);

        /**
         * Takes a piece of an item, in order: action line, source line, their line feeds.
         *
         * @param bytes lent for the call
         */
        void append(int place, byte[] bytes, int from, int to);

        /** The item is complete: its last line feed was the last byte appended. */
        void itemEnded(int place);
    }

    /**
     * @param url what the URL says for items whose lines are silent
     * @param grammar of the server that would have got the bulk
     */
    public BulkSplitter(BulkDefaults url, BulkLimits limits, BulkGrammar grammar, Target target) {
        this.limits = limits;
        this.grammar = grammar;
        this.target = target;
        this.framer = new BulkFramer(limits.maxActionLine());
        this.codec = new BulkActionCodec(url);
    }

    /**
     * Takes a piece of the body.
     *
     * @param lent of which the readable bytes are read; its indices stay
     * @return false once the bulk is refused; the rest need not be given then
     */
    public boolean write(ByteBuf lent) {
        if (refusal == null) {
            Windows.visit(lent, offset, windows);
            offset += lent.readableBytes();
        }
        return refusal == null;
    }

    /**
     * The body is complete.
     *
     * @return false if the bulk is refused
     */
    public boolean end() {
        if (refusal == null) {
            if (framer.isInLine() || inSource) {
                refusal = Reply.error(400, "illegal_argument_exception", UNTERMINATED);
            } else if (offset == 0) {
                refusal = Reply.error(400, "parse_exception", "request body is required");
            } else if (items == 0) {
                refusal = Reply.error(
                        400, "action_request_validation_exception", "Validation Failed: 1: no requests added;");
            }
        }
        return refusal == null;
    }

    /** Elasticsearch's answer to the whole bulk; null as long as nothing is wrong with it. */
    public @Nullable Reply refusal() {
        return refusal;
    }

    /** How many items were handed out, those that were discarded included. */
    public int items() {
        return items;
    }

    /** How many lines have ended, blank ones included. */
    public int lines() {
        return framer.lineNumber();
    }

    private boolean onWindow(byte[] bytes, int from, int to, long at) {
        framer.feed(bytes, from, to, at);
        itemFrom = from;
        while (refusal == null && !framer.isConsumed()) {
            if (awaitsSource) {
                beginItem();
                inSource = true;
            }
            if (inSource) {
                source();
            } else {
                refusal = action();
            }
        }
        if (awaitsSource && !isHeld && refusal == null) {
            hold(bytes, itemFrom, to - 1);
            // The line shall not point into a window that is gone.
            refusal = codec.read(held.bytes(), 0, held.length() - 1, framer.lineNumber());
        }
        return refusal == null;
    }

    private @Nullable Reply action() {
        boolean carried = framer.isInLine();
        itemFrom = framer.at();
        BulkFramer.Step step = framer.nextLine();
        if (step == BulkFramer.Step.MORE) {
            return null;
        }
        if (step == BulkFramer.Step.TOO_LONG) {
            String reason = "an action line is longer than " + limits.maxActionLine() + " bytes";
            return Reply.error(413, "illegal_argument_exception", reason);
        }
        if (framer.isBlank()) {
            return null;
        }
        Reply malformed = codec.read(framer.line(), framer.lineFrom(), framer.lineTo(), framer.lineNumber());
        if (malformed != null) {
            return malformed;
        }
        if (carried) {
            hold(framer.line(), framer.lineFrom(), framer.lineEnd());
        }
        awaitsSource = codec.line().action().hasSource();
        if (!awaitsSource) {
            beginItem();
            endItem(framer.at());
        }
        return null;
    }

    private void hold(byte[] bytes, int from, int to) {
        held.clear().raw(bytes, from, to - from).raw(LINE_FEED, 0, 1);
        isHeld = true;
    }

    private void beginItem() {
        awaitsSource = false;
        place = target.place(codec.line(), items++);
        if (isHeld) {
            append(held.bytes(), 0, held.length());
            isHeld = false;
            itemFrom = framer.at();
        }
    }

    private void source() {
        int feed = framer.lineFeed();
        inSource = feed < 0;
        framer.moveTo(inSource ? framer.limit() : feed + 1, !inSource);
        if (inSource) {
            append(framer.window(), itemFrom, framer.limit());
            itemFrom = framer.limit();
        } else {
            endItem(framer.at());
        }
    }

    private void endItem(int to) {
        append(framer.window(), itemFrom, to);
        if (place != DISCARD) {
            target.itemEnded(place);
        }
        itemFrom = to;
    }

    private void append(byte[] bytes, int from, int to) {
        if (place != DISCARD && from < to) {
            target.append(place, bytes, from, to);
        }
    }

    /** Forgets what is held of an unfinished item. */
    @Override
    public void close() {
        held.clear();
    }

    @Override
    public String toString() {
        return "bulk of " + items + " items so far, as " + grammar;
    }
}
