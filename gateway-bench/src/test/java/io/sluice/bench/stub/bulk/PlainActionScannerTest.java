package io.sluice.bench.stub.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainActionScannerTest {
    private final ActionLine line = new ActionLine();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{\"_index\":\"a\",\"_id\":\"b\",\"routing\":\"c\"}}",
                "{ \"index\" : { \"_index\" : \"a\", \"_id\":\"b\" } } \r",
                "{\"delete\":{}}"
            })
    void readsThePlainForm(String text) {
        assertThat(scan(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{\"_id\":1}}",
                "{\"index\":{\"_id\":\"a\\\"\"}}",
                "{\"index\":{\"_id\":\"a\"},}",
                "{\"index\":{\"_id\":\"a\"}}x",
                "{\"index\":{\"_id\":\"a\",}}",
                "{\"index\":{\"pipeline\":\"a\"}}",
                "{\"index\":{\"_id\":\"a\"}",
                "{\"index\"",
                "{}",
                ""
            })
    void leavesEverythingElseToTheParser(String text) {
        assertThat(scan(text)).isFalse();
    }

    @Test
    void neverReadsALineDifferentlyFromJackson() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] parts = {
            "{", "}", "\"", ":", ",", " ", "index", "delete", "_id", "_index", "routing", "\\", "a", "\"_id\":\"x\""
        };
        int plain = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("{\"index\":{\"_index\":\"i\",\"_id\":\"x\"}}");
            for (int edits = random.nextInt(3); edits > 0; edits--) {
                text.insert(random.nextInt(text.length() + 1), parts[random.nextInt(parts.length)]);
            }
            if (scan(text.toString())) {
                plain++;
                JsonNode parsed = new ObjectMapper().readTree(text.toString());
                String operation = parsed.fieldNames().next();
                assertThat(line.operation.label()).as("seed %d: %s", seed, text).isEqualTo(operation);
                assertThat(line.id)
                        .as("seed %d: %s", seed, text)
                        .hasToString(parsed.path(operation).path("_id").asText());
                assertThat(line.index)
                        .hasToString(parsed.path(operation).path("_index").asText());
            }
        }
        assertThat(plain).isPositive();
    }

    private boolean scan(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        line.id.clear();
        line.index.clear();
        line.routing.clear();
        int end = PlainActionScanner.scan(bytes, 0, bytes.length, line);
        assertThat(end).isIn(-1, bytes.length);
        return end >= 0;
    }
}
