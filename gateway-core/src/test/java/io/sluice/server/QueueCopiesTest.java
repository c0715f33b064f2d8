package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.config.ConfigException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue with a copy, each before a cluster of its own. */
class QueueCopiesTest {
    private final MemoryEngine engine = new MemoryEngine();
    private ModelCluster first;
    private ModelCluster second;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        first = new ModelCluster(1).index("logs", 4);
        second = new ModelCluster(2).index("logs", 2);
        gateway = new TestGateway(yaml(16), engine);
    }

    private String yaml(int lanes) {
        return """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false }, health: { ejection: 50ms, maxEjection: 100ms, probeEvery: 50ms } }
                  standby: { nodes: [%s], discovery: { enabled: false }, health: { ejection: 50ms, maxEjection: 100ms, probeEvery: 50ms } }
                queues:
                  ingest: { engine: memory, cluster: primary, copies: [copy], retry: { first: 20ms, most: 100ms } }
                  copy: { engine: memory, config: { lanes: %d }, cluster: standby, retry: { first: 20ms, most: 100ms } }
                flows:
                  default: { relay: { queue: ingest, standby: standby } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [ { flow: default } ] }
                """.formatted(first.nodes()[0].address(), second.nodes()[0].address(), lanes);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        first.close();
        second.close();
    }

    private HttpResponse<String> bulk(String path, String body) throws Exception {
        return gateway.send(gateway.request(path)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private static String index(String id, int value) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n{\"v\":" + value + "}\n";
    }

    private void awaitEmpty() {
        await().until(() -> engine.left("ingest") == 0 && engine.left("copy") == 0);
    }

    private static List<String> executed(ModelCluster cluster) {
        return cluster.executed().stream()
                .map(each -> each.id() + " " + each.source())
                .sorted()
                .toList();
    }

    @Test
    void givesBothClustersTheSameDocuments() throws Exception {
        StringBuilder body = new StringBuilder("{\"index\":{\"_index\":\"logs\"}}\n{\"drawn\":1}\n");
        for (int i = 0; i < 40; i++) {
            body.append(index("id" + i, i));
        }

        assertThat(bulk("/_bulk", body.toString()).statusCode()).isEqualTo(200);

        awaitEmpty();
        assertThat(executed(first)).hasSize(41).isEqualTo(executed(second));
    }

    /** The first cluster takes types, the other does not. */
    @Test
    void givesEachClusterWhatItsServersTake() throws Exception {
        gateway.close();
        second.version("8.19.4");
        gateway = new TestGateway(yaml(16), engine);
        gateway.gateway()
                .clusters()
                .forEach(cluster -> Bulks.await(
                        () -> !cluster.startedViews().current().nodes().isEmpty()));
        String typed = "{\"index\":{\"_index\":\"logs\",\"_type\":\"event\",\"_id\":\"a\"}}\n{\"v\":1}\n";

        assertThat(bulk("/_bulk", typed + index("b", 2)).statusCode()).isEqualTo(200);

        awaitEmpty();
        assertThat(gateway.gateway().queues()).allMatch(queue -> queue.deadLetters() == 0);
        assertThat(executed(first)).hasSize(2).isEqualTo(executed(second));
        assertThat(first.executed()).extracting(ModelCluster.Executed::type).contains("event");
    }

    @Test
    void keepsTheOrderOfADocumentInBoth() throws Exception {
        for (int i = 0; i < 30; i++) {
            assertThat(bulk("/_bulk", index("a", i)).statusCode()).isEqualTo(200);
        }

        awaitEmpty();
        for (ModelCluster cluster : List.of(first, second)) {
            assertThat(cluster.executed())
                    .extracting(ModelCluster.Executed::source)
                    .containsExactly(IntStream.range(0, 30)
                            .mapToObj(i -> "{\"v\":" + i + "}")
                            .toArray(String[]::new));
        }
    }

    @Test
    void goesOnWhileOneClusterTakesNothing() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        first.busyFor(source -> busy.get());

        assertThat(bulk("/_bulk", index("a", 1)).statusCode()).isEqualTo(200);

        await().until(() -> engine.left("copy") == 0);
        assertThat(executed(first)).isEmpty();
        busy.set(false);
        awaitEmpty();
        assertThat(executed(first)).isEqualTo(executed(second));
    }

    @Test
    void waitsForTheFirstClustersResults() throws Exception {
        second.busyFor(source -> true);

        assertThat(bulk("/_bulk?wait=indexed", index("a", 1)).body()).contains("\"result\":\"updated\"");
        second.busyFor(source -> false);
        awaitEmpty();
    }

    @Test
    void keepsNothingWhereNeitherHasRoom() throws Exception {
        engine.answers(MemoryEngine.Answer.FULL);

        assertThat(bulk("/_bulk", index("a", 1)).statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "copy"})
    void keepsNothingWhereOneHasNoRoom(String full) throws Exception {
        engine.answers(full, MemoryEngine.Answer.FULL);

        HttpResponse<String> answer = bulk("/_bulk", index("a", 1));

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("the queue has no room");
        assertThat(engine.left("ingest") + engine.left("copy")).isZero();
        assertThat(executed(first)).isEmpty();
        assertThat(executed(second)).isEmpty();
    }

    /** One has kept the write, so that nobody may say that nothing was kept. */
    @Test
    void saysThatAWriteMayBeKeptWhereOneFails() throws Exception {
        engine.answers("copy", MemoryEngine.Answer.FAILED);

        HttpResponse<String> answer = bulk("/_bulk", index("a", 1));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("not kept by each queue: copy", "may be stored");
    }

    @Test
    void takesNothingWhileTheCopyIsDrained() throws Exception {
        gateway.gateway().queues().getLast().drain();

        assertThat(bulk("/_bulk", index("a", 1)).statusCode()).isEqualTo(429);
        assertThat(engine.left("ingest")).isZero();
    }

    @Test
    void needsTheSameLanes() {
        assertThatThrownBy(() -> new TestGateway(yaml(8), new MemoryEngine()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("need the same number of lanes");
    }
}
