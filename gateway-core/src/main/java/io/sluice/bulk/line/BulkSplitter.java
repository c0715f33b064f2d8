package io.sluice.bulk.line;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Reply;
import io.sluice.bulk.verdict.BulkChecks;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.json.JsonBuffer;
import io.sluice.json.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Takes a bulk apart while it streams: checks the grammar, asks where each item goes, and hands its bytes there. Blank lines
 * where an action is expected are dropped; everything else is passed on byte for byte. A bulk that Elasticsearch refuses as a
 * whole is refused in its words, at the latest by {@link #end()}; bytes of earlier items may have been handed out by then.
 * Allocates nothing per item. For one body, on the exchange's event loop.
 */
public final class BulkSplitter implements AutoCloseable {

    /** The group of items that are checked and counted, but not sent. */
    public static final int DISCARD = -1;

    /** Stops before the item: it is asked for again by {@link #resume}. */
    public static final int PAUSE = -2;

    private static final String UNTERMINATED = "The bulk request must be terminated by a newline [\\n]";
    private static final byte[] LINE_FEED = {'\n'};

    private final BulkLimits limits;
    private final Target target;
    private final BulkFramer framer;
    private final BulkActionCodec codec;
    private final BulkChecks checks;
    private final Windows.Visitor windows = this::onWindow;

    private Phase phase = Phase.ACTION;
    private long offset;
    private byte last = '\n';

    /** The action line whose source is awaited, after its window has ended. */
    private final JsonBuffer held = new JsonBuffer();

    private boolean isHeld;
    /** The start of the item in the window, if it begins there. */
    private int itemFrom;

    /** Whether the current action differs from the one before only in its id. */
    private boolean repeated;

    private int place;
    /** Whether the current item waits for a place. */
    private boolean paused;
    /** How many bytes of the current chunk were taken. */
    private int taken;

    private int items;
    private @Nullable Reply refusal;

    /** The part to which the next byte belongs. */
    private enum Phase {
        ACTION,
        /** The first byte of a source line. */
        SOURCE_BEGIN,
        SOURCE,
        /** A line that the server passes over. */
        PASSED_OVER
    }

    /** Decides where items go and takes their bytes. On the exchange's event loop. */
    public interface Target {

        /**
         * Where an item goes, asked before its first byte. Not asked about items that make the server refuse the whole bulk, as far
         * as their action shows it.
         *
         * @param action valid until the item's first piece was appended
         * @param position the item's place in the bulk, from 0
         * @return a number from 0, {@link #DISCARD} or {@link #PAUSE}
         */
        int place(BulkLine action, int position);

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
        this(url, limits, grammar, target, BulkChecks.of(grammar, limits.maxActionLine(), limits.maxRejections()));
    }

    private BulkSplitter(BulkDefaults url, BulkLimits limits, BulkGrammar grammar, Target target, BulkChecks checks) {
        this.limits = limits;
        this.target = target;
        this.framer = new BulkFramer(limits.maxActionLine());
        this.codec = new BulkActionCodec(url, grammar);
        this.checks = checks;
    }

    /** Splits a bulk that another splitter with this grammar has found valid: its items are not judged again. */
    public static BulkSplitter ofValid(BulkDefaults url, BulkLimits limits, BulkGrammar grammar, Target target) {
        return new BulkSplitter(url, limits, grammar, target, BulkChecks.DONE);
    }

    /**
     * Takes a piece of the body.
     *
     * @param lent of which the readable bytes are read; its indices stay
     * @return false once the bulk is refused, and the rest need not be given then, or where it {@link #isPaused}
     */
    public boolean write(ByteBuf lent) {
        taken = 0;
        if (refusal == null && lent.isReadable()) {
            Windows.visit(lent, offset, windows);
            taken = paused ? (int) (framer.offset() - offset) : lent.readableBytes();
            offset += taken;
            last = taken == 0 ? last : lent.getByte(lent.readerIndex() + taken - 1);
        }
        return refusal == null && !paused;
    }

    /** Whether an item waits for a place: {@link #resume} is to follow before anything else is given. */
    public boolean isPaused() {
        return paused;
    }

    /** How many bytes of the chunk that was given last were taken: all, unless it {@link #isPaused}. */
    public int taken() {
        return taken;
    }

    /**
     * Asks once more where the item goes before which it stopped; behind {@link #taken} the body goes on.
     *
     * @return false if the answer is {@link #PAUSE} again
     */
    public boolean resume() {
        paused = false;
        if (placeItem(target.place(codec.line(), items))) {
            if (codec.line().action().hasSource()) {
                phase = Phase.SOURCE;
            } else {
                endItem(framer.at());
            }
        }
        return !paused;
    }

    /**
     * The body is complete.
     *
     * @return false if the bulk is refused
     */
    public boolean end() {
        if (refusal == null) {
            try {
                checkWhole();
            } catch (Malformed e) {
                refusal = e.reply();
            }
        }
        return refusal == null;
    }

    private void checkWhole() throws Malformed {
        if (offset == 0) {
            throw new Malformed(400, "parse_exception", "request body is required");
        }
        if (last != '\n') {
            throw Malformed.argument(UNTERMINATED);
        }
        checks.bodyEnded(items);
    }

    /** Elasticsearch's answer to the whole bulk; null while nothing is wrong with it. */
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
        try {
            while (!paused && !framer.isConsumed()) {
                switch (phase) {
                    case ACTION -> action();
                    case SOURCE_BEGIN -> phase = beginItem() ? Phase.SOURCE : Phase.ACTION;
                    case SOURCE -> source();
                    case PASSED_OVER -> phase = endsLine() ? Phase.ACTION : Phase.PASSED_OVER;
                }
            }
            if (phase == Phase.SOURCE_BEGIN && !isHeld) {
                keepAction();
            }
        } catch (Malformed e) {
            refusal = e.reply();
        }
        return refusal == null && !paused;
    }

    // The line must not point into a window that has ended.
    private void keepAction() {
        hold(framer.window(), itemFrom, framer.at() - 1);
        codec.line().move(framer.window(), itemFrom, held.bytes());
    }

    private void action() throws Malformed {
        boolean carried = framer.isInLine();
        itemFrom = framer.at();
        BulkFramer.Step step = framer.nextLine();
        if (step == BulkFramer.Step.TOO_LONG) {
            throw new Malformed(
                    413,
                    "illegal_argument_exception",
                    "an action line is longer than " + limits.maxActionLine() + " bytes");
        }
        if (step == BulkFramer.Step.LINE && !framer.isBlank()) {
            switch (codec.read(framer.line(), framer.lineFrom(), framer.lineEnd(), framer.lineNumber())) {
                case NONE -> {}
                case UNKNOWN -> phase = Phase.PASSED_OVER;
                case KNOWN -> known(carried);
            }
        }
    }

    private void known(boolean carried) throws Malformed {
        if (carried) {
            hold(framer.line(), framer.lineFrom(), framer.lineEnd());
        }
        repeated = codec.isRepeated();
        checks.actionEnded(codec.line(), framer.lineNumber());
        if (codec.line().action().hasSource()) {
            phase = Phase.SOURCE_BEGIN;
        } else if (beginItem()) {
            endItem(framer.at());
        }
    }

    private void hold(byte[] bytes, int from, int to) {
        held.clear().raw(bytes, from, to - from).raw(LINE_FEED, 0, 1);
        isHeld = true;
    }

    // A line that is refused is not sent, and no visitor is asked about it.
    private boolean beginItem() {
        boolean good = checks.accepts(codec.line(), repeated);
        int to = good ? target.place(codec.line(), items) : DISCARD;
        if (to == PAUSE && !isHeld) {
            keepAction();
        }
        return placeItem(to);
    }

    private boolean placeItem(int to) {
        paused = to == PAUSE;
        if (paused) {
            return false;
        }
        place = to;
        items++;
        if (isHeld) {
            append(held.bytes(), 0, held.length());
            isHeld = false;
            itemFrom = framer.at();
        }
        checks.itemBegins(codec.line());
        return true;
    }

    private void source() throws Malformed {
        int from = framer.at();
        boolean ends = endsLine();
        if (ends) {
            checks.sourceEnded(codec.line(), framer.lineNumber(), framer.window(), from, framer.at() - 1);
            endItem(framer.at());
            phase = Phase.ACTION;
        } else {
            checks.sourcePiece(codec.line(), framer.window(), from, framer.at());
            append(framer.window(), itemFrom, framer.limit());
            itemFrom = framer.limit();
        }
    }

    /** Goes to the end of the line or of the window; whether the line ends first. */
    private boolean endsLine() {
        int feed = framer.lineFeed();
        framer.moveTo(feed < 0 ? framer.limit() : feed + 1, feed >= 0);
        return feed >= 0;
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

    /** Discards the held part of an unfinished item. */
    @Override
    public void close() {
        held.clear();
        checks.close();
    }
}
