package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class SubAnswerFuzzTest {

    private static final int LONGEST = 4096;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @FuzzTest
    void findsTheItemsThatJacksonFindsAndTheSameAtEverySplit(FuzzedDataProvider data) throws Exception {
        int seed = data.consumeInt();
        int asked = data.consumeInt(0, 4);
        String text = (data.consumeBoolean() ? "{\"took\":1,\"errors\":true,\"items\":[" : "")
                + data.consumeRemainingAsString();
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length > LONGEST) {
            return;
        }
        JsonNode tree = parse(bytes);
        boolean isAnswer = tree != null && isAnswer(tree);
        int count = isAnswer ? tree.get("items").size() : asked;
        List<List<String>> results = new ArrayList<>();
        for (int[] sizes : Answers.splits(bytes.length, new Random(seed))) {
            try (SubAnswer answer = new SubAnswer(count)) {
                Answers.write(answer, bytes, sizes, seed % 2 == 0);
                List<String> items = Answers.takeAll(answer);
                answer.end();
                if (isAnswer) {
                    assertThat(answer.broken()).as(text).isNull();
                }
                if (!answer.ended()) {
                    items.add("broken");
                }
                results.add(items);
            }
        }
        assertThat(results).as(text).containsOnly(results.getFirst());
        if (isAnswer) {
            for (int i = 0; i < count; i++) {
                assertThat(MAPPER.readTree(results.getFirst().get(i)))
                        .isEqualTo(tree.get("items").get(i));
            }
        } else if (tree != null && !results.getFirst().contains("broken")) {
            throw new AssertionError("took what is no answer: " + text);
        }
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether it has everything in the order that is wanted. */
    private static boolean isAnswer(JsonNode tree) {
        if (!tree.path("items").isArray()
                || !tree.path("errors").isBoolean()
                || !tree.path("took").isIntegralNumber()) {
            return false;
        }
        for (JsonNode item : tree.get("items")) {
            if (!item.isObject()) {
                return false;
            }
        }
        List<String> names = new ArrayList<>();
        tree.fieldNames().forEachRemaining(names::add);
        boolean early =
                names.indexOf("errors") < names.indexOf("items") && names.indexOf("took") < names.indexOf("items");
        boolean ingestTook = !tree.has("ingest_took")
                || names.indexOf("ingest_took") > names.indexOf("items")
                || tree.get("ingest_took").isIntegralNumber();
        return early && ingestTook && !isOdd(tree.get("took")) && !isOdd(tree.path("ingest_took"));
    }

    private static boolean isOdd(JsonNode number) {
        return number.asText().length() > 18 || number.asText().startsWith("-");
    }
}
