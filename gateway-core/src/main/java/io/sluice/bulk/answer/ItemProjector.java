package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies the parts of an item's result that a view shows, byte for byte. Reused; for one thread. */
final class ItemProjector {

    private static final int RESULT = 2;
    private static final int INNER = 3;

    private final ItemView view;
    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);

    private byte[] bytes = {};
    private int operationFrom;
    private int operationTo;
    /** Whether a part of the item is written. */
    private boolean begun;

    ItemProjector(ItemView view) {
        this.view = view;
    }

    /** Writes what is shown of the item [from, to), if there is something; false if it is no result of an item. */
    boolean project(byte[] item, int from, int to, ByteBuf out) {
        bytes = item;
        tokenizer.reset(from, 1);
        tokenizer.feed(item, from, to, from);
        begun = false;
        if (tokenizer.next() != JsonToken.OBJECT || tokenizer.next() != JsonToken.NAME || !operationAndObject()) {
            return false;
        }
        JsonToken token = tokenizer.next();
        while (token == JsonToken.NAME) {
            String name = known();
            Set<String> inner = name == null ? null : view.inner(name);
            boolean shown = name == null ? view.showsOthers() : view.shows(name);
            if (!(inner == null ? copy(RESULT, shown, out) : copyInner(inner, out))) {
                return false;
            }
            token = tokenizer.next();
        }
        if (begun) {
            out.writeByte('}').writeByte('}');
        }
        return token == JsonToken.OBJECT_END && tokenizer.next() == JsonToken.OBJECT_END;
    }

    private boolean operationAndObject() {
        operationFrom = (int) tokenizer.tokenFrom();
        operationTo = (int) tokenizer.tokenTo();
        return tokenizer.next() == JsonToken.OBJECT;
    }

    /** The member's name if the view has it; null for others. */
    private @Nullable String known() {
        for (String name : view.names()) {
            if (TokenText.is(tokenizer, name)) {
                return name;
            }
        }
        return null;
    }

    /** Goes over the member whose name was the last token, at that depth, and copies it if it is shown; false if it is broken. */
    private boolean copy(int depth, boolean shown, ByteBuf out) {
        int from = (int) tokenizer.tokenFrom();
        if (!skip(depth)) {
            return false;
        }
        if (shown) {
            lead(out);
            out.writeBytes(bytes, from, (int) tokenizer.tokenTo() - from);
        }
        return true;
    }

    private boolean skip(int depth) {
        return isGood(tokenizer.skipTo(depth));
    }

    private static boolean isGood(JsonToken token) {
        return token != JsonToken.FAILED && token != JsonToken.MORE;
    }

    /** Goes over the member whose name was the last token, and copies those of its own members; false if it is broken. */
    private boolean copyInner(Set<String> names, ByteBuf out) {
        int from = (int) tokenizer.tokenFrom();
        int to = (int) tokenizer.tokenTo();
        JsonToken token = tokenizer.next();
        if (token == JsonToken.ARRAY || token == JsonToken.OVERSIZED) {
            return skip(RESULT);
        }
        if (token != JsonToken.OBJECT) {
            return isGood(token);
        }
        boolean any = false;
        token = tokenizer.next();
        while (token == JsonToken.NAME) {
            int member = (int) tokenizer.tokenFrom();
            boolean shown = names.stream().anyMatch(name -> TokenText.is(tokenizer, name));
            if (!skip(INNER)) {
                return false;
            }
            if (shown) {
                if (any) {
                    out.writeByte(',');
                } else {
                    lead(out);
                    out.writeBytes(bytes, from, to - from).writeByte(':').writeByte('{');
                    any = true;
                }
                out.writeBytes(bytes, member, (int) tokenizer.tokenTo() - member);
            }
            token = tokenizer.next();
        }
        if (any) {
            out.writeByte('}');
        }
        return token == JsonToken.OBJECT_END;
    }

    private void lead(ByteBuf out) {
        if (begun) {
            out.writeByte(',');
            return;
        }
        begun = true;
        out.writeByte('{').writeBytes(bytes, operationFrom, operationTo - operationFrom);
        out.writeByte(':').writeByte('{');
    }
}
