package io.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SwarTest {

    private static final int MOST = 100;

    private final Random random = new Random(7);

    /** The library's own comparison is the measure. */
    @Test
    void findsTheFirstDifference() {
        for (int run = 0; run < 200_000; run++) {
            byte[] some = bytes();
            byte[] others = bytes();
            int length = random.nextInt(Math.min(some.length, others.length) + 1);
            int from = random.nextInt(some.length - length + 1);
            int otherFrom = random.nextInt(others.length - length + 1);
            System.arraycopy(some, from, others, otherFrom, length);
            for (int changes = random.nextInt(3); changes > 0 && length > 0; changes--) {
                others[otherFrom + random.nextInt(length)] = (byte) random.nextInt();
            }

            assertThat(Swar.mismatch(some, from, from + length, others, otherFrom))
                    .isEqualTo(Arrays.mismatch(some, from, from + length, others, otherFrom, otherFrom + length));
        }
    }

    @Test
    void findsTheEndOfDigits() {
        for (int run = 0; run < 200_000; run++) {
            byte[] some = bytes();
            for (int i = 0; i < some.length; i++) {
                some[i] = random.nextInt(12) == 0 ? some[i] : (byte) ('0' + random.nextInt(10));
            }
            int from = random.nextInt(some.length + 1);
            int to = from + random.nextInt(some.length - from + 1);
            int end = from;
            while (end < to && some[end] >= '0' && some[end] <= '9') {
                end++;
            }

            assertThat(Swar.digits(some, from, to)).isEqualTo(end);
        }
    }

    @Test
    void hashesAlikeWhereverTheBytesAre() {
        for (int run = 0; run < 100_000; run++) {
            byte[] some = bytes();
            int from = random.nextInt(some.length + 1);
            int to = from + random.nextInt(some.length - from + 1);
            byte[] copy = Arrays.copyOfRange(some, from, to);

            assertThat(Swar.hash(copy, 0, copy.length)).isEqualTo(Swar.hash(some, from, to));
        }
    }

    /** Names that differ in their last characters only are spread over few places as evenly as random numbers would be. */
    @Test
    void hashesNamesOfIndicesApart() {
        int[] places = new int[32];
        IntStream.range(0, 1000).forEach(day -> places[hash("acme.logs-2026-%03d".formatted(day)) & 31]++);

        assertThat(IntStream.of(places).boxed()).allMatch(names -> names >= 10 && names <= 60);
    }

    private static int hash(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return Swar.hash(utf8, 0, utf8.length);
    }

    private byte[] bytes() {
        byte[] made = new byte[random.nextInt(MOST)];
        random.nextBytes(made);
        return made;
    }
}
