package io.sluice.json;

import io.netty.buffer.ByteBuf;

/**
 * Lays out a JSON object as servers do that are asked with {@code pretty}; one that is laid out so stays as it is. Reused; for one
 * thread.
 */
public final class PrettyJson {

    private static final byte[] COLON = {' ', ':', ' '};

    private final JsonTokenizer tokenizer;
    private final int around;

    /**
     * Lays out objects within the limits.
     *
     * @param around how many containers the object stands in
     */
    public PrettyJson(int around, JsonLimits limits) {
        this.around = around;
        this.tokenizer = new JsonTokenizer(limits);
    }

    /** Writes [from, to), which must be one JSON object within the limits; false if it is not, and then only a part was written. */
    public boolean write(byte[] bytes, int from, int to, ByteBuf out) {
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
        int depth = around + tokenizer.depth() - (opens ? 1 : 0);
        for (int i = 0; i < depth; i++) {
            out.writeByte(' ').writeByte(' ');
        }
    }
}
