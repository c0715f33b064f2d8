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

    /** Jackson adds the later four bytes of long names up, so that names of the same blocks in another order share a place. */
    @Test
    void takesHundredsOfNamesThatShareAPlace() throws IOException {
        List<String> members = new ArrayList<>();
        inAllOrders("measurements", List.of("aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"), members);

        assertThat(json.tree(utf8("{" + String.join(",", members) + "}"))).hasSize(720);
    }

    private static void inAllOrders(String begun, List<String> blocks, List<String> members) {
        if (blocks.isEmpty()) {
            members.add("\"" + begun + "\":1");
        }
        for (String next : blocks) {
            List<String> rest = new ArrayList<>(blocks);
            rest.remove(next);
            inAllOrders(begun + next, rest, members);
        }
    }
}
