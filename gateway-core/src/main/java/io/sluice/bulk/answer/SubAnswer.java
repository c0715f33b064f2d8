package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.json.Windows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server's answer to one sub-request, while it arrives: reads its head, finds the bounds of items, and keeps chunks with
 * items that were not taken yet unchanged. An answer is broken unless it is complete and has as many items as were sent. What
 * follows the items is skipped. On the exchange's event loop.
 */
public final class SubAnswer implements ItemSource {

    private enum Stage {
        HEAD,
        /** Before the first item, or the end. */
        FIRST,
        /** Behind a comma. */
        NEXT,
        IN_ITEM,
        BEHIND_ITEM,
        TAIL,
        ENDED,
        BROKEN
    }

    private int asked;
    private final long longestItem;
    private final AnswerHead head = new AnswerHead();
    private final ItemScanner scanner = new ItemScanner();
    private final PendingItems pending = new PendingItems();
    private final Windows.Visitor windows = this::onWindow;

    private Stage stage = Stage.HEAD;
    /** Whether the head was read; stays true if the answer breaks later. */
    private boolean headRead;

    private @Nullable String broken;
    /** Whether it ended before it was complete, or is read no further. */
    private boolean isCut;

    private long received;
    /** The offset behind the bracket that opens the items. */
    private long itemsFrom;

    private int found;
    /** The end of the last item that was found. */
    private long lastEnd;
    /** The current chunk; lends its allocator. */
    private @Nullable ByteBuf chunk;

    /**
     * Begins an answer with status 200.
     *
     * @param asked how many items the sub-request had
     */
    public SubAnswer(int asked) {
        this(asked, Long.MAX_VALUE);
    }

    /**
     * Begins an answer with status 200 that comes from outside.
     *
     * @param asked how many items the sub-request had
     * @param longestItem how many bytes an item may have, with the white space before it; of an answer with more no more is held, and it
     *     is broken as if it ended there
     */
    public SubAnswer(int asked, long longestItem) {
        this.asked = asked;
        this.longestItem = longestItem;
    }

    /**
     * The sub-request had more items than were known when the answer began: an answer without them is broken.
     *
     * @param items all of the sub-request
     */
    public void asked(int items) {
        boolean isOver = stage == Stage.TAIL || stage == Stage.ENDED;
        asked = items;
        if (isOver && found < asked) {
            failTooFew();
            pending.release();
        }
    }

    /** Takes the next bytes of the answer; the buffer is given away. Bytes of an answer that is broken are only released. */
    public void write(ByteBuf given) {
        if (stage == Stage.BROKEN || stage == Stage.ENDED || !given.isReadable()) {
            given.release();
            return;
        }
        long offset = received;
        received += given.readableBytes();
        chunk = given;
        Windows.visit(given, offset, windows);
        chunk = null;
        if (isNeeded(offset)) {
            keep(given, offset);
        } else {
            given.release();
        }
        boundItem();
        if (stage == Stage.TAIL || isCut) {
            pending.complete();
        } else if (stage == Stage.BROKEN) {
            pending.release();
        }
    }

    /** White space counts too: it is held until an item follows, or the end. */
    private void boundItem() {
        boolean inItems = stage != Stage.HEAD && stage != Stage.TAIL && stage != Stage.BROKEN;
        if (inItems && received - lastEnd > longestItem) {
            fail("it has an item of more than the " + longestItem + " bytes that are held");
            isCut = true;
        }
    }

    /** Whether the chunk at the offset has bytes of items. */
    private boolean isNeeded(long offset) {
        return switch (stage) {
            case HEAD, ENDED, BROKEN -> false;
            case FIRST, NEXT, IN_ITEM, BEHIND_ITEM -> itemsFrom < received;
            case TAIL -> lastEnd > offset;
        };
    }

    private void keep(ByteBuf given, long offset) {
        long from = Math.max(offset, itemsFrom);
        pending.add(given.skipBytes((int) (from - offset)), from);
    }

    private boolean onWindow(byte[] bytes, int from, int to, long offset) {
        int at = from;
        if (stage == Stage.HEAD) {
            at = head.read(bytes, from, to, offset);
            if (head.broken() != null) {
                fail(head.broken());
                return false;
            }
            if (at < 0) {
                return true;
            }
            headRead = true;
            itemsFrom = offset + at - from;
            lastEnd = itemsFrom;
            stage = Stage.FIRST;
        }
        if (stage != Stage.TAIL) {
            at = items(bytes, at, to, offset - from);
        }
        if (stage == Stage.TAIL && at < to) {
            head.readTail(bytes, at, to, offset + at - from);
            if (head.broken() != null) {
                fail(head.broken());
            }
        }
        return stage != Stage.BROKEN;
    }

