package io.sluice.bulk.answer;

import io.sluice.json.JsonTokenizer;

/** Compares a token as it is written with a text. Stateless. */
final class TokenText {

    private TokenText() {}

    /** Whether the name, string or number has exactly this ASCII text, without escapes. */
    static boolean is(JsonTokenizer tokenizer, String text) {
        int length = text.length();
        if (tokenizer.contentLength() != length) {
            return false;
        }
        byte[] content = tokenizer.content();
        int from = tokenizer.contentFrom();
        for (int i = 0; i < length; i++) {
            if (content[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
