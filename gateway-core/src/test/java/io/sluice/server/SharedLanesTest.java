package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.queue.KeptLetter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue that several gateways share, as one of them sees it: lanes go and come. */
class SharedLanesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CONFLICT = "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\"}";
    private static final String CREATE = "{\"create\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n";

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        gateway = new QueueGateway(new MemoryEngine(), "config: { lanes: 1 },", cluster);
    }

    @AfterEach
    void stop() throws Exception {
        mayAnswer.countDown();
        gateway.close();
        cluster.close();
    }

    private void answerLate() {
        cluster.refuse(source -> {
            arrived.countDown();
            try {
                mayAnswer.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return null;
        });
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    @Test
    void endsTheBulkThatIsOnItsWayBeforeALaneGoes() throws Exception {
        answerLate();
        gateway.bulk(CREATE);
        arrived.await();

        CompletableFuture<Void> going = gateway.engine().goes("ingest", 0).toCompletableFuture();
        assertThat(going).isNotDone();
        mayAnswer.countDown();

        assertThat(going).succeedsWithin(PATIENCE);
        assertThat(gateway.engine().left("ingest"))
                .as("it is done before the lane goes")
                .isZero();
    }

    @Test
    void sendsNothingMoreOfALaneThatGoes() throws Exception {
        assertThat(gateway.engine().goes("ingest", 0).toCompletableFuture()).succeedsWithin(PATIENCE);

        gateway.bulk(CREATE);
        gateway.engine().isGone("ingest", 0);
        gateway.engine().comes("ingest", 0);

        gateway.awaitEmpty();
        assertThat(sources()).containsExactly("{\"v\":1}");
    }

    @Test
    void aLaneThatFailedGoesAtOnceAndIsNotCountedAnyMore() throws Exception {
        gateway.engine().appendJunk("ingest", 0);
        await().atMost(PATIENCE)
                .until(() -> !gateway.queue().report().failedLanes().isEmpty());

        assertThat(gateway.engine().goes("ingest", 0).toCompletableFuture()).succeedsWithin(PATIENCE);
        gateway.engine().isGone("ingest", 0);

        await().atMost(PATIENCE)
                .until(() -> gateway.queue().report().failedLanes().isEmpty());
    }

    /** The record was kept by this gateway; another one had the lane meanwhile and may have sent it. */
    @Test
    void aConflictMayBeTheWorkOfAnotherGateway() throws Exception {
        AtomicBoolean refuse = new AtomicBoolean(true);
        answerLate();
        gateway.bulk(CREATE);
        arrived.await();
        gateway.engine().isGone("ingest", 0);
        cluster.refuse(source -> refuse.getAndSet(false) ? CONFLICT : null);

        gateway.engine().comes("ingest", 0);

        gateway.awaitEmpty();
        assertThat(gateway.queue().peek(1)).isEmpty();
    }

    /** Nobody had the lane between the record's append and now: the conflict is somebody else's document. */
    @Test
    void aConflictOfARecordThatNobodyReadBeforeIsADeadLetter() throws Exception {
        gateway.engine().isGone("ingest", 0);
        gateway.engine().comes("ingest", 0);
        cluster.refuse(source -> CONFLICT);

        gateway.bulk(CREATE);

        gateway.awaitEmpty();
        assertThat(gateway.queue().peek(1)).hasSize(1);
    }

    @Test
    void takesTheLettersOnlyForAsLongAsACommandRuns() throws Exception {
        cluster.refuse(source -> CONFLICT);
        gateway.bulk(CREATE);
        gateway.awaitEmpty();

        List<KeptLetter> first = gateway.queue().peek(1);

        assertThat(first).hasSize(1);
        assertThat(gateway.engine().isTaken("ingest/dead")).isFalse();
        assertThat(gateway.queue().purge(1).taken()).isEqualTo(1);
        assertThat(gateway.queue().peek(1)).isEmpty();
    }
}
