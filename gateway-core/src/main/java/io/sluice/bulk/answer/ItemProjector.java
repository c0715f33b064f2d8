package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;

/** Copies the parts of an item's result that a view shows, byte for byte. Reused; for one thread. */
final class ItemProjector {

    private static final int RESULT = 2;

    private final ResultView view;
    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);

    /** Whether a part of the item is written. */
    private boolean begun;

    private int nameFrom;
    private int nameTo;

    ItemProjector(ResultView view) {
        this.view = view;
    }

    /** Writes what is shown of the item [from, to), if there is something; false if it is no result of an item. */
    boolean project(byte[] bytes, int from, int to, ByteBuf out) {
        tokenizer.reset(from, 1);
        tokenizer.feed(bytes, from, to, from);
        begun = false;
        if (tokenizer.next() != JsonToken.OBJECT || tokenizer.next() != JsonToken.NAME || !nameAndObject()) {
            return false;
        }
        int operationFrom = nameFrom;
        int operationTo = nameTo;
        JsonToken token = tokenizer.next();
        while (token == JsonToken.NAME) {
            boolean shown = isShown();
            takeName();
            do {
                token = tokenizer.skipTo(RESULT);
            } while (token == JsonToken.OVERSIZED);
            if (token == JsonToken.FAILED || token == JsonToken.MORE) {
                return false;
            }
            if (shown) {
                lead(bytes, operationFrom, operationTo, out);
                out.writeBytes(bytes, nameFrom, (int) tokenizer.tokenTo() - nameFrom);
            }
            token = tokenizer.next();
        }
        if (begun) {
            out.writeByte('}').writeByte('}');
        }
        return token == JsonToken.OBJECT_END && tokenizer.next() == JsonToken.OBJECT_END;
    }

    private boolean nameAndObject() {
        takeName();
        return tokenizer.next() == JsonToken.OBJECT;
    }

    private void takeName() {
        nameFrom = (int) tokenizer.tokenFrom();
        nameTo = (int) tokenizer.tokenTo();
    }

    private void lead(byte[] bytes, int operationFrom, int operationTo, ByteBuf out) {
        if (begun) {
            out.writeByte(',');
            return;
        }
        begun = true;
        out.writeByte('{').writeBytes(bytes, operationFrom, operationTo - operationFrom);
        out.writeByte(':').writeByte('{');
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
