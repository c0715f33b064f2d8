package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Reply;
import io.sluice.bulk.line.BulkRejections;
import io.sluice.json.BodySide;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import io.sluice.json.PrettyJson;
import io.sluice.json.Splicer;
import io.sluice.json.Windows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Inserts the results of rejected items into the answer of the bulk that was sent without them, and sets {@code errors} to true.
 * Each gets its position; if the client asked for an answer without some items, positions are unknown, and the results stand
 * behind the items that the answer has. An answer without {@code items} gets them. Lays the results out as the answer is; an error
 * of the whole bulk passes untouched, an answer that is not JSON is refused with 502. For one response body, on the exchange's
 * event loop.
 */
public final class RejectedItemsInserter implements ByteStage {

    private static final byte[] ERRORS = "errors".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ITEMS = "items".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ERROR = "error".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = {','};
    private static final byte[] OPEN_ITEMS = "\"items\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE_ITEMS = {']'};
    private static final byte[] OPEN_LAID_OUT = "\n  \"items\" : [".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE_LAID_OUT = "]\n".getBytes(StandardCharsets.US_ASCII);
    /** What stands before an item, and before the end of the items, in an answer that is laid out for people. */
    private static final byte[] BEFORE_ITEM = "\n    ".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] AFTER_ITEMS = "\n  ".getBytes(StandardCharsets.US_ASCII);

    private static final int MEMBERS = 1;
    private static final int ELEMENTS = 2;

    private final BulkRejections rejections;
    /** The answer has all items that were sent. */
    private final boolean hasEach;

    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);
    private final Splicer splicer = new Splicer();
    private final Windows.Visitor windows = this::onWindow;
    private final PrettyJson pretty = new PrettyJson(ELEMENTS, JsonLimits.DEFAULT);

    /** The offset of the answer's object; -1 before it has begun. */
    private long begun = -1;
    /** A name of the answer's object has come. */
    private boolean anyName;
    /** The answer is laid out for people; known once a name has come. */
    private boolean laidOut;

    /** Whether the current member is the one; false again at the next. */
    private boolean atErrors;

    private boolean atItems;
    /** The answer needs no {@code items} of the gateway's: it has its own, or is an error. */
    private boolean hasItems;
    /** Whether an item of the upstream has begun and not ended. */
    private boolean inItem;
    /** How many items of the upstream have begun. */
    private int relayed;

    private int inserted;
    private @Nullable Reply refusal;

    /**
     * Begins an answer with status 200.
     *
     * @param rejections of a {@code BulkRewriter} whose body has ended
     * @param hasEach whether the answer has all items that were sent
     */
    public RejectedItemsInserter(BulkRejections rejections, boolean hasEach) {
        this.rejections = rejections;
        this.hasEach = hasEach;
        tokenizer.capture(true);
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        splicer.beginChunk(lent, out);
        Windows.visit(lent, splicer.chunkFrom(), windows);
        endChunk(out);
    }

    private boolean onWindow(byte[] bytes, int from, int to, long offset) {
        tokenizer.feed(bytes, from, to, offset);
        while (true) {
            JsonToken token = inItem ? tokenizer.skipTo(ELEMENTS) : tokenizer.next();
            switch (token) {
                case MORE -> {
                    // A value of {@code errors} that is cut by the window is held back, as it may have to be replaced.
                    if (!atErrors) {
                        splicer.keepTo(tokenizer.position());
                    }
                    return true;
                }
                case FAILED -> {
                    refusal = tokenizer.failure().reply(BodySide.ANSWER);
                    return false;
                }
                case NAME -> name();
                default -> value(token);
            }
        }
    }

    private void name() {
        if (tokenizer.depth() == MEMBERS) {
            laidOut |= !anyName && tokenizer.tokenFrom() > begun + 1;
            anyName = true;
            atErrors = nameIs(ERRORS);
            atItems = nameIs(ITEMS);
            hasItems |= atItems || nameIs(ERROR);
        }
    }

    private boolean nameIs(byte[] name) {
        int from = tokenizer.contentFrom();
        return Arrays.equals(tokenizer.content(), from, from + tokenizer.contentLength(), name, 0, name.length);
    }

    private void value(JsonToken token) {
        int depth = tokenizer.depth();
        if (begun < 0) {
            begun = tokenizer.tokenFrom();
        } else if (inItem) {
            inItem = false;
        } else if (atErrors && depth == MEMBERS) {
            if (token == JsonToken.FALSE) {
                splicer.keepTo(tokenizer.tokenFrom());
                splicer.insert(TRUE);
                splicer.dropTo(tokenizer.tokenTo());
            }
            atErrors = false;
        } else if (atItems && depth == ELEMENTS + 1 && token == JsonToken.OBJECT) {
            splicer.keepTo(tokenizer.tokenFrom());
            if (hasEach) {
                insertBefore(relayed);
            }
            relayed++;
            inItem = true;
        } else if (atItems && depth == MEMBERS && token == JsonToken.ARRAY_END) {
            splicer.keepTo(tokenizer.tokenFrom());
            insertRest();
            atItems = false;
        } else if (depth == 0 && token == JsonToken.OBJECT_END && !hasItems) {
            splicer.keepTo(tokenizer.tokenFrom());
            insertItems();
        }
    }

    private void insertItems() {
        laidOut |= !anyName && tokenizer.tokenFrom() > begun + 1;
        if (anyName) {
            splicer.insert(COMMA);
        }
        splicer.insert(laidOut ? OPEN_LAID_OUT : OPEN_ITEMS);
        insertRest();
        splicer.insert(laidOut ? CLOSE_LAID_OUT : CLOSE_ITEMS);
    }

    private void insertBefore(int item) {
        while (inserted < rejections.count() && rejections.position(inserted) == item + inserted) {
            insert();
            splicer.insert(COMMA);
            if (laidOut) {
                splicer.insert(BEFORE_ITEM);
            }
        }
    }

    private void insertRest() {
        boolean some = inserted < rejections.count();
        while (inserted < rejections.count()) {
            if (relayed + inserted > 0) {
                splicer.insert(COMMA);
            }
            if (laidOut) {
                splicer.insert(BEFORE_ITEM);
            }
            insert();
        }
        if (some && laidOut) {
            splicer.insert(AFTER_ITEMS);
        }
    }

    private void insert() {
        int from = rejections.from(inserted);
        int to = rejections.to(inserted);
        ByteBuf item = Unpooled.buffer(laidOut ? 2 * (to - from) : 0);
        if (laidOut && pretty.write(rejections.bytes(), from, to, item)) {
            splicer.insert(item.array(), 0, item.writerIndex());
        } else {
            splicer.insert(rejections.bytes(), from, to - from);
        }
        inserted++;
    }

    @Override
    public void end(ByteSink out) {
        splicer.beginEnd(out);
        endChunk(out);
    }

    private void endChunk(ByteSink out) {
        if (refusal == null) {
            splicer.endChunk();
        } else {
            splicer.release();
            out.refuse(refusal);
        }
    }

    @Override
    public void close() {
        splicer.release();
    }
}