    /** Goes to the end of the window, or to the bracket that ends the items. */
    private int items(byte[] bytes, int from, int to, long base) {
        int i = from;
        while (i < to && stage != Stage.BROKEN) {
            if (stage == Stage.IN_ITEM) {
                i = scanner.scan(bytes, i, to);
                ends(base);
                continue;
            }
            byte c = bytes[i];
            if (c == ',' && stage == Stage.BEHIND_ITEM) {
                stage = Stage.NEXT;
            } else if (c == '{' && stage != Stage.BEHIND_ITEM) {
                stage = Stage.IN_ITEM;
                scanner.begin();
            } else if (c == ']' && stage != Stage.NEXT) {
                endItems();
                return i;
            } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                fail("its items are not a list of objects");
            }
            i++;
        }
        return i;
    }

    private void ends(long base) {
        int count = scanner.found();
        if (count > 0 && chunk != null) {
            found += count;
            lastEnd = base + scanner.end(count - 1);
            pending.ends(scanner, base, chunk.alloc());
        }
        if (found > asked) {
            fail("it has more items than the " + asked + " that were asked");
        } else if (!scanner.isOpen()) {
            stage = Stage.BEHIND_ITEM;
        }
    }

    private void endItems() {
        if (found < asked) {
            failTooFew();
        } else {
            stage = Stage.TAIL;
        }
    }

    private void failTooFew() {
        fail("it has " + found + " of the " + asked + " items that were asked");
    }

    private void fail(@Nullable String reason) {
        stage = Stage.BROKEN;
        broken = reason;
    }

    /** The answer has no more bytes. If it is incomplete now, it is broken. */
    public void end() {
        if (stage == Stage.TAIL) {
            head.end();
            if (head.broken() == null) {
                stage = Stage.ENDED;
                return;
            }
        }
        if (stage != Stage.BROKEN && stage != Stage.ENDED) {
            fail("it is cut off");
            isCut = true;
        }
    }

    /** Whether it is broken only because the rest is missing, so that {@link #completedBy} can show the received results. */
    public boolean isCut() {
        return isCut && headRead;
    }

    /**
     * The results that came before the answer was cut off and were not taken, then others in place of the rest. Both are given away.
     *
     * @param failed stands for all items of the sub-request
     * @throws IllegalStateException if it is not {@link #isCut cut}
     */
    public ItemSource completedBy(FailedItems failed) {
        if (!isCut()) {
            throw new IllegalStateException("the answer is not cut off");
        }
        return new CutItems(this, failed);
    }

    /** The number of complete items that came, with those that were taken. */
    int found() {
        return found;
    }

    /** The number of complete items that came and were not taken. */
    int arrived() {
        return pending.count();
    }

    /** Whether a complete item came that was not taken. */
    public boolean hasArrived() {
        return arrived() > 0;
    }

    /** Takes items that came before the answer was cut off. */
    void takeArrived(int count, @Nullable ByteBuf out) {
        pending.take(count, out);
    }

    /** Shows the complete items that were not taken yet, without taking them. */
    public void visit(PendingItems.Visitor visitor) {
        pending.visit(visitor);
    }

    @Override
    public boolean headRead() {
        return headRead;
    }

    @Override
    public List<HeadMember> head() {
        return headRead ? head.members() : List.of();
    }

    @Override
    public boolean errors() {
        return head.errors();
    }

    @Override
    public long took() {
        return head.took();
    }

    @Override
    public long ingestTook() {
        return head.ingestTook();
    }

    @Override
    public int ready() {
        return stage == Stage.BROKEN ? 0 : pending.count();
    }

    @Override
    public void writeNext(int count, ByteBuf out) {
        pending.take(count, out);
    }

    @Override
    public void skipNext(int count) {
        pending.take(count, null);
    }

    @Override
    public long buffered() {
        return pending.held();
    }

    @Override
    public boolean ended() {
        return stage == Stage.ENDED;
    }

    @Override
    public @Nullable String broken() {
        return broken;
    }

    @Override
    public void close() {
        if (stage != Stage.ENDED) {
            stage = Stage.BROKEN;
        }
        pending.release();
    }
}
