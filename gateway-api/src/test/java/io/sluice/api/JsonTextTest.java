package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                " [ 1 , -0.5e+10 ] ",
                "\"\\u00e9é😀\\n\"",
                "true",
                "null",
                "0",
                "{\"a\":{\"b\":[{}]}}",
                "\"\u007f\""
            })
    void takesJson(String text) {
        assertThat(Json.parse(text).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "01",
                "1.",
                "-",
                "+1",
                "nul",
                "NaN",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u１２３４\"",
                "\"\t\"",
                "\"\u0000\"",
                "1 2",
                "{}{}",
                "{1:2}",
                "{\"a\" 1}",
                "//\n1",
                "[1]\n",
                "{\n}",
                "\"\ud83d\"",
                "\"\ude00\"",
                "１",
                "\"\\",
                "\"\\u12",
                "1\u0000",
                "\u0000",
                "[\u0000]"
            })
    void refusesWhatIsNotJsonOrHasALineBreak(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.parse(text));
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.parse("[".repeat(100_000)));
    }

    @Test
    void quotesEveryTextSoThatItReadsBack() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder content = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                int bound = random.nextBoolean() ? 0x80 : 0x10000;
                content.append((char) random.nextInt(bound));
            }
            Json json = Json.string(content.toString());
            assertThat(MAPPER.readValue(json.utf8(), String.class))
                    .as("seed %d", seed)
                    .isEqualTo(content.toString());
            assertThat(json.toString()).as("seed %d", seed).doesNotContain("\n", "\r");
            assertThat(Json.parse(json.toString())).isEqualTo(json).hasSameHashCodeAs(json);
        }
    }

    @Test
    void makesNumbersAndBooleans() {
        assertThat(Json.number(Long.MIN_VALUE)).hasToString("-9223372036854775808");
        assertThat(Json.bool(true)).hasToString("true").isNotEqualTo(Json.bool(false));
    }
}
