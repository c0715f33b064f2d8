package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.line.SentBuffers;
import io.sluice.bulk.line.SentItems;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailedItemsTest {

    private static final ItemFailure NOT_SENT = new ItemFailure(503, "sluice_not_executed", "no node", false);
    private static final String REQUEST = """
            {"index":{"_index":"logs","_id":"1"}}
            {"a":"}"}
            {"delete":{"_id":"2"}}

            {"update":{"_id":"\\u0033\\"","_index":"l\\u006fgs"}}
            {"doc":{}}
            {"index":{"op_type":"create","routing":"r"}}
            {}
            """;

    private static SentItems nothing() {
        return new SentItems(List.of(), new BulkDefaults(null, null, null));
    }

    @Test
    void looksLikeTheFailedItemOfAServer() {
        Random random = new Random(1);
        for (boolean typed : new boolean[] {false, true}) {
            ItemFailure failure = new ItemFailure(503, "sluice_not_executed", "no \"node\"", typed);
            SentItems sent = SentBuffers.of("{\"index\":{\"_index\":\"i\",\"_id\":\"1\"}}\n{}\n", random);
            try (FailedItems items = FailedItems.ofRetry(failure, 1, sent)) {
                assertThat(Answers.takeAll(items))
                        .containsExactly("{\"index\":{\"_index\":\"i\"," + (typed ? "\"_type\":\"_doc\"," : "")
                                + "\"_id\":\"1\",\"status\":503,\"error\":{\"type\":\"sluice_not_executed\","
                                + "\"reason\":\"no \\\"node\\\"\"}}}");
            }
        }
    }

    @Test
    void namesIndexAndIdAsTheRequestDid() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            // Given
            SentItems sent = SentBuffers.of(
                    round % 2 == 0 ? REQUEST : REQUEST.replace("\n", "\r\n"),
                    new BulkDefaults("url", null, null),
                    random);
            ByteBuf out = Unpooled.buffer().writeByte('[');

            // When
            try (FailedItems items = FailedItems.ofRetry(NOT_SENT, 4, sent)) {
                int first = 1 + random.nextInt(3);
                items.writeNext(first, out);
                items.writeNext(4 - first, out.writeByte(','));
                assertThat(items.ready()).isZero();
            }

            // Then
            JsonNode tree = new ObjectMapper().readTree(out.writeByte(']').toString(UTF_8));
            assertThat(tree.toString())
                    .as("seed %d", seed)
                    .isEqualTo("[" + item("index", "logs", "\"1\"") + "," + item("delete", "url", "\"2\"") + ","
                            + item("update", "logs", "\"3\\\"\"") + "," + item("create", "url", "null") + "]");
            assertThat(sent.buffers()).allMatch(buffer -> buffer.refCnt() == 0);
        }
    }

    private static String item(String operation, String index, String id) {
        return "{\"" + operation + "\":{\"_index\":\"" + index + "\",\"_id\":" + id
                + ",\"status\":503,\"error\":{\"type\":\"sluice_not_executed\",\"reason\":\"no node\"}}}";
    }

    @Test
    void takesTheOperationFromTheOrderWhereNothingWasKept() {
        try (ItemOrder order = new ItemOrder()) {
            for (BulkOperation operation : BulkOperation.values()) {
                order.append(1, BulkOperation.INDEX);
                order.append(0, operation);
            }
            try (FailedItems items = FailedItems.of(NOT_SENT, order, 0, 4, nothing())) {
                items.skipNext(1);
                assertThat(Answers.takeAll(items))
                        .containsExactly(
                                item("create", "", "null"), item("update", "", "null"), item("delete", "", "null"));
            }
        }
    }

    @Test
    void knowsNoIndexBehindWhatWasKept() {
        for (String cut : List.of(
                "{\"delete\":{\"_index\":\"i\",\"_id\":\"1\"}}\n", "", "{\"delete\":{\"_index\":\"i\",\"_id\":")) {
            try (ItemOrder order = new ItemOrder()) {
                order.append(0, BulkOperation.INDEX);
                order.append(0, BulkOperation.DELETE);
                order.append(0, BulkOperation.DELETE);
                SentItems sent =
                        SentBuffers.of("{\"index\":{\"_index\":\"i\",\"_id\":\"0\"}}\n{}\n" + cut, new Random(1));
                try (FailedItems items = FailedItems.of(NOT_SENT, order, 0, 3, sent)) {
                    boolean whole = cut.endsWith("\n");
                    assertThat(Answers.takeAll(items))
                            .containsExactly(
                                    item("index", "i", "\"0\""),
                                    whole ? item("delete", "i", "\"1\"") : item("delete", "", "null"),
                                    item("delete", "", "null"));
                }
            }
        }
    }

    @Test
    void writesMoreThanFitsInItsOwnBuffer() throws Exception {
        StringBuilder request = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            request.append("{\"delete\":{\"_index\":\"i\",\"_id\":\"").append(i).append("\"}}\n");
        }
        ByteBuf out = Unpooled.buffer();
        try (FailedItems items =
                FailedItems.ofRetry(NOT_SENT, 1_000, SentBuffers.of(request.toString(), new Random(1)))) {
            items.writeNext(1_000, out.writeByte('['));
        }
        JsonNode tree = new ObjectMapper().readTree(out.writeByte(']').toString(UTF_8));
        assertThat(tree.size()).isEqualTo(1_000);
        assertThat(tree.get(999).get("delete").get("_id").asText()).isEqualTo("999");
    }

    @Test
    void isCompleteFromTheStart() {
        FailedItems items = FailedItems.ofRetry(NOT_SENT, 3, nothing());
        assertThat(items.headRead()).isTrue();
        assertThat(items.head()).isEmpty();
        assertThat(items.errors()).isTrue();
        assertThat(items.took()).isZero();
        assertThat(items.ingestTook()).isZero();
        assertThat(items.ready()).isEqualTo(3);
        assertThat(items.buffered()).isZero();
        assertThat(items.ended()).isTrue();
        assertThat(items.broken()).isNull();
        items.close();
        items.close();
        assertThat(items.ready()).isZero();
    }

    @Test
    void refusesAFailureThatIsNone() {
        assertThatThrownBy(() -> new ItemFailure(200, "x", "y", false)).isInstanceOf(IllegalArgumentException.class);
    }
}
