package io.sluice.json;

import io.netty.buffer.ByteBuf;

/**
 * Formats a JSON object as servers do for the parameter {@code pretty}; an object in that format stays as it is. Reused; for one
 * thread.
 */
public final class PrettyJson {

    private static final byte[] COLON = {' ', ':', ' '};

    private final JsonTokenizer tokenizer;
    private final int around;

    /**
     * Formats objects within the limits.
     *
     * @param around the number of containers around the object
     */
    public PrettyJson(int around, JsonLimits limits) {
        this.around = around;
        this.tokenizer = new JsonTokenizer(limits);
    }

    /** Writes [from, to), which must be one JSON object within the limits; returns false if it is not, after writing only a part. */
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
        boolean opened = before.opens();
        boolean opens = token.opens();
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
