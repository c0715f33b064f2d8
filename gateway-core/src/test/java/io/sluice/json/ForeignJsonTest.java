package io.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForeignJsonTest {
    private final ForeignJson json = new ForeignJson(JsonMapper.builder(ForeignJson.rules()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(3)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build());

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] named(int number) {
        return utf8("{\"a name that a client has chosen " + number + "\":1}");
    }

    private interface Reading {
        String name(byte[] text) throws IOException;
    }

    private static void assertKeepsNoNames(Reading reading) throws IOException {
        List<WeakReference<String>> names = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            names.add(new WeakReference<>(reading.name(named(i))));
        }
        await().untilAsserted(() -> {
            System.gc();
            assertThat(names).allMatch(name -> name.refersTo(null));
        });
    }

    @Test
    void keepsNoNamesOfTrees() throws Exception {
        assertKeepsNoNames(text -> json.tree(text).fieldNames().next());
    }

    @Test
    void keepsNoNamesOfParsers() throws Exception {
        assertKeepsNoNames(text -> {
            try (JsonParser parser = json.parser(text)) {
                parser.nextToken();
                return parser.nextFieldName();
            }
        });
    }

    @Test
    void keepsNoNamesOfValues() throws Exception {
        assertKeepsNoNames(
                text -> json.value(new ByteArrayInputStream(text), new TypeReference<Map<String, Object>>() {})
                        .keySet()
                        .iterator()
                        .next());
    }

    @Test
    void readsAsTheMapperDoes() throws Exception {
        assertThat(json.tree(utf8("{\"" + "n".repeat(60_000) + "\":[]}"))).hasSize(1);
        assertThat(json.tree(utf8("")).isMissingNode()).isTrue();
        assertThatThrownBy(() -> json.tree(utf8("{\"a\":1,\"a\":2}")))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining("Duplicate field 'a'");
        assertThatThrownBy(() -> json.tree(utf8("[[[[]]]]"))).isInstanceOf(StreamConstraintsException.class);
        assertThatThrownBy(() -> json.tree(utf8("1 2"))).hasMessageContaining("Trailing token");
    }
}
