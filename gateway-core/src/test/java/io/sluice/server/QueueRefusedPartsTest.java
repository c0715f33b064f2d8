package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue's bulk is taken apart, and a node refuses its part of it as a whole, while another one executes its own. */
@Tag("slow")
class QueueRefusedPartsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String KEYS = "bulk: { groupBy: test, minBytes: 1, minItems: 1 }, config: { lanes: 1 },"
            + " retry: { first: 1ms, most: 1ms, serverErrors: 1 },";

    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(2).index("logs", 2);
        gateway = new QueueGateway(new MemoryEngine(), KEYS, cluster, TestRouter.inRunsOf(2));
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private static String index(String id, String value) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + value + "\"}\n";
    }

    private static String delete(String id) {
        return "{\"delete\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n";
    }

    private static String refusal(int status) {
        String body = "{\"error\":{\"type\":\"some_exception\",\"reason\":\"no\"},\"status\":" + status + "}";
        return "HTTP/1.1 " + status + " No\r\ncontent-type: application/json\r\ncontent-length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private long letters() {
        return gateway.queue().report().dead().records();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 409, 500})
    void sendsAPartAgainThatWasNotRefusedForItsItems(int status) throws Exception {
        AtomicBoolean refused = new AtomicBoolean();
        cluster.answerWhole((node, body) -> node == 1 && refused.compareAndSet(false, true) ? refusal(status) : null);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            body.append(i % 2 == 0 ? index("id" + i, "v") : delete("id" + i));
        }

        gateway.bulk(body.toString());

        gateway.awaitEmpty();
        assertThat(refused).isTrue();
        assertThat(letters()).isZero();
        List<String> ids = IntStream.range(0, 12).mapToObj(i -> "id" + i).toList();
        assertThat(cluster.executed().stream().map(ModelCluster.Executed::id)).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** A proxy before the cluster answers for it; the table of results in docs/queue.md has no end of that. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "text/html:<html>Bad Gateway</html>; false",
                "application/json:{\"error\":{\"type\":\"x\"}}; false",
                "text/html:<html>Bad Gateway</html>; true"
            })
    void sendsItemsAgainWithoutEndWhichAreAnsweredWithAServersError(String answer, boolean atomic) throws Exception {
        String body = answer.substring(answer.indexOf(':') + 1);
        String refusal = "HTTP/1.1 502 No\r\ncontent-type: " + answer.substring(0, answer.indexOf(':'))
                + "\r\ncontent-length: " + body.length() + "\r\n\r\n" + body;
        AtomicInteger refused = new AtomicInteger();
        cluster.answerWhole((node, sent) -> sent.contains("poison") && refused.getAndIncrement() < 30 ? refusal : null);
        String keys = KEYS.replace("serverErrors: 1", "serverErrors: 1, brokenOff: 2")
                .replace("lanes: 1", "lanes: 16")
                .replace("minItems: 1", "minItems: 1, atomic: " + atomic);
        try (QueueGateway many = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            many.bulk(index("bad", "poison"));
            int others = 0;
            while (refused.get() < 30 && many.queue().report().dead().records() == 0) {
                many.bulk(index("other" + others, "v"));
                others++;
            }

            many.awaitEmpty();
            assertThat(many.queue().report().dead().records()).isZero();
        }
        assertThat(cluster.executed().stream().map(ModelCluster.Executed::id)).contains("bad");
    }

    /** A proxy gives this status, too, where the gateway's certificate has expired; no server has read the items. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "retry: { first: 1ms, most: 1ms },; 2",
                "bulk: { groupBy: test, minBytes: 1, minItems: 1 }, retry: { first: 1ms, most: 1ms },; 2",
                "bulk: { groupBy: test, minBytes: 1, minItems: 1 }, retry: { first: 1ms, most: 1ms },; 1",
                "bulk: { groupBy: test, minBytes: 1, minItems: 1, atomic: true }, retry: { first: 1ms, most: 1ms },; 2"
            })
    void sendsItemsAgainThatAreRefusedWithABadRequestByNoServer(String keys, int nodes) throws Exception {
        String page = "<html>400 The SSL certificate error</html>";
        String answer = "HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: " + page.length()
                + "\r\n\r\n" + page;
        AtomicInteger refused = new AtomicInteger();
        cluster.answerWhole((node, body) -> node < nodes && refused.getAndIncrement() < 40 ? answer : null);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            body.append(index("id" + i, "v"));
        }
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            own.bulk(body.toString());

            own.awaitEmpty();
            assertThat(own.queue().report().dead().records()).isZero();
        }
        assertThat(refused).hasPositiveValue();
        assertThat(cluster.executed()).hasSize(12);
    }

    /** The gateway sends an item again for which a node was too busy, and then the node refuses that request. */
    @Test
    void sendsItemsAgainWhoseSecondRequestWasRefused() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        cluster.busyFor(source -> source.contains("busy") && requests.get() == 1);
        cluster.answerWhole(
                (node, body) -> body.contains("busy") && requests.incrementAndGet() == 2 ? refusal(403) : null);

        gateway.bulk(index("id0", "good") + index("id1", "good") + index("id2", "busy") + index("id3", "good"));

        gateway.awaitEmpty();
        assertThat(requests).hasValue(3);
        assertThat(letters()).isZero();
        assertThat(cluster.executed()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413})
    void findsTheItemsForWhichPartsAreRefused(int status) throws Exception {
        cluster.answerWhole((node, body) -> body.contains("bad") ? refusal(status) : null);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            body.append(index("id" + i, i == 3 || i == 18 ? "bad" : "good"));
        }

        gateway.bulk(body.toString());

        gateway.awaitEmpty();
        assertThat(gateway.queue().peek(10))
                .extracting(letter -> new String(letter.lines(), StandardCharsets.UTF_8))
                .containsExactlyInAnyOrder(index("id3", "bad"), index("id18", "bad"));
        assertThat(cluster.executed()).hasSize(18);
    }

    @Test
    void keepsTheOrderOfADocumentThroughRefusedParts() throws Exception {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom ofNodes = random.split();
        int[] statuses = {400, 403, 404, 413, 500};
        cluster.answerWhole((node, body) -> {
            synchronized (ofNodes) {
                int status = statuses[ofNodes.nextInt(statuses.length)];
                boolean alone = body.lines().count() <= 2;
                return ofNodes.nextInt(4) > 0 || alone && (status == 400 || status == 413) ? null : refusal(status);
            }
        });
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            StringBuilder body = new StringBuilder();
            for (int item = 0; item < 10; item++) {
                String id = "id" + random.nextInt(8);
                last.put(id, i * 10 + item);
                body.append(index(id, String.valueOf(i * 10 + item)));
            }
            gateway.bulk(body.toString());
        }

        gateway.awaitEmpty();
        Map<String, Integer> seen = new HashMap<>();
        for (ModelCluster.Executed each : cluster.executed()) {
            int value = MAPPER.readTree(each.source()).path("v").asInt();
            assertThat(value).as("of " + each.id() + ", seed " + seed).isGreaterThan(seen.getOrDefault(each.id(), -1));
            seen.put(each.id(), value);
        }
        assertThat(seen).as("seed " + seed).isEqualTo(last);
        assertThat(cluster.executed()).as("seed " + seed).hasSize(200);
        assertThat(letters()).as("seed " + seed).isZero();
    }
}
