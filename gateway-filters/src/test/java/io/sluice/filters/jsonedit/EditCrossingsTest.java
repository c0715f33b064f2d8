package io.sluice.filters.jsonedit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edits whose asterisks and names cross at several levels. */
class EditCrossingsTest {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> SEGMENTS = List.of("a", "b", "*", "*", "0");
    private static final int CASES = 3_000;

    private final long seed = Long.getLong("sluice.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private static HarnessResult edited(String edits, String body) {
        return FilterHarness.of(JsonEditFilter.class, "request: " + edits)
                .request("POST", "/logs/_search")
                .body(body)
                .send();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{remove: /*/*/ssn}, {set: {path: /customer/address/country, value: 1}}"
                        + "|{\"customer\":{\"address\":{\"ssn\":1},\"card\":{\"ssn\":9}}}"
                        + "|{\"customer\":{\"address\":{\"country\":1},\"card\":{}}}",
                "{remove: /h/*/*/*/password}, {remove: /h/*/_source/user/email}"
                        + "|{\"h\":[{\"_source\":{\"user\":{\"password\":1,\"email\":2,\"n\":3},\"admin\":{\"password\":4}}}]}"
                        + "|{\"h\":[{\"_source\":{\"user\":{\"n\":3},\"admin\":{}}}]}",
                "{remove: /r/*/h/*/pw}, {remove: /r/0/h/0/id}|{\"r\":[{\"h\":[{\"pw\":1,\"id\":2,\"n\":3}]}]}|{\"r\":[{\"h\":[{\"n\":3}]}]}",
                "{set: {path: /*/meta/owner, value: 1}}|{\"a\":{\"meta\":\"text\"},\"b\":{}}"
                        + "|{\"a\":{\"meta\":\"text\"},\"b\":{\"meta\":{\"owner\":1}}}",
                "{set: {path: /k/x/z, value: 1}}, {set: {path: /*/x/y, value: 2}}|{\"k\":{}}|{\"k\":{\"x\":{\"z\":1,\"y\":2}}}",
                "{set: {path: /k/x/z, value: 1}}, {set: {path: /*/x/y, value: 2}}|{}|{\"k\":{\"x\":{\"z\":1}}}",
                "{remove: /k/x/q}, {set: {path: /*/x/y, value: 2}}|{\"k\":{}}|{\"k\":{\"x\":{\"y\":2}}}"
            })
    void everyEditWhosePathMatchesIsMade(String edits, String body, String expected) throws Exception {
        assertThat(MAPPER.readTree(edited("[" + edits + "]", body).upstreamBody()))
                .isEqualTo(MAPPER.readTree(expected));
    }

    @Test
    void whatIsDoneEqualsWhatEachPathSays() throws Exception {
        int compared = 0;
        for (int i = 0; i < CASES; i++) {
            List<NaiveEdits.Edit> edits = edits();
            FilterHarness harness;
            try {
                harness = FilterHarness.of(JsonEditFilter.class, "request: " + yaml(edits));
            } catch (IllegalArgumentException contradiction) {
                continue;
            }
            JsonNode body = value(0);
            JsonNode expected = new NaiveEdits(edits).applied(body);

            HarnessResult result = harness.request("POST", "/logs/_search")
                    .body(body.toString())
                    .send();

            String what = "-Dsluice.test.seed=" + seed + " " + yaml(edits) + " " + body;
            if (expected == null) {
                assertThat(result.status()).as(what).isEqualTo(400);
            } else {
                assertThat(MAPPER.readTree(result.upstreamBody())).as(what).isEqualTo(expected);
            }
            compared++;
        }
        assertThat(compared).isGreaterThan(CASES / 3);
    }

    private List<NaiveEdits.Edit> edits() {
        List<NaiveEdits.Edit> edits = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            List<String> path = new ArrayList<>();
            int depth = 1 + random.nextInt(4);
            for (int level = 0; level < depth; level++) {
                path.add(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
            }
            NaiveEdits.Kind kind = NaiveEdits.Kind.values()[random.nextInt(3)];
            edits.add(new NaiveEdits.Edit(kind, path, NODES.numberNode(100 + i)));
        }
        return edits;
    }

    private static String yaml(List<NaiveEdits.Edit> edits) {
        return edits.stream().map(NaiveEdits.Edit::yaml).toList().toString();
    }

    private JsonNode value(int depth) {
        int kind = depth == 4 ? 2 : random.nextInt(depth < 2 ? 9 : 4);
        if (kind == 2) {
            return NODES.numberNode(random.nextInt(10));
        }
        if (kind == 3) {
            ArrayNode list = NODES.arrayNode();
            for (int i = random.nextInt(3); i > 0; i--) {
                list.add(value(depth + 1));
            }
            return list;
        }
        ObjectNode object = NODES.objectNode();
        for (String name : List.of("a", "b", "c", "0")) {
            if (random.nextInt(5) < 3) {
                object.set(name, value(depth + 1));
            }
        }
        return object;
    }
}
