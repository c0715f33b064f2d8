package io.sluice.bulk.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import java.util.Iterator;

/**
 * Iterates again over the items of a bulk that were sent, in lent buffers that stay unchanged. For one thread.
 */
public final class RequestItems {

    private static final int WINDOW = 16 << 10;

    private final Iterator<ByteBuf> buffers;
    private final BulkFramer framer = new BulkFramer(Integer.MAX_VALUE);
    private final BulkActionCodec codec;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    /** The index of the first byte of the buffer that was not fed. */
    private int index;

    private long fed;
    private byte[] scratch = {};
    private long from;
    /** Whether a source line follows the last action line. */
    private boolean sourceFollows;

    private boolean over;

    public RequestItems(SentItems lent) {
        buffers = lent.buffers().iterator();
        codec = new BulkActionCodec(lent.defaults(), BulkGrammar.TOLERANT);
    }

    /** Goes to the next item; false if there is none, or what comes is not the start of one. */
    public boolean next() {
        if (sourceFollows) {
            end();
        }
        while (!over) {
            from = framer.offset();
            if (!line()) {
                break;
            }
            if (!framer.isBlank()) {
                over = !readsAction();
                sourceFollows = !over && codec.line().operation().hasSource();
                return !over;
            }
        }
        over = true;
        return false;
    }

    private boolean readsAction() {
        try {
            return codec.read(framer.line(), framer.lineFrom(), framer.lineTo(), framer.lineNumber())
                    == ActionKind.KNOWN;
        } catch (Malformed e) {
            return false;
        }
    }

    private boolean line() {
        while (framer.nextLine() != BulkFramer.Step.LINE) {
            if (!feed()) {
                return false;
            }
        }
        return true;
    }

    private boolean feed() {
        while (index == buffer.writerIndex()) {
            if (!buffers.hasNext()) {
                return false;
            }
            buffer = buffers.next();
            index = buffer.readerIndex();
        }
        int length = Math.min(WINDOW, buffer.writerIndex() - index);
        if (buffer.hasArray()) {
            int start = buffer.arrayOffset() + index;
            framer.feed(buffer.array(), start, start + length, fed);
        } else {
            if (scratch.length == 0) {
                scratch = new byte[WINDOW];
            }
            buffer.getBytes(index, scratch, 0, length);
            framer.feed(scratch, 0, length, fed);
        }
        index += length;
        fed += length;
        return true;
    }

    /** The item's action; valid until the next call. */
    public BulkLine action() {
        return codec.line();
    }

    /** The offset of the item's first byte among all bytes. */
    public long from() {
        return from;
    }

    /** Skips the item's source; the offset after the item, or -1 if the bytes end before it. */
    public long end() {
        if (sourceFollows) {
            sourceFollows = false;
            int feed = framer.lineFeed();
            while (feed < 0) {
                framer.moveTo(framer.limit(), false);
                if (!feed()) {
                    over = true;
                    return -1;
                }
                feed = framer.lineFeed();
            }
            framer.moveTo(feed + 1, true);
        }
        return framer.offset();
    }
}
