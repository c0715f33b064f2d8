package io.sluice.bench.stub.bulk;

import java.nio.charset.StandardCharsets;

/** A text of 8 to 24 ASCII characters to be found at a place, with three comparisons. Immutable. */
final class Literal {
    private final int length;
    private final int middle;
    private final long first;
    private final long second;
    private final long last;

    Literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        length = bytes.length;
        middle = Math.min(Long.BYTES, length - Long.BYTES);
        first = Words.at(bytes, 0);
        second = Words.at(bytes, middle);
        last = Words.at(bytes, length - Long.BYTES);
    }

    int length() {
        return length;
    }

    /** Whether it stands at {@code from}, before {@code to}. */
    boolean at(byte[] bytes, int from, int to) {
        return from <= to - length
                && Words.at(bytes, from) == first
                && Words.at(bytes, from + middle) == second
                && Words.at(bytes, from + length - Long.BYTES) == last;
    }
}
