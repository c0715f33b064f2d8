package io.sluice.server;

import static io.sluice.server.SourcedItems.NO_SHARD;
import static io.sluice.server.SourcedItems.item;
import static io.sluice.server.SourcedItems.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway is stopped while items are set aside, and another one goes on with its queue. */
@Tag("slow")
class QueueSetAsideRestartTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Set<String> blocked = ConcurrentHashMap.newKeySet();
    private ModelCluster cluster;
    private MemoryEngine engine;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        cluster.refuse(
                source -> blocked.stream().anyMatch(index -> SourcedItems.isOf(source, index)) ? NO_SHARD : null);
        engine = new MemoryEngine();
    }

    private void gateway(int lanes) throws Exception {
        String keys = "config: { lanes: " + lanes + " }, retry: { first: 5ms, most: 20ms, unavailable: 10m },";
        gateway = new QueueGateway(engine, keys, cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private Map<String, String> states() {
        Map<String, String> states = new HashMap<>();
        cluster.executed().forEach(each -> states.put(each.index() + "/" + each.id(), each.source()));
        return states;
    }

    private void awaitState(String document, String source) {
        await().atMost(PATIENCE).until(() -> source.equals(states().get(document)));
    }

    @Test
    void leavesTheLaterStateOfADocumentWhoseEarlierOneIsSentAgain() throws Exception {
        // Given
        gateway(1);
        blocked.add("red");
        gateway.bulk(item("red", "r", "1") + item("logs", "d", "1"));
        gateway.bulk(item("logs", "d", "2") + item("logs", "e", "1"));
        gateway.bulk(item("logs", "e", "2"));
        awaitState("logs/e", source("logs", "2"));

        // When
        gateway.close();
        blocked.clear();
        gateway(1);
        gateway.awaitEmpty();

        // Then
        assertThat(states())
                .containsEntry("red/r", source("red", "1"))
                .containsEntry("logs/d", source("logs", "2"))
                .containsEntry("logs/e", source("logs", "2"));
    }

    @Test
    void endsInTheLastStateOfEachDocumentHoweverOften() throws Exception {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, String> expected = new HashMap<>();
        gateway(2);
        for (int round = 0; round < 25; round++) {
            blocked.clear();
            for (int i = random.nextInt(3); i > 0; i--) {
                blocked.add("logs" + random.nextInt(4));
            }
            for (int request = random.nextInt(1, 8); request > 0; request--) {
                StringBuilder bulk = new StringBuilder();
                for (int i = random.nextInt(1, 6); i > 0; i--) {
                    String index = "logs" + random.nextInt(4);
                    String id = "d" + random.nextInt(8);
                    String value = round + "." + request + "." + i;
                    bulk.append(item(index, id, value));
                    expected.put(index + "/" + id, source(index, value));
                }
                gateway.bulk(bulk.toString());
            }
            if (random.nextBoolean()) {
                expected.forEach((document, source) -> {
                    if (!blocked.contains(document.substring(0, document.indexOf('/')))) {
                        awaitState(document, source);
                    }
                });
            }
            gateway.close();
            gateway(2);
        }
        blocked.clear();
        gateway.awaitEmpty();

        assertThat(states()).as("seed " + seed).isEqualTo(expected);
    }
}
