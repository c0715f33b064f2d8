package io.sluice.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.api.JsonVisitor;
import java.util.Random;

class TextFormsFuzzTest {

    private static final int LONGEST = 4096;
    private static final int ROUNDS = 4;

    @FuzzTest
    void comparesTextsAsIfItAskedAboutEachOfTheirValues(FuzzedDataProvider data) {
        int salt = data.consumeInt();
        byte[] body = lines(new String(data.consumeRemainingAsBytes(), ISO_8859_1));
        if (body.length > LONGEST) {
            return;
        }
        CollectingSink expected =
                Feed.whole(new NdjsonRewriter(line -> new EditsByPath(salt, false), JsonLimits.DEFAULT), body);
        for (CollectingSink result : Feed.everySplit(() -> alike(salt), body, new Random(salt))) {
            assertThat(result.isRefused()).isEqualTo(expected.isRefused());
            if (expected.isRefused()) {
                assertThat(new String(result.refusal().body(), UTF_8))
                        .isEqualTo(new String(expected.refusal().body(), UTF_8));
            } else {
                assertThat(result.text()).isEqualTo(expected.text());
            }
        }
    }

    private static AlikeLines alike(int salt) {
        JsonVisitor visitor = new EditsByPath(salt, true);
        return new AlikeLines(line -> visitor);
    }

    /**
     * Each line stands there several times, with other texts where an x is and other numbers where a 7 is. The first line has a
     * value, since an empty one is refused in lines that are no texts of their own.
     */
    private static byte[] lines(String lines) {
        StringBuilder out = new StringBuilder("{}\n");
        for (int round = 0; round < ROUNDS; round++) {
            for (String line : lines.split("\n", -1)) {
                out.append(line.replace("x", "xyz".substring(0, round)).replace("7", "7123".substring(0, round + 1)))
                        .append('\n');
            }
        }
        return out.toString().getBytes(ISO_8859_1);
    }
}
