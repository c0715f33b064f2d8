package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.ClusterResponse;
import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.FoundFields;
import io.sluice.filters.tenant.move.NotedMarks;
import io.sluice.filters.tenant.move.UntranslatedDocuments;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is copied of large writes. */
class MovingWriteTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestCluster cluster = new TestCluster("c").answeringRequests((method, target, body) -> absent(body));
    private final CopyThreads threads = new CopyThreads(Duration.ofMinutes(5));
    private final AtomicInteger unsure = new AtomicInteger();
    private final UntranslatedDocuments place = () -> cluster;
    private final MovingWrite write = on(threads.lane("acme", "big"));

    @AfterEach
    void stop() {
        threads.close();
    }

    private static ClusterResponse absent(String body) {
        try {
            ObjectNode answer = MAPPER.createObjectNode();
            ArrayNode docs = answer.putArray("docs");
            for (JsonNode asked : MAPPER.readTree(body).path("docs")) {
                docs.addObject()
                        .put("_index", "logs")
                        .put("_id", asked.path("_id").asText())
                        .put("found", false);
            }
            return new ClusterResponse(200, answer.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Deletion(String id) implements BulkAction {
        @Override
        public BulkOperation operation() {
            return BulkOperation.DELETE;
        }

        @Override
        public boolean has(BulkField field) {
            return text(field) != null;
        }

        @Override
        public boolean onLine(BulkField field) {
            return has(field);
        }

        @Override
        public boolean is(BulkField field, String text) {
            return text.equals(text(field));
        }

        @Override
        public String text(BulkField field) {
            return field == BulkField.ID ? id : field == BulkField.INDEX ? "logs" : null;
        }

        @Override
        public int routingHash(BulkField field) {
            return 0;
        }
    }

    private MovingWrite on(CopyLane lane) {
        return new MovingWrite(
                lane,
                new Carrier(place, place, () -> true, new NotedMarks(), new FoundFields()),
                unsure::incrementAndGet);
    }

    private MovingWrite in(CopyRoom room) {
        return on(new CopyLane(Runnable::run, Duration.ofMinutes(5), room));
    }

    private void deletes(int documents) {
        deletes(write, documents);
    }

    private static void deletes(MovingWrite write, int documents) {
        RequestHead head = new RequestHead("POST", RequestTarget.parse("/_bulk"), Headers.of("Host", "x"));
        BulkVisitor any = (action, url, position) -> BulkItemPlan.keep();
        RequestPlan.Bulk bulk = (RequestPlan.Bulk) write.noting(new RequestPlan.Bulk(head, any));
        for (int i = 0; i < documents; i++) {
            bulk.visitor().onItem(new Deletion(Integer.toString(i)), new BulkDefaults("logs", null, null), i);
        }
    }

    private void isOver(boolean late) throws Exception {
        write.over(late).get(60, TimeUnit.SECONDS);
    }

    @Test
    void holdsTheNamesOfAFewDocumentsAtATime() throws Exception {
        deletes(2_500);
        isOver(false);

        List<String> asked =
                cluster.asked().stream().map(RequestTarget::toString).toList();
        String names = asked.getFirst();
        assertThat(asked.indexOf("/_mget?realtime=true")).isBetween(1, asked.lastIndexOf(names));
        assertThat(unsure).hasValue(0);
    }

    @Test
    void leavesVeryManyDocumentsToAComparison() throws Exception {
        deletes(10_001);
        isOver(false);

        assertThat(cluster.asked()).isEmpty();
        assertThat(unsure).hasValue(1);
    }

    /** What the cluster did after the copy was made is not in it. */
    @Test
    void leavesToAComparisonWhatMayHaveChangedAfterItWasCopied() throws Exception {
        deletes(1);
        write.awaited().get(60, TimeUnit.SECONDS);
        isOver(true);

        assertThat(unsure).hasValue(1);
    }

    @Test
    void copiesWhatGotNoAnswerOnceTheClusterIsThrough() throws Exception {
        deletes(1);
        isOver(true);

        assertThat(cluster.asked()).isNotEmpty();
        assertThat(unsure).hasValue(0);
    }

    @Test
    void givesBackTheRoomOfNamesThatItForgets() {
        CopyRoom room = new CopyRoom(100_000);
        MovingWrite forgotten = in(room);
        deletes(forgotten, 100);
        assertThat(room.take(90_000)).isFalse();

        assertThat(forgotten.forget()).isDone();

        assertThat(room.take(90_000)).isTrue();
        assertThat(cluster.asked()).isEmpty();
    }

    @Test
    void keepsNamesForLongOnlyWhereOthersHaveRoom() {
        CopyRoom room = new CopyRoom(100_000);
        MovingWrite first = in(room);
        MovingWrite second = in(room);
        deletes(first, 100);
        deletes(second, 100);

        assertThat(first.keep()).isTrue();
        assertThat(second.keep()).isFalse();
        assertThat(first.forget()).isDone();
        assertThat(second.keep()).isTrue();
    }
}
