package io.sluice.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTokenizerTest {

    @Test
    void findsTokensWithExactOffsets() {
        assertThat(Tokens.of(" {\"é\": [-1.5e3,true]} ".getBytes(UTF_8), 23))
                .containsExactly(
                        "OBJECT 1-2",
                        "NAME 2-6 é",
                        "ARRAY 8-9",
                        "NUMBER 9-15 -1.5e3",
                        "TRUE 16-20",
                        "ARRAY_END 20-21",
                        "OBJECT_END 21-22");
    }

    @Test
    void saysThatAByteOrderMarkMustNotStandThere() {
        assertThat(Tokens.of("\ufeff{}".getBytes(UTF_8), 1))
                .singleElement()
                .asString()
                .contains("a byte order mark must not stand before JSON");
        assertThat(Tokens.of("[\ufeff1]".getBytes(UTF_8), 1).toString()).doesNotContain("byte order mark");
    }

    @Test
    void decodesNamesStringsAndNumbers() {
        byte[] body = "{\"\\u20ac\":\"a\\n\\ud834\\udd1eé\",\"b\":-1e3,\"c\":\"\"}".getBytes(UTF_8);
        JsonTokenizer tokens = new JsonTokenizer(JsonLimits.DEFAULT);
        tokens.feed(body, 0, body.length, 0);

        List<String> texts = new ArrayList<>();
        for (JsonToken token = tokens.next(); token != JsonToken.OBJECT_END; token = tokens.next()) {
            if (token != JsonToken.OBJECT) {
                texts.add(tokens.text());
            }
        }

        assertThat(texts).containsExactly("€", "a\n𝄞é", "b", "-1e3", "c", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// c\n1",
                "/* c */1",
                "1 // c",
                "{\"a\":1/*c*/}",
                "# c\n1",
                "'a'",
                "{'a':1}",
                "{a:1}",
                "NaN",
                "[Infinity]",
                "-Infinity",
                "+1",
                "01",
                "-",
                "-01",
                "1.",
                ".5",
                "1.e1",
                "1e",
                "1e+",
                "0x1",
                "1_000",
                "1a",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\":1,}",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\" 1}",
                "{\"a\"::1}",
                "{1:1}",
                "[",
                "{",
                "]",
                "}",
                "[}",
                "{]",
                "[1}",
                "{\"a\":1]",
                "\"",
                "\"a",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\t\"",
                "\"\n\"",
                "\"\u0000\"",
                "\u0000",
                "1\u0000",
                "tru",
                "True",
                "nul",
                "nulll",
                "truefalse",
                "1 2",
                "{} {}",
                "[]]",
                "\"a\"\"b\"",
                "\uFEFF1",
                "\u00a01",
                "1\u00a0",
                "\u000b1",
                "\f1",
                "{\"a\":1}x",
                "undefined"
            })
    void refusesWhatIsNotJson(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        assertRefusedAtEverySplit(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c0 80",
                "c1 bf",
                "c2",
                "c2 22",
                "c2 c2",
                "e0 80 80",
                "e0 9f bf",
                "e2 82",
                "ed a0 80",
                "ed bf bf",
                "ee 80 c0",
                "f0 80 80 80",
                "f0 8f bf bf",
                "f4 90 80 80",
                "f5 80 80 80",
                "ff",
                "fe",
                "f8 88 80 80 80",
                "61 62 63 64 65 66 67 c3"
            })
    void refusesInvalidUtf8InNamesAndStrings(String hex) {
        byte[] bad = bytes(hex);
        assertRefusedAtEverySplit(around("[\"", bad, "\"]"));
        assertRefusedAtEverySplit(around("{\"", bad, "\":1}"));
        assertRefusedAtEverySplit(around("", bad, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7f",
                "c2 80",
                "df bf",
                "e0 a0 80",
                "ed 9f bf",
                "ee 80 80",
                "ef bf bf",
                "f0 90 80 80",
                "f4 8f bf bf"
            })
    void takesEveryValidLengthOfUtf8(String hex) {
        assertThat(Tokens.isRefused(around("[\"", bytes(hex), "\"]"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud800",
                "\\ud800x",
                "\\ud800\\n",
                "\\ud800\\u0041",
                "\\ud800\\ud800",
                "\\udc00",
                "\\udbff\\udc0"
            })
    void refusesUnpairedSurrogatesInNames(String name) {
        assertRefusedAtEverySplit(("{\"" + name + "\":1}").getBytes(UTF_8));
        assertThat(Tokens.isRefused(("{\"" + "\\ud83d\\ude00\\ud83d\\ude00" + "\":1}").getBytes(UTF_8)))
                .isFalse();
    }

    @Test
    void refusesOtherEncodings() {
        for (Charset charset : List.of(UTF_16LE, UTF_16BE, Charset.forName("UTF-32LE"), Charset.forName("UTF-32BE"))) {
            assertRefusedAtEverySplit("{\"a\":1}".getBytes(charset));
            assertRefusedAtEverySplit("\uFEFF1".getBytes(charset));
        }
        assertRefusedAtEverySplit("\"é\"".getBytes(ISO_8859_1));
    }

    @Test
    void saysLineAndColumnOfWhatIsWrong() {
        assertThat(Tokens.of("{\n \"a\": \n  x}".getBytes(UTF_8), 13).getFirst())
                .contains("Unexpected character ('x' (code 120))", "line=3, column=3");
        assertThat(Tokens.of("[\n[".getBytes(UTF_8), 3).getFirst()).contains("unexpected end of the text", "line=2");
    }

    @Test
    void refusesWhatPassesALimitAtTheSamePlaceForEverySplit() {
        int depth = JsonLimits.DEFAULT.maxDepth();
        assertThat(Tokens.isRefused(("[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8)))
                .isFalse();
        assertRefusedAtEverySplit("[".repeat(depth + 1).getBytes(UTF_8));
        int name = JsonLimits.DEFAULT.maxName();
        assertThat(Tokens.isRefused(("{\"" + "n".repeat(name) + "\":1}").getBytes(UTF_8)))
                .isFalse();
        assertRefusedAtEverySplit(("{\"" + "n".repeat(name + 1) + "\":1}").getBytes(UTF_8));
        int number = JsonLimits.DEFAULT.maxNumber();
        assertThat(Tokens.isRefused(("[" + "1".repeat(number) + "]").getBytes(UTF_8)))
                .isFalse();
        assertRefusedAtEverySplit(("[" + "1".repeat(number + 1) + "]").getBytes(UTF_8));
    }

    @Test
    void findsTheSameTokensAsJacksonAtEverySplit() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String text = RandomJson.text(random);
            byte[] bytes = text.getBytes(UTF_8);
            List<String> whole = Tokens.of(bytes, bytes.length);
            assertThat(Tokens.asJackson(bytes, whole))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(Tokens.byJackson(bytes));
            int[] ones = new int[bytes.length];
            Arrays.fill(ones, 1);
            assertThat(Tokens.of(bytes, ones)).as("seed %d: %s", seed, text).isEqualTo(whole);
            assertThat(Tokens.of(bytes, Feed.randomSizes(bytes.length, random)))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(whole);
        }
    }

    @Test
    void takesNothingThatJacksonRefusesHoweverATextIsDamaged() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = RandomJson.text(random).getBytes(UTF_8);
            damage(bytes, random);
            boolean refused = Tokens.isRefused(bytes);
            boolean refusedByJackson = isRefusedByJackson(bytes);
            assertThat(refused || !refusedByJackson)
                    .as("seed %d: %s", seed, new String(bytes, UTF_8))
                    .isTrue();
            int[] ones = new int[bytes.length];
            Arrays.fill(ones, 1);
            assertThat(Tokens.of(bytes, ones)).as("seed %d", seed).isEqualTo(Tokens.of(bytes, bytes.length));
        }
    }

    private static void damage(byte[] bytes, Random random) {
        String interesting = "\"\\{}[],:0-1eE.+tfn \n\u0000\t/'";
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextBoolean()
                    ? (byte) interesting.charAt(random.nextInt(interesting.length()))
                    : (byte) random.nextInt(256);
        }
    }

    private static boolean isRefusedByJackson(byte[] bytes) {
        try {
            Tokens.byJackson(bytes);
            return false;
        } catch (java.io.IOException e) {
            return true;
        }
    }

    private static void assertRefusedAtEverySplit(byte[] text) {
        List<String> whole = Tokens.of(text, text.length);
        assertThat(whole).as(new String(text, UTF_8)).hasSize(1).allMatch(token -> token.startsWith("JsonFailure"));
        int[] ones = new int[text.length];
        Arrays.fill(ones, 1);
        assertThat(Tokens.of(text, ones)).isEqualTo(whole);
    }

    private static byte[] bytes(String hex) {
        String[] parts = hex.split(" ");
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i], 16);
        }
        return bytes;
    }

    private static byte[] around(String before, byte[] middle, String after) {
        byte[] all = Arrays.copyOf(before.getBytes(UTF_8), before.length() + middle.length + after.length());
        System.arraycopy(middle, 0, all, before.length(), middle.length);
        System.arraycopy(after.getBytes(UTF_8), 0, all, before.length() + middle.length, after.length());
        return all;
    }
}
