package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.FreePort;
import io.sluice.config.ConfigException;
import io.sluice.config.Problem;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedQueueTest {
    private static final String ITEM = "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n";

    private final MemoryEngine engine = new MemoryEngine();
    private ModelCluster cluster;
    private ModelCluster another;
    private QueueGateway gateway;

    @TempDir
    Path directory;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        another = new ModelCluster(1).index("logs", 2);
        gateway = new QueueGateway(engine, "", cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
        another.close();
    }

    private static String withoutQueue(ModelCluster cluster) {
        return TestGateway.yaml("", "nodes: [" + cluster.nodes()[0].address() + "]");
    }

    private static List<String> sources(ModelCluster cluster) {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    @Test
    void staysOpenAndSendsWhereTheNewConfigurationSays() throws Exception {
        cluster.behave((connection, node) -> true);
        gateway.bulk(ITEM);
        int opened = engine.opened();

        gateway.gateway().change(QueueGateway.yaml("batch: { items: 7 },", another));

        gateway.awaitEmpty();
        assertThat(sources(another)).containsExactly("{\"v\":1}");
        assertThat(engine.opened()).isEqualTo(opened);
    }

    @Test
    void anotherEngineConfigurationIsRefused() throws Exception {
        String changed = QueueGateway.yaml("config: { lanes: 4 },", cluster);

        assertThatThrownBy(() -> gateway.gateway().change(changed))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("queues.ingest")
                .hasMessageContaining("cannot change while the gateway runs");
        assertThat(gateway.bulk(ITEM).statusCode()).isEqualTo(200);
    }

    @Test
    void aQueueIsRemovedOnlyWhenItIsDrained() throws Exception {
        cluster.behave((connection, node) -> true);
        gateway.bulk(ITEM);
        gateway.queue().drain();

        assertThatThrownBy(() -> gateway.gateway().change(withoutQueue(cluster)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("drain it first");

        cluster.behave((connection, node) -> false);
        gateway.awaitEmpty();
        gateway.queue().resume();
        assertThatThrownBy(() -> gateway.gateway().change(withoutQueue(cluster)))
                .hasMessageContaining("a queue that takes writes");
        gateway.queue().drain();
        gateway.gateway().change(withoutQueue(cluster));
        assertThat(gateway.gateway().gateway().queues()).isEmpty();
    }

    @Test
    void aLookAtTheFileFindsAQueueThatCannotBeRemoved() throws Exception {
        assertThat(look(withoutQueue(cluster)))
                .anySatisfy(problem -> assertThat(problem).contains("queues.ingest: a queue that takes writes"));
    }

    @Test
    void aLookAtTheFileFindsAnAddressThatAnotherOneStandsInTheWayOf() throws Exception {
        int port = FreePort.next();
        gateway.gateway().change(direct("127.0.0.1:" + port));

        assertThat(look(direct(":" + port)))
                .singleElement()
                .asString()
                .contains("listeners[1].bind: cannot listen on 0.0.0.0:" + port + " while 127.0.0.1:" + port
                        + " is open");
    }

    private String direct(String bind) {
        return QueueGateway.yaml("", cluster)
                .replace("name: direct, bind: \"127.0.0.1:0\"", "name: direct, bind: \"" + bind + "\"");
    }

    private List<String> look(String yaml) throws Exception {
        Path file = Files.writeString(directory.resolve("gateway.yml"), yaml);
        ConfigSource source = new ConfigSource(file, Map.of(), (plugins, earlier) -> FilterRegistry.of(engine));
        Gateway running = gateway.gateway().gateway();
        ReloadOutcome outcome = new Reloads(running, source, "", InstantSource.system()).tryDiff();
        assertThat(outcome).isInstanceOf(ReloadOutcome.Refused.class);
        return ((ReloadOutcome.Refused) outcome)
                .problems().stream().map(Problem::toString).toList();
    }

    @Test
    void aQueueWithDeadLettersIsNotRemoved() throws Exception {
        cluster.refuse(source -> "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\"}");
        gateway.bulk(ITEM);
        gateway.awaitEmpty();
        gateway.queue().drain();

        assertThatThrownBy(() -> gateway.gateway().change(withoutQueue(cluster)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a queue with dead letters (1) cannot be removed")
                .hasMessageContaining("sluice queue purge ingest");

        gateway.queue().purge(1);
        gateway.gateway().change(withoutQueue(cluster));
        assertThat(gateway.gateway().gateway().queues()).isEmpty();
    }
}
