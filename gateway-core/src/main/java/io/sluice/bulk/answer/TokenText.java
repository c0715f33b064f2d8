package io.sluice.bulk.answer;

import io.sluice.json.JsonTokenizer;

/** Reads a token as it is written. Stateless. */
final class TokenText {

    private static final int MAX_DIGITS = 4;

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

    /** The value of a number of up to four digits; 0 if it is another one. */
    static int number(JsonTokenizer tokenizer) {
        int length = tokenizer.contentLength();
        if (length > MAX_DIGITS) {
            return 0;
        }
        byte[] content = tokenizer.content();
        int from = tokenizer.contentFrom();
        int value = 0;
        for (int i = from; i < from + length; i++) {
            if (content[i] < '0' || content[i] > '9') {
                return 0;
            }
            value = value * 10 + content[i] - '0';
        }
        return value;
    }
}
