package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.queue.KeptLetter;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue before an index whose servers make the ids of documents, and refuse others. */
class QueueTimeSeriesTest {
    private static final String PARSING = "\"status\":400,\"error\":{\"type\":\"document_parsing_exception\","
            + "\"reason\":\"the document timestamp is outside of ranges of currently writable indices\"}";
    private static final String CONFLICT = "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\"}";

    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(2).index("logs", 2).timeSeries("metrics");
        gateway = QueueGateway.before(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private List<KeptLetter> letters() throws Exception {
        gateway.awaitEmpty();
        return gateway.queue().peek(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: test, minBytes: 1, minItems: 1 },"})
    void leavesTheIdsThatWereDrawnForItToTheServer(String keys) throws Exception {
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < 10; i++) {
                body.append("{\"create\":{\"_index\":\"metrics\"}}\n{\"v\":" + i + "}\n");
                body.append("{\"index\":{\"_index\":\"logs\"}}\n{\"v\":" + i + "}\n");
            }

            HttpResponse<String> answer = own.bulk("/_bulk?wait=20s", body.toString());

            assertThat(answer.body()).contains("\"errors\":false");
            own.awaitEmpty();
            assertThat(own.queue().deadLetters()).isZero();
        }
        assertThat(cluster.executed()).hasSize(20);
        assertThat(cluster.executed())
                .filteredOn(each -> each.index().equals("metrics"))
                .allMatch(each -> each.id().equals(ModelCluster.SERVERS_ID));
        assertThat(cluster.executed())
                .filteredOn(each -> each.index().equals("logs"))
                .allMatch(each -> each.id().length() == 20);
    }

    private void beginWithoutAnAnswer() {
        AtomicBoolean silent = new AtomicBoolean();
        cluster.silent(() -> !cluster.executed().isEmpty() && !silent.getAndSet(true));
        cluster.refuse(source -> silent.get() ? CONFLICT : null);
    }

    @Test
    void isDoneWhereTheServerHadItAfterAnAttemptWithoutAnAnswer() throws Exception {
        beginWithoutAnAnswer();
        cluster.holds(name -> "\"_version\":1,\"_source\":{\"v\":1}");

        gateway.document("POST", "/metrics/_doc", "{\"v\":1}");

        assertThat(letters()).isEmpty();
        assertThat(cluster.executed()).hasSize(1);
    }

    /** The server makes one id of all documents of the same series and time. */
    @Test
    void isADeadLetterWhereTheServerHadAnotherDocumentWithItsId() throws Exception {
        beginWithoutAnAnswer();
        cluster.holds(name -> "\"_version\":1,\"_source\":{\"v\":2}");

        gateway.document("POST", "/metrics/_doc", "{\"v\":1}");

        assertThat(letters()).hasSize(1);
    }

    @Test
    void anIdOfTheClientsOwnIsADeadLetter() throws Exception {
        gateway.document("PUT", "/metrics/_create/a", "{\"v\":1}");

        assertThat(letters()).hasSize(1);
        assertThat(cluster.executed()).isEmpty();
    }

    @Test
    void leavesTheIdOfAReplayedLetterToTheServer() throws Exception {
        cluster.refuse(source -> PARSING);
        gateway.document("POST", "/metrics/_doc", "{\"v\":1}");
        KeptLetter letter = letters().getFirst();
        cluster.refuse(source -> null);

        gateway.queue().replay(1);

        assertThat(letters()).isEmpty();
        assertThat(cluster.executed()).hasSize(1);
        assertThat(letter.lines()).asString().contains("\"_id\":");
    }
}
