package io.sluice.bulk.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingHashTest {

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "'',00000000",
                "h,3fb8ba02",
                "he,ce30a49f",
                "hel,0c7cee6b",
                "hell,5a0cb7c3",
                "hello,d7c31989",
                "hello w,22ab2984",
                "hello wo,df0ca123",
                "hello wor,e7744d61",
                "hello worl,51837ec6",
                "hello world,64b256a4",
                "hello world!,da1575e5",
                "Γειά σου Κόσμε,8ded82be",
                "Supplementary planes too 🙂,8274606c",
                "The quick brown fox jumps over the lazy dog,e07db09c",
                "The quick brown fox jumps over the lazy cog,4e63d2ad"
            })
    void hashesAsElasticsearchDoes(String text, String hash) {
        int expected = Integer.parseUnsignedInt(hash, 16);

        byte[] bytes = text.getBytes(UTF_8);
        assertThat(RoutingHash.of(text)).isEqualTo(expected);
        assertThat(RoutingHash.of(bytes, 0, bytes.length)).isEqualTo(expected);
    }

    @Test
    void hashesBytesInTheMiddleOfOthersAsItHashesTheString() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String text = text(random);
            byte[] bytes = ("é" + text + "🙂").getBytes(UTF_8);
            assertThat(RoutingHash.of(bytes, 2, bytes.length - 4))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(RoutingHash.of(text));
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int[] ends = {0x80, 0x800, 0xd800, 0x110000};
        for (int i = random.nextInt(20); i > 0; i--) {
            int end = ends[random.nextInt(ends.length)];
            int point = random.nextInt(end);
            text.appendCodePoint(point >= 0xd800 && point < 0xe000 ? 'x' : point);
        }
        return text.toString();
    }
}
