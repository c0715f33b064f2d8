package io.sluice.bench.stub.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @Test
    void findsTheFirstNewlineWhereverItStands() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                for (int k = 0; k < bytes.length; k++) {
                    bytes[k] = bytes[k] == '\n' ? 11 : bytes[k];
                }
                if (bytes.length > 0 && random.nextBoolean()) {
                    bytes[random.nextInt(bytes.length)] = '\n';
                }
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(Newlines.next(bytes, from, to))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(naive(bytes, from, to));
        }
    }

    private static int naive(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 9, 10, 99, 100, 101, 999, 1_000, 9_999, 10_000, 10_001, 99_999, 123_456, 1_000_000, 99_999_999
            })
    void writesNumbersAsTheyAre(int number) {
        assertThat(written(number)).isEqualTo(Integer.toString(number));
    }

    @Test
    void writesAnyNumberAsItIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            int number = random.nextInt(Decimal.LIMIT) >>> random.nextInt(27);
            assertThat(written(number)).as("seed %d", seed).isEqualTo(Integer.toString(number));
        }
    }

    private static String written(int number) {
        byte[] bytes = new byte[8];
        long digits = Decimal.digits(number);
        Words.put(bytes, 0, digits);
        return new String(bytes, 0, Decimal.length(digits), StandardCharsets.US_ASCII);
    }

    @Test
    void readsWordsOfEveryLengthAtEveryPlace() {
        byte[] bytes = "abcdefghijkl".getBytes(StandardCharsets.US_ASCII);
        for (int length = 0; length <= 8; length++) {
            for (int from = 0; from + length <= bytes.length; from++) {
                assertThat(Words.at(bytes, from, length))
                        .isEqualTo(Utf8Slice.word(new String(bytes, from, length, StandardCharsets.US_ASCII)));
            }
        }
        assertThat(Words.at(bytes, 0, 3)).isEqualTo('a' | 'b' << 8 | 'c' << 16);
    }

    @Test
    void findsALiteralOnlyWhole() {
        String[] texts = {"12345678", "123456789", "1234567890123456", "123456789012345678901234"};
        for (String text : texts) {
            Literal literal = new Literal(text);
            byte[] bytes = ("x" + text + "y").getBytes(StandardCharsets.US_ASCII);
            assertThat(literal.at(bytes, 1, bytes.length)).isTrue();
            assertThat(literal.at(bytes, 1, bytes.length - 1)).isTrue();
            assertThat(literal.at(bytes, 1, bytes.length - 2)).isFalse();
            for (int i = 1; i <= text.length(); i++) {
                bytes[i]++;
                assertThat(literal.at(bytes, 1, bytes.length))
                        .as("%s, %d", text, i)
                        .isFalse();
                bytes[i]--;
            }
        }
    }
}
