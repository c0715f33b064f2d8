package io.sluice.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Random;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class ElementFormFuzzTest {

    private static final int LONGEST = 4096;
    private static final int ROUNDS = 4;

    @FuzzTest
    void comparesElementsAsIfItAskedAboutEachOfTheirValues(FuzzedDataProvider data) {
        int salt = data.consumeInt();
        byte[] text = array(new String(data.consumeRemainingAsBytes(), ISO_8859_1));
        if (text.length > LONGEST) {
            return;
        }
        CollectingSink expected = Feed.whole(new JsonRewriter(new EditsByPath(salt, false), JsonLimits.DEFAULT), text);
        for (CollectingSink result : Feed.everySplit(
                () -> new JsonRewriter(new EditsByPath(salt, true), JsonLimits.DEFAULT), text, new Random(salt))) {
            assertThat(result.isRefused()).isEqualTo(expected.isRefused());
            if (expected.isRefused()) {
                assertThat(new String(result.refusal().body(), UTF_8))
                        .isEqualTo(new String(expected.refusal().body(), UTF_8));
            } else {
                assertThat(result.text()).isEqualTo(expected.text());
                assertThat(Tokens.isRefused(result.bytes())).as(result.text()).isFalse();
            }
        }
    }

    /** Each line is an element; all of them stand there several times, with other texts where an x is and other numbers where a 7 is. */
    private static byte[] array(String lines) {
        StringBuilder out = new StringBuilder("[");
        for (int round = 0; round < ROUNDS; round++) {
            for (String line : lines.split("\n", -1)) {
                out.append(out.length() == 1 ? "" : ",")
                        .append(line.replace("x", "xyz".substring(0, round))
                                .replace("7", "7123".substring(0, round + 1)));
            }
        }
        return out.append(']').toString().getBytes(ISO_8859_1);
    }
}
