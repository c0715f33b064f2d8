package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.Json;
import io.sluice.bulk.verdict.BulkControls;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.json.JsonBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkActionCodecTest {

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);
    private static final String[] VALUES = {
        "\"a\"",
        "\"\"",
        "1",
        "0",
        "007",
        "-5",
        "true",
        "false",
        "null",
        "\"\\u0061\"",
        "\"é\"",
        "[]",
        "{}",
        "{\"a\":\"b\"}",
        "1.5",
        "\"a b\"",
        "1234567890123456789",
        "9999999999999999999999",
        "tru",
        "\"x",
        "\"\\\"\"",
        "nullx",
        "\"create\""
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{}}",
                "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}",
                " { \"delete\" : { \"_id\" : 7 , \"routing\" : \"r\" } } ",
                "{\"update\":{\"_id\":\"1\",\"retry_on_conflict\":3,\"require_alias\":true,\"if_seq_no\":null}}"
            })
    void readsTheUsualLinesWithoutJackson(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(new PlainActionReader(BulkGrammar.STRICT).read(bytes, 0, bytes.length, new BulkLine(NO_DEFAULTS)))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void readsEveryLineThatIsPlainAsJacksonDoes(BulkGrammar grammar) throws Malformed {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int plain = 0;
        for (int round = 0; round < 10_000; round++) {
            String text = line(random);
            byte[] bytes = text.getBytes(UTF_8);
            BulkLine fast = new BulkLine(NO_DEFAULTS);
            if (new PlainActionReader(grammar).read(bytes, 0, bytes.length, fast)) {
                plain++;
                BulkLine slow = new BulkLine(NO_DEFAULTS);
                assertThat(new JacksonActionReader(grammar).read(bytes, 0, bytes.length, slow, 1))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(ActionKind.KNOWN);
                assertThat(fast.toString()).as("seed %d: %s", seed, text).isEqualTo(slow.toString());
                assertThat(fast.operation()).isEqualTo(slow.operation());
                assertThat(numbers(fast)).as("seed %d: %s", seed, text).isEqualTo(numbers(slow));
                for (BulkField field : BulkField.values()) {
                    assertThat(fast.text(field)).as("seed %d: %s", seed, text).isEqualTo(slow.text(field));
                }
            }
        }
        assertThat(plain).as("seed %d", seed).isGreaterThan(200);
    }

    static List<BulkGrammar> readsEveryLineThatIsPlainAsJacksonDoes() {
        return List.of(
                BulkGrammar.STRICT,
                BulkGrammar.ELASTICSEARCH_7,
                BulkGrammar.ELASTICSEARCH_8,
                BulkGrammar.ELASTICSEARCH_9,
                BulkGrammar.OPENSEARCH_2);
    }

    @Test
    void writesALineThatReadsAsTheChangesSay() throws Malformed {
        BulkActionCodec codec = new BulkActionCodec(new BulkDefaults("url", "u", null), BulkGrammar.STRICT);
        byte[] bytes =
                "{\"index\":{\"_id\":\"\\u0031\",\"_source\":{\"includes\":[\"a\"]},\"version\":10}}".getBytes(UTF_8);
        // When the line is not plain
        assertThat(codec.read(bytes, 0, bytes.length, 1)).isEqualTo(ActionKind.KNOWN);
        JsonBuffer out = codec.write(new BulkEdit()
                .set(BulkField.PIPELINE, "p\"")
                .prefix(BulkField.INDEX, "t.")
                .prefix(BulkField.ID, "t:")
                .prefix(BulkField.IF_SEQ_NO, "never")
                .remove(BulkField.VERSION));
        // Then
        assertThat(new String(out.bytes(), 0, out.length(), UTF_8))
                .isEqualTo(
                        "{\"index\":{\"_index\":\"t.url\",\"_id\":\"t:1\",\"pipeline\":\"p\\\"\",\"_source\":{\"includes\":[\"a\"]}}}");
    }

    @Test
    void writesTheNumbersOfALineWhoseTextsAreLongerThanThoseBefore() throws Malformed {
        BulkActionCodec codec = new BulkActionCodec(NO_DEFAULTS, BulkGrammar.STRICT);
        for (String index : List.of("a", "bb", "ccccc", "dddddddd", "e", "ff")) {
            byte[] bytes = ("{\"index\":{\"_index\":\"" + index
                            + "\",\"version\":1234567,\"op_type\":\"create\",\"_id\":\"1\"}}")
                    .getBytes(UTF_8);
            codec.read(bytes, 0, bytes.length, 1);

            JsonBuffer out = codec.write(new BulkEdit().prefix(BulkField.INDEX, "t."));

            assertThat(new String(out.bytes(), 0, out.length(), UTF_8))
                    .isEqualTo("{\"index\":{\"_index\":\"t." + index
                            + "\",\"_id\":\"1\",\"op_type\":\"create\",\"version\":1234567}}");
            assertThat(codec.line().operation()).isEqualTo(BulkOperation.CREATE);
        }
    }

    @Test
    void setsAFieldToAJsonValueWhetherOrNotItWasGiven() throws Malformed {
        BulkActionCodec codec = new BulkActionCodec(NO_DEFAULTS, BulkGrammar.STRICT);
        BulkEdit edit = new BulkEdit().set(BulkField.SOURCE, Json.parse("{\"includes\":[\"é\"]}"));
        for (String given : List.of("", ",\"_source\":false")) {
            byte[] bytes = ("{\"update\":{\"_id\":\"1\"" + given + "}}").getBytes(UTF_8);
            codec.read(bytes, 0, bytes.length, 1);

            JsonBuffer out = codec.write(edit);

            assertThat(new String(out.bytes(), 0, out.length(), UTF_8))
                    .isEqualTo("{\"update\":{\"_id\":\"1\",\"_source\":{\"includes\":[\"é\"]}}}");
        }
    }

    @Test
    void givesTheSameStringForTheSameTextOfALaterLineThatIsWrittenAlike() throws Malformed {
        BulkActionCodec codec = new BulkActionCodec(NO_DEFAULTS, BulkGrammar.STRICT);
        byte[] first = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}".getBytes(UTF_8);
        byte[] second = "{\"create\":{\"_id\":\"1\",\"_index\":\"logs\"}}".getBytes(UTF_8);
        byte[] third = "{\"index\":{\"_index\":\"logs\",\"_id\":\"22\"}}".getBytes(UTF_8);
        codec.read(first, 0, first.length, 1);
        String index = codec.line().index();
        codec.read(second, 0, second.length, 3);
        assertThat(codec.line().operation()).isEqualTo(BulkOperation.CREATE);
        codec.read(third, 0, third.length, 5);
        assertThat(codec.line().index()).isSameAs(index);
        assertThat(codec.line().operation()).isEqualTo(BulkOperation.INDEX);
        assertThat(codec.line().text(BulkField.ID)).isEqualTo("22");
    }

    @Test
    void saysThatALineIsRepeatedOnlyIfTheLineBeforeItWasAlike() throws Malformed {
        BulkActionCodec codec = new BulkActionCodec(NO_DEFAULTS, BulkGrammar.STRICT);
        List<Boolean> repeated = new ArrayList<>();
        for (String index : List.of("a", "b", "a", "a", "b", "b", "c", "a")) {
            byte[] bytes =
                    ("{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + repeated.size() + "\"}}").getBytes(UTF_8);
            codec.read(bytes, 0, bytes.length, 1);
            repeated.add(codec.isRepeated());
        }
        assertThat(repeated).containsExactly(false, false, false, true, false, true, false, false);
    }

    @Test
    void readsAndWritesLinesThatTakeTurnsAsItDoesEachAlone() throws Malformed {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<BulkEdit> edits = edits();
            List<String> forms = Stream.generate(() -> turning(random))
                    .limit(1 + random.nextInt(12))
                    .toList();
            BulkActionCodec codec = new BulkActionCodec(new BulkDefaults("url", "u", null), BulkGrammar.STRICT);
            String before = "";
            for (int line = 0; line < 60; line++) {
                String form = forms.get(random.nextInt(forms.size()));
                String text = form.replace("#", Integer.toString(random.nextInt(300), 4));
                BulkEdit edit = edits.get(random.nextInt(edits.size()));
                if (random.nextInt(8) == 0) {
                    edit.set(BulkField.ROUTING, "r" + random.nextInt(3));
                }
                // The next line overwrites the window.
                byte[] window = (" " + text + "\n").getBytes(UTF_8);
                String as = "seed " + seed + ": " + before + " then " + text;
                assertThat(outcome(codec, window, edit)).as(as).isEqualTo(alone(text, edit));
                Arrays.fill(window, (byte) '#');
                before = text;
            }
        }
    }

    private static List<BulkEdit> edits() {
        return List.of(
                new BulkEdit().set(BulkField.INDEX, "physical").prefix(BulkField.ID, "acme:"),
                new BulkEdit().prefix(BulkField.INDEX, "t\"."),
                new BulkEdit().remove(BulkField.ID).set(BulkField.PIPELINE, "p"),
                new BulkEdit().set(BulkField.ID, "drawn").prefix(BulkField.ROUTING, "r"));
    }

    private static String turning(Random random) {
        List<String> ids =
                List.of("\"_id\":\"#\"", "\"_id\":\"\"", "\"_id\":#", "\"_id\":\"\\u0041#\"", "\"_id\":\"é#\"");
        List<String> fields = List.of(
                "\"routing\":\"#\"",
                "\"version\":1#",
                "\"op_type\":\"create\"",
                "\"require_alias\":true",
                "\"pipeline\":\"p#\"",
                "\"_index\":\"test-1" + random.nextInt(4) + "\"");
        List<String> chosen = new ArrayList<>();
        chosen.add(ids.get(random.nextInt(10) % ids.size()));
        for (String field : fields) {
            if (random.nextInt(3) == 0) {
                chosen.add(random.nextInt(chosen.size() + 1), field);
            }
        }
        String broken = random.nextInt(12) == 0 ? "," : "";
        return "{\"" + (random.nextBoolean() ? "index" : "create") + "\":{" + String.join(",", chosen) + broken + "}}";
    }

    private static String alone(String text, BulkEdit edit) {
        BulkActionCodec codec = new BulkActionCodec(new BulkDefaults("url", "u", null), BulkGrammar.STRICT);
        return outcome(codec, (" " + text + "\n").getBytes(UTF_8), edit);
    }

    private static String outcome(BulkActionCodec codec, byte[] window, BulkEdit edit) {
        try {
            ActionKind kind = codec.read(window, 1, window.length - 1, 1);
            BulkLine line = codec.line();
            String seen = kind + " " + line.operation() + " " + line + " " + numbers(line);
            JsonBuffer out = codec.write(edit);
            return seen + " " + new String(out.bytes(), 0, out.length(), UTF_8);
        } catch (Malformed e) {
            return new String(e.reply().body(), UTF_8);
        }
    }

    private static List<?> numbers(BulkLine line) {
        BulkControls controls = line.controls();
        return List.of(
                controls.version(),
                controls.versionType(),
                controls.ifSeqNo(),
                controls.ifPrimaryTerm(),
                controls.retryOnConflict(),
                controls.requiresDataStream(),
                controls.isTypeEmpty());
    }

    private static String line(Random random) {
        StringBuilder out = new StringBuilder(space(random) + "{" + space(random));
        BulkOperation[] operations = BulkOperation.values();
        out.append('"')
                .append(operations[random.nextInt(operations.length)].key())
                .append('"')
                .append(space(random))
                .append(":{");
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            BulkField field = BulkField.values()[random.nextInt(BulkField.values().length)];
            out.append(i > 0 ? "," : "")
                    .append(space(random))
                    .append('"')
                    .append(field.key())
                    .append("\":");
            out.append(space(random))
                    .append(VALUES[random.nextInt(VALUES.length)])
                    .append(space(random));
        }
        out.append("}").append(space(random)).append("}").append(space(random));
        if (random.nextInt(10) == 0) {
            out.setCharAt(random.nextInt(out.length()), "{}[],:\"\\x1".charAt(random.nextInt(10)));
        }
        return out.toString();
    }

    private static String space(Random random) {
        return random.nextInt(5) == 0 ? " " : random.nextInt(20) == 0 ? "\t\r" : "";
    }
}
