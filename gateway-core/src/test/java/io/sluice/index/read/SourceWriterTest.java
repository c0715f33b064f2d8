package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceWriterTest {
    private final SourceWriter writer = new SourceWriter();

    private String line(String json) throws Exception {
        return new String(written(json, SourceForm.LINE), StandardCharsets.UTF_8);
    }

    private byte[] hash(String json) throws Exception {
        return written(json, SourceForm.HASH);
    }

    private byte[] written(String json, SourceForm form) throws Exception {
        try (JsonParser parser = SourceJson.factory().createParser(json.getBytes(StandardCharsets.UTF_8))) {
            parser.nextToken();
            return writer.write(parser, form);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ \"a\" : 1 }|{\"a\":1}",
                "{\"b\":1,\"a\":2}|{\"b\":1,\"a\":2}",
                "[1.0, 1.00, 1e5, 1E+5, -0.0, 12345678901234567890123456789]|[1.0,1.00,1e5,1E+5,-0.0,12345678901234567890123456789]",
                "{\"a\":\"\\u0041\\/\\n\\u0001\"}|{\"a\":\"A/\\n\\u0001\"}",
                "[\"\\ud83d\\ude00\", \"\\ud800\", \"\\udc00x\"]|[\"😀\",\"\\ud800\",\"\\udc00x\"]",
                "[\"é߿ࠀ￿\"]|[\"é߿ࠀ￿\"]",
                "[true,false,null,{},[]]|[true,false,null,{},[]]",
            })
    void writesOneLineWithNumbersAsTheyAre(String json, String expected) throws Exception {
        assertThat(line(json)).isEqualTo(expected);
    }

    @Test
    void leavesNoLineEndOutsideOfStrings() throws Exception {
        assertThat(line("{\n  \"a\": [\r\n1,\t2\n]\n}")).isEqualTo("{\"a\":[1,2]}");
    }

    @Test
    void hashesTheSameWhateverTheOrderOfMembersAndTheirSpelling() throws Exception {
        assertThat(hash("{\"a\":{\"c\":1,\"b\":[{\"y\":1,\"x\":2}]},\"z\":\"\\u0041\"}"))
                .isEqualTo(hash("{ \"z\":\"A\", \"a\": {\"b\":[{\"x\":2,\"y\":1}], \"c\":1} }"))
                .hasSize(SourceWriter.HASH_BYTES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1}|{\"a\":1.0}",
                "{\"a\":1}|{\"a\":\"1\"}",
                "{\"a\":[1,2]}|{\"a\":[2,1]}",
                "{\"a\":null}|{}",
                "{\"a\":{\"b\":1}}|{\"a.b\":1}",
                "{\"a\":\"\\ud800\"}|{\"a\":\"?\"}",
            })
    void hashesDifferentDocumentsDifferently(String one, String other) throws Exception {
        assertThat(hash(one)).isNotEqualTo(hash(other));
    }

    @Test
    void hashesShuffledDocumentsAlikeAndChangedOnesNot() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            List<String> members = new ArrayList<>();
            for (int m = random.nextInt(1, 8); m > 0; m--) {
                members.add("\"m" + random.nextInt(1_000_000) + "-" + m + "\":" + value(random, 3));
            }
            String before = "{" + String.join(",", members) + "}";
            Collections.shuffle(members, random);
            String shuffled = "{" + String.join(", ", members) + "}";
            String changed = before.substring(0, before.length() - 1) + ",\"more\":0}";

            assertThat(hash(shuffled)).as("seed %s", seed).isEqualTo(hash(before));
            assertThat(hash(changed)).as("seed %s", seed).isNotEqualTo(hash(before));
            assertThat(writer.hash(line(before).getBytes(StandardCharsets.UTF_8)))
                    .as("seed %s", seed)
                    .isEqualTo(hash(before));
        }
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> "\"" + Character.toString(random.nextInt(0x20, 0x22)) + "ü\\t\"";
            case 2 -> "true";
            case 3 -> "[" + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            default -> "{\"x\":" + value(random, depth - 1) + ",\"b\":" + value(random, depth - 1) + "}";
        };
    }
}
