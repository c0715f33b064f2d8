package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;

/**
 * Lays out an item's result as servers do that are asked with {@code pretty}; one that is laid out so stays as it is. Reused; for
 * one thread.
 */
final class PrettyItem {

    /** How deep items stand in the answer. */
    private static final int DEPTH = 2;

    private static final byte[] COLON = {' ', ':', ' '};

    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);

    /** Writes the item [from, to), which must be one JSON object; false if it is not. */
    boolean write(byte[] bytes, int from, int to, ByteBuf out) {
        tokenizer.reset(from, 1);
        tokenizer.feed(bytes, from, to, from);
        JsonToken before = JsonToken.NAME;
        JsonToken token = tokenizer.next();
        if (token != JsonToken.OBJECT) {
            return false;
        }
        while (token != JsonToken.MORE && token != JsonToken.FAILED) {
            if (token != JsonToken.OVERSIZED) {
                lead(before, token, out);
                int start = (int) tokenizer.tokenFrom();
                out.writeBytes(bytes, start, (int) tokenizer.tokenTo() - start);
                if (token == JsonToken.NAME) {
                    out.writeBytes(COLON);
                }
                before = token;
            }
            token = tokenizer.next();
        }
        return tokenizer.finish() == JsonToken.END;
    }

    private void lead(JsonToken before, JsonToken token, ByteBuf out) {
        if (before == JsonToken.NAME) {
            return;
        }
        boolean opened = before == JsonToken.OBJECT || before == JsonToken.ARRAY;
        boolean opens = token == JsonToken.OBJECT || token == JsonToken.ARRAY;
        boolean closes = token == JsonToken.OBJECT_END || token == JsonToken.ARRAY_END;
        if (opened && closes) {
            out.writeByte(' ');
            return;
        }
        if (!opened && !closes) {
            out.writeByte(',');
        }
        out.writeByte('\n');
        int depth = DEPTH + tokenizer.depth() - (opens ? 1 : 0);
        for (int i = 0; i < depth; i++) {
            out.writeByte(' ').writeByte(' ');
        }
    }
}
