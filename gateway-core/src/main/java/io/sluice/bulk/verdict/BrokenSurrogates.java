package io.sluice.bulk.verdict;

import java.io.IOException;
import java.util.Arrays;

/**
 * Halves of surrogate pairs, which the servers' JSON parsers take in names and ours does not. Reading a text again in which they
 * are characters of private use shows what else there is to say about it; every byte stays at its place. Stateless.
 */
public final class BrokenSurrogates {

    private static final char MASK_BEGIN = 0xe800;
    private static final char MASK_END = 0xefff;

    private BrokenSurrogates() {}

    /** Whether the parser gave up on one. */
    public static boolean caused(IOException e) {
        return String.valueOf(e.getMessage()).contains("surrogate");
    }

    /** The number of halves in a text. */
    static int count(String text) {
        return (int) text.codePoints()
                .filter(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                .count();
    }

    /** A copy of [from, to) without any. */
    public static byte[] masked(byte[] bytes, int from, int to) {
        byte[] copy = Arrays.copyOfRange(bytes, from, to);
        for (int i = 0; i < copy.length - 1; i++) {
            if (copy[i] == (byte) 0xed && (copy[i + 1] & 0xff) >= 0xa0) {
                copy[i] = (byte) 0xee;
            } else if (copy[i] == '\\') {
                i++;
                if (copy[i] == 'u' && isSurrogate(copy, i + 1)) {
                    copy[i + 1] = 'e';
                }
            }
        }
        return copy;
    }

    /** The original of a text from the copy. A private-use character of the original becomes a half, too. */
    public static String restored(String text) {
        StringBuilder restored = new StringBuilder(text);
        for (int i = 0; i < restored.length(); i++) {
            char c = restored.charAt(i);
            if (c >= MASK_BEGIN && c <= MASK_END) {
                restored.setCharAt(i, (char) (c - MASK_BEGIN + Character.MIN_SURROGATE));
            }
        }
        return restored.toString();
    }

    private static boolean isSurrogate(byte[] bytes, int digits) {
        if (digits + 1 >= bytes.length || (bytes[digits] | 0x20) != 'd') {
            return false;
        }
        int second = Character.digit(bytes[digits + 1], 16);
        return second >= 8;
    }
}
