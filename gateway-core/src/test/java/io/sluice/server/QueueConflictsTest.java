package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.queue.KeptLetter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that the cluster refuses with a version conflict after an attempt whose answer did not come. */
@Tag("slow")
class QueueConflictsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CONFLICT = "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\","
            + "\"reason\":\"document already exists\",\"index\":\"logs-2\"}";

    private ModelCluster cluster;
    private QueueGateway gateway;

    /** Behind an attempt that is executed or not, and whose answer does not come in any case. */
    private final AtomicInteger attempts = new AtomicInteger();

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs-2", 2).alias("logs", "logs-2");
        cluster.silent(() -> attempts.getAndIncrement() == 0);
        gateway = QueueGateway.before(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private void holds(String document) {
        cluster.holds(name -> {
            asked.add(name);
            return document;
        });
    }

    private List<KeptLetter> letters() throws Exception {
        gateway.awaitEmpty();
        return gateway.queue().peek(1_000);
    }

    private HttpResponse<String> create(String source) throws Exception {
        return gateway.document("PUT", "/logs/_create/a?wait=20s", source);
    }

    @Test
    void aDocumentWithTheItemsSourceIsTheItems() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":{ \"w\" : [1.0, \"ä\"], \"v\":1}");

        HttpResponse<String> answer = create("{\"v\":1,\"w\":[1.0,\"\\u00e4\"]}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).contains("\"result\":\"created\"");
        assertThat(letters()).isEmpty();
        assertThat(asked).containsExactly("logs-2/a");
    }

    @Test
    void aDocumentOfSomebodyElseMakesItADeadLetter() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":{\"v\":1}");

        HttpResponse<String> answer = create("{\"v\":2}");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("document already exists");
        KeptLetter letter = letters().getFirst();
        assertThat(MAPPER.readTree(letter.told()).path("status").asInt()).isEqualTo(409);
        assertThat(letter.lines()).asString().endsWith("{\"v\":2}\n");
    }

    /** Servers keep what is no JSON to the gateway; its lane waited for ever. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\uFEFF{\"v\":1} | \uFEFF{\"v\":1} | true",
                "{\"v\":1}// x | {\"v\":1}// x | true",
                "\uFEFF{\"v\":1} | \uFEFF{\"v\":2} | false",
                "\uFEFF{\"v\":1} | {\"v\":1} | true",
                "{\"v\":1} | {\"v\":1} // x | false",
                "{\"v\":1} | {\"_source\":{\"v\":1}}/**/ | false"
            })
    void comparesTheBytesOfADocumentThatIsNoJson(String sent, String kept, boolean own) throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":" + kept);

        gateway.bulk("{\"create\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n" + sent + "\n");

        assertThat(letters()).hasSize(own ? 0 : 1);
    }

    @Test
    void createsWhereNothingStandsAnyMore() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        cluster.refuse(source -> tries.incrementAndGet() == 3 ? null : CONFLICT);
        holds(null);

        HttpResponse<String> answer = create("{\"v\":2}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(letters()).isEmpty();
        assertThat(cluster.executed()).hasSize(1);
    }

    /** The document lies on another shard than its id says, for instance. */
    @Test
    void givesUpWhatIsInTheWayAndNotFound() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds(null);

        assertThat(create("{\"v\":2}").statusCode()).isEqualTo(409);
        assertThat(letters()).hasSize(1);
    }

    @Test
    void looksAgainIfTheClusterDidNotAnswer() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":{\"v\":1}");
        AtomicInteger looks = new AtomicInteger();
        cluster.refuseLook(() ->
                looks.incrementAndGet() > 2 ? null : "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}");

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(201);
        assertThat(letters()).isEmpty();
        assertThat(looks).hasValue(3);
    }

    @Test
    void looksAgainIfTheAnswerIsAboutAnotherDocument() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":{\"v\":1}");
        AtomicInteger looks = new AtomicInteger();
        cluster.refuseLook(
                () -> looks.incrementAndGet() > 1
                        ? null
                        : TestNode.ok(
                                "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"b\",\"found\":true,\"_version\":1,\"_source\":{\"v\":2}}]}"));

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(201);
        assertThat(letters()).isEmpty();
        assertThat(looks).hasValue(2);
    }

    /** Servers answer 200 around it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "es_rejected_execution_exception",
                "circuit_breaking_exception",
                "no_shard_available_action_exception"
            })
    void looksAgainIfAShardDidNotGiveTheDocument(String type) throws Exception {
        cluster.refuse(source -> CONFLICT);
        AtomicInteger looks = new AtomicInteger();
        cluster.holds(name -> looks.incrementAndGet() < 4
                ? "\"error\":{\"root_cause\":[],\"type\":\"" + type + "\",\"reason\":\"not now\"}"
                : "\"_version\":1,\"_source\":{\"v\":1}");

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(201);
        assertThat(letters()).isEmpty();
        assertThat(looks).hasValue(4);
    }

    /** What never comes holds up a lane for a while only. */
    @Test
    void takesTheServersWordWhereADocumentIsNeverGiven() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"error\":{\"root_cause\":[],\"type\":\"es_rejected_execution_exception\",\"reason\":\"not now\"}");

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(409);
        assertThat(letters()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "security_exception",
                "index_not_found_exception",
                "routing_missing_exception",
                "cluster_block_exception"
            })
    void takesTheServersWordWhereADocumentIsRefusedForGood(String type) throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"error\":{\"root_cause\":[],\"type\":\"" + type + "\",\"reason\":\"no\"}");

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(409);
        assertThat(letters()).hasSize(1);
    }

    @Test
    void takesTheServersWordWhereItMayNotLook() throws Exception {
        cluster.refuse(source -> CONFLICT);
        cluster.refuseLook(() -> "HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\n{}");

        assertThat(create("{\"v\":1}").statusCode()).isEqualTo(409);
        assertThat(letters()).hasSize(1);
    }

    /** Nobody else can have such an id. */
    @Test
    void looksAtNothingWhereTheIdWasDrawnHere() throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":1,\"_source\":{\"v\":1}");

        HttpResponse<String> answer = gateway.document("POST", "/logs/_doc?wait=20s", "{\"v\":2}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(letters()).isEmpty();
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // A later version has taken its place, whether it was there or not.
        "index, 8, 9, true",
        "index, 7, 0, true",
        "index, 6, 9, false",
        "delete, 8, 9, true",
        "delete, 7, 9, false",
        // It is deleted.
        "delete, -1, 9, true"
    })
    void aWriteOfTheClientsOwnVersionIsDoneIfThatOrALaterOneStands(String action, long version, int value, boolean done)
            throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds(version < 0 ? null : "\"_version\":" + version + ",\"_source\":{\"v\":" + value + "}");

        gateway.bulk(
                "{\"" + action + "\":{\"_index\":\"logs\",\"_id\":\"a\",\"version\":7,\"version_type\":\"external\"}}\n"
                        + (action.equals("index") ? "{\"v\":0}\n" : ""));

        assertThat(letters()).hasSize(done ? 0 : 1);
    }

    /** Nanoseconds since 1970 have 19 digits. */
    @ParameterizedTest
    @CsvSource({"1764516644000000001, true", "1764516643999999999, false"})
    void aVersionMayBeATimeInNanoseconds(long version, boolean done) throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds("\"_version\":" + version + ",\"_source\":{\"v\":9}");

        gateway.bulk("{\"index\":{\"_index\":\"logs\",\"_id\":\"a\",\"version\":1764516644000000000,"
                + "\"version_type\":\"external\"}}\n{\"v\":0}\n");

        assertThat(letters()).hasSize(done ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({
        "index, 0, true",
        "index, 9, false",
        "delete, 9, false",
        // It is deleted.
        "delete, -1, true",
        // What it made of the document is not known.
        "update, 0, false"
    })
    void aWriteForOneStateIsDoneIfWhatItSaysStands(String action, int value, boolean done) throws Exception {
        cluster.refuse(source -> CONFLICT);
        holds(value < 0 ? null : "\"_version\":3,\"_source\":{\"v\":" + value + "}");
        String source = switch (action) {
            case "index" -> "{\"v\":0}\n";
            case "update" -> "{\"doc\":{\"v\":0}}\n";
            default -> "";
        };

        gateway.bulk("{\"" + action + "\":{\"_index\":\"logs\",\"_id\":\"a\",\"if_seq_no\":7,\"if_primary_term\":1}}\n"
                + source);

        assertThat(letters()).hasSize(done ? 0 : 1);
    }

    private static String delete(String version) {
        return "{\"delete\":{\"_index\":\"logs\",\"_id\":\"a\"," + version + "}}\n";
    }

    private static final String EXTERNAL = "\"version\":7,\"version_type\":\"external\"";

    /** Without it, the look is into another shard, where nothing is. */
    @Test
    void looksWithTheRoutingThatAnAliasAdds() throws Exception {
        cluster.refuse(source -> CONFLICT);
        cluster.route("logs", "seven");
        cluster.holds(name -> name.equals("logs-2/a/seven") ? "\"_version\":3,\"_source\":{\"v\":0}" : null);

        gateway.bulk(delete("\"if_seq_no\":7,\"if_primary_term\":1"));

        assertThat(letters()).hasSize(1);
    }

    @Test
    void takesTheServersWordOfADeletionByAnAliasThatIsNotThereAnyMore() throws Exception {
        cluster.refuse(source -> {
            cluster.removeAlias("logs");
            return CONFLICT;
        });
        holds(null);

        gateway.bulk(delete(EXTERNAL));

        assertThat(letters()).hasSize(1);
    }

    /** Servers that execute a bulk while it comes may refuse it as a whole for an item behind others. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: test, minBytes: 1, minItems: 1 },"})
    void looksAtWhatMayHaveRunBeforeTheWholeBulkWasRefused(String keys) throws Exception {
        cluster.silent(() -> false);
        cluster.version("8.19.4").refuseBehind("poison");
        cluster.refuse(source ->
                cluster.executed().stream().anyMatch(each -> each.source().equals(source)) ? CONFLICT : null);
        cluster.holds(name -> "\"_version\":1,\"_source\":{\"v\":" + name.substring("logs-2/".length()) + "}");
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            body.append("{\"create\":{\"_index\":\"logs\",\"_id\":\"" + i + "\"}}\n{\"v\":" + i + "}\n");
        }
        body.append("{\"index\":{\"_index\":\"logs\"}}\n{\"drawn\":1}\n");
        body.append("{\"create\":{\"_index\":\"logs\",\"_id\":\"bad\"}}\n{\"v\":\"poison\"}\n");
        String all = "config: { lanes: 1 }, " + keys;
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), all, cluster, TestRouter.inRunsOf(20))) {
            own.bulk(body.toString());

            own.awaitEmpty();
            assertThat(own.queue().peek(10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.lines()).asString().contains("poison"));
        }
        assertThat(cluster.executed()).hasSize(9);
    }

    @Test
    void tellsThemApartInALongBulk() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        ThreadLocal<Boolean> first = ThreadLocal.withInitial(() -> false);
        cluster.refuse(source -> {
            first.set(first.get() | seen.add(source));
            return source.contains("7") ? CONFLICT : null;
        });
        cluster.silent(() -> {
            boolean silent = first.get();
            first.set(false);
            return silent;
        });
        cluster.holds(name -> "\"_version\":1,\"_source\":{\"v\":" + name.substring("logs-2/".length())
                + (name.endsWith("77") ? ",\"other\":1" : "") + "}");
        StringBuilder body = new StringBuilder();
        IntStream.range(0, 1_500)
                .forEach(n ->
                        body.append("{\"create\":{\"_index\":\"logs\",\"_id\":\"" + n + "\"}}\n{\"v\":" + n + "}\n"));

        gateway.bulk(body.toString());

        await().atMost(Duration.ofSeconds(60)).until(() -> gateway.queue().isEmpty());
        assertThat(letters().stream().map(letter -> new String(letter.lines(), StandardCharsets.UTF_8).split("\"")[9]))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 15)
                        .mapToObj(hundreds -> String.valueOf(hundreds * 100 + 77))
                        .toList());
    }
}
