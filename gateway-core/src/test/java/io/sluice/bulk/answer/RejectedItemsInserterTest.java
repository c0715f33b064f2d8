package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkRejections;
import io.sluice.bulk.line.BulkRewriter;
import io.sluice.json.CollectingSink;
import io.sluice.json.Feed;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectedItemsInserterTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void putsEveryRejectedItemInItsPlace() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            // Given
            int count = 1 + random.nextInt(12);
            int bits = random.nextInt(1 << count);
            BulkRejections rejections = rejections(count, position -> (bits & 1 << position) != 0);
            StringBuilder answer = new StringBuilder("{\"took\":3,\"errors\":false, \"items\" : [ ");
            String separator = "";
            for (int i = 0; i < count; i++) {
                if ((bits & 1 << i) == 0) {
                    answer.append(separator)
                            .append("{\"index\":{\"_id\":\"")
                            .append(i)
                            .append("\",\"items\":[{}],\"status\":201}}");
                    separator = random.nextBoolean() ? "," : " , ";
                }
            }
            byte[] bytes = answer.append(" ]}\n").toString().getBytes(UTF_8);

            // When
            List<CollectingSink> results =
                    Feed.everySplit(() -> new RejectedItemsInserter(rejections, true), bytes, random);

            // Then
            JsonNode tree = MAPPER.readTree(results.getFirst().bytes());
            assertThat(tree.get("errors").asBoolean()).as("seed %d", seed).isTrue();
            assertThat(tree.get("items").size()).as("seed %d", seed).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                JsonNode item = tree.get("items").get(i).get("index");
                assertThat(item.get("_id").asText()).as("seed %d", seed).isEqualTo(String.valueOf(i));
                assertThat(item.get("status").asInt()).isEqualTo((bits & 1 << i) == 0 ? 201 : 403);
            }
            for (CollectingSink result : results) {
                assertThat(result.text())
                        .as("seed %d", seed)
                        .isEqualTo(results.getFirst().text());
            }
        }
    }

    @Test
    void laysResultsOutAsTheAnswerIs() {
        byte[] answer = """
                {
                  "took" : 3,
                  "errors" : false,
                  "items" : [
                    {
                      "index" : {
                        "_id" : "1",
                        "status" : 201
                      }
                    }
                  ]
                }
                """.getBytes(UTF_8);
        for (CollectingSink result : Feed.everySplit(
                () -> new RejectedItemsInserter(rejections(3, position -> position != 1), true),
                answer,
                new Random(1))) {
            assertThat(result.text()).startsWith("""
                            {
                              "took" : 3,
                              "errors" : true,
                              "items" : [
                                {
                                  "index" : {
                            """).contains("""
                                    }
                                  }
                                },
                                {
                                  "index" : {
                                    "_id" : "1",
                                    "status" : 201
                                  }
                                }
                            """).endsWith("""
                                    }
                                  }
                                }
                              ]
                            }
                            """);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                | {ITEMS}
            {"took":1}                        | {"took":1,ITEMS}
            {"took":1,"errors":false}         | {"took":1,"errors":true,ITEMS}
            {"errors":true,"ingest_took":[]}  | {"errors":true,"ingest_took":[],ITEMS}
            {"items":[],"took":1}             | {ITEMS,"took":1}
            """)
    void opensItemsWhereTheAnswerHasNone(String answer, String expected) {
        BulkRejections rejections = rejections(2, position -> true);
        String items = "\"items\":[" + result(rejections, 0) + "," + result(rejections, 1) + "]";
        for (CollectingSink sink : Feed.everySplit(
                () -> new RejectedItemsInserter(rejections, false), answer.getBytes(UTF_8), new Random(1))) {
            assertThat(sink.text()).isEqualTo(expected.replace("ITEMS", items));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ }\n", "{\n}\n", "{\n  \"took\" : 1\n}\n"})
    void opensItemsInAnAnswerThatIsLaidOut(String answer) throws Exception {
        BulkRejections rejections = rejections(1, position -> true);
        for (CollectingSink sink : Feed.everySplit(
                () -> new RejectedItemsInserter(rejections, false), answer.getBytes(UTF_8), new Random(1))) {
            assertThat(MAPPER.readTree(sink.bytes()).at("/items/0/index/status").asInt())
                    .isEqualTo(403);
            assertThat(sink.text())
                    .contains("\n  \"items\" : [\n    {\n      \"index\" : {\n")
                    .endsWith("\n    }\n  ]\n}\n");
        }
    }

    @Test
    void putsRejectedItemsBehindThoseOfAnAnswerThatLacksSome() {
        String failed = "{\"index\":{\"_id\":\"3\",\"error\":{\"type\":\"x\"}}}";
        BulkRejections rejections = rejections(4, position -> position % 2 == 0);
        for (CollectingSink sink : Feed.everySplit(
                () -> new RejectedItemsInserter(rejections, false),
                ("{\"items\":[" + failed + "]}").getBytes(UTF_8),
                new Random(1))) {
            assertThat(sink.text())
                    .isEqualTo(
                            "{\"items\":[" + failed + "," + result(rejections, 0) + "," + result(rejections, 1) + "]}");
        }
    }

    @Test
    void leavesAnErrorOfTheWholeBulkAlone() {
        byte[] error = "{\"error\":{\"items\":[{}],\"errors\":false},\"status\":401}".getBytes(UTF_8);
        for (CollectingSink sink : Feed.everySplit(
                () -> new RejectedItemsInserter(rejections(1, position -> true), true), error, new Random(1))) {
            assertThat(sink.bytes()).isEqualTo(error);
        }
    }

    @Test
    void refusesAnAnswerThatIsNotJson() {
        CollectingSink sink = Feed.whole(
                new RejectedItemsInserter(rejections(1, position -> true), true), "---\nerrors: false".getBytes(UTF_8));
        assertThat(sink.refusal().status()).isEqualTo(502);
    }

    private static String result(BulkRejections rejections, int rejection) {
        int from = rejections.from(rejection);
        return new String(rejections.bytes(), from, rejections.to(rejection) - from, UTF_8);
    }

    private static BulkRejections rejections(int count, IntPredicate rejected) {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < count; i++) {
            bulk.append("{\"index\":{\"_index\":\"logs\",\"_id\":\"").append(i).append("\"}}\n{}\n");
        }
        BulkItemPlan reject = new BulkItemPlan.Reject(403, "security_exception", "no");
        BulkRewriter rewriter = new BulkRewriter(
                (action, url, position) -> rejected.test(position) ? reject : BulkItemPlan.keep(),
                new BulkDefaults(null, null, null),
                BulkLimits.DEFAULT);
        Feed.whole(rewriter, bulk.toString().getBytes(UTF_8));
        return rewriter.rejections();
    }
}
