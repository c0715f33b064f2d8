package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;

/** Leaves of an item's result what a view shows, byte for byte. Reused; for one thread. */
final class ItemProjector {

    private static final int RESULT = 2;

    private final ResultView view;
    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);

    /** True iff something of the item is written. */
    private boolean begun;

    private int nameFrom;
    private int nameTo;

    ItemProjector(ResultView view) {
        this.view = view;
    }

    /** What became of an item. */
    enum Projected {
        WRITTEN,
        /** Nothing of it is shown. */
        EMPTY,
        /** It is no result of an item. */
        BROKEN
    }

    /**
     * Writes what is shown of the item [from, to).
     *
     * @param comma whether another item was written before
     */
    Projected project(byte[] bytes, int from, int to, ByteBuf out, boolean comma) {
        tokenizer.reset(from, 1);
        tokenizer.feed(bytes, from, to, from);
        begun = false;
        if (tokenizer.next() != JsonToken.OBJECT || tokenizer.next() != JsonToken.NAME || !nameAndObject()) {
            return Projected.BROKEN;
        }
        int operationFrom = nameFrom;
        int operationTo = nameTo;
        while (true) {
            JsonToken token = tokenizer.next();
            if (token != JsonToken.NAME) {
                return token == JsonToken.OBJECT_END ? end(out) : Projected.BROKEN;
            }
            boolean shown = isShown();
            takeName();
            token = tokenizer.skipTo(RESULT);
            if (token == JsonToken.FAILED || token == JsonToken.MORE) {
                return Projected.BROKEN;
            }
            if (shown) {
                lead(bytes, operationFrom, operationTo, out, comma);
                out.writeBytes(bytes, nameFrom, (int) tokenizer.tokenTo() - nameFrom);
            }
        }
    }

    private boolean nameAndObject() {
        takeName();
        return tokenizer.next() == JsonToken.OBJECT;
    }

    private void takeName() {
        nameFrom = (int) tokenizer.tokenFrom();
        nameTo = (int) tokenizer.tokenTo();
    }

    private void lead(byte[] bytes, int operationFrom, int operationTo, ByteBuf out, boolean comma) {
        if (begun) {
            out.writeByte(',');
            return;
        }
        begun = true;
        if (comma) {
            out.writeByte(',');
        }
        out.writeByte('{').writeBytes(bytes, operationFrom, operationTo - operationFrom);
        out.writeByte(':').writeByte('{');
    }

    private Projected end(ByteBuf out) {
        if (tokenizer.next() != JsonToken.OBJECT_END) {
            return Projected.BROKEN;
        }
        if (!begun) {
            return Projected.EMPTY;
        }
        out.writeByte('}').writeByte('}');
        return Projected.WRITTEN;
    }

    private boolean isShown() {
        for (ItemField field : ItemField.values()) {
            if (TokenText.is(tokenizer, field.key())) {
                return view.shows(field);
            }
        }
        return view.showsOthers();
    }
}
