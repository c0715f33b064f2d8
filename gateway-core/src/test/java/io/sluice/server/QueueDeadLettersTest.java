package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.queue.DeadLettersException;
import io.sluice.queue.KeptLetter;
import io.sluice.queue.LettersTaken;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueDeadLettersTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String NO_NUMBER = "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\","
            + "\"reason\":\"failed to parse field [v]\"}";

    private static final String CONFLICT = "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\"}";

    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        gateway = QueueGateway.before(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private static String index(String id, String value) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + value + "\"}\n";
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    private void refuseBad() {
        cluster.refuse(source -> source.contains("bad") ? NO_NUMBER : null);
    }

    private void awaitLetters(int count) {
        await().until(() -> gateway.queue().report().dead().records() == count);
    }

    @Test
    void keepsWhatWillNeverSucceedWithItsReason() throws Exception {
        refuseBad();

        String answer = gateway.bulk(index("a", "bad") + index("b", "good")).body();

        awaitLetters(1);
        gateway.awaitEmpty();
        assertThat(sources()).containsExactly("{\"v\":\"good\"}");
        KeptLetter letter = gateway.queue().peek(10).getFirst();
        JsonNode told = MAPPER.readTree(letter.told());
        assertThat(new String(letter.lines(), StandardCharsets.UTF_8)).isEqualTo(index("a", "bad"));
        assertThat(told.path("status").asInt()).isEqualTo(400);
        assertThat(told.at("/result/index/error/reason").asText()).isEqualTo("failed to parse field [v]");
        assertThat(answer).contains("\"receipt\":\"" + told.path("receipt").asText() + "\"");
    }

    @Test
    void peekingTakesNothingAway() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1") + index("b", "bad2") + index("c", "bad3"));
        awaitLetters(3);

        assertThat(gateway.queue().peek(2)).hasSize(2);
        assertThat(gateway.queue().peek(10)).hasSize(3);
    }

    @Test
    void peeksAtNoMoreThanAFewMebibytesOfLetters() throws Exception {
        refuseBad();
        for (String id : List.of("a", "b", "c", "d", "e", "f")) {
            gateway.bulk(index(id, "bad" + "x".repeat(900_000)));
        }
        awaitLetters(6);

        assertThat(gateway.queue().peek(10)).hasSize(4);
        assertThat(gateway.queue().report().dead().records()).isEqualTo(6);
    }

    @Test
    void peeksAtTheFirstLetterHoweverLongItIs() throws Exception {
        refuseBad();
        String item = index("a", "bad" + "x".repeat(5_000_000));
        String keys = "config: { maxRecordBytes: 8000000 },";
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster)) {
            own.bulk(item);
            own.awaitEmpty();
            own.bulk(index("b", "bad"));
            own.awaitEmpty();

            assertThat(own.queue().peek(10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.lines()).hasSize(item.length()));
        }
    }

    @Test
    void replaysLettersThroughTheQueue() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1") + index("b", "bad2"));
        awaitLetters(2);
        cluster.refuse(source -> null);

        assertThat(gateway.queue().replay(1)).isEqualTo(new LettersTaken(1, 0, null));
        assertThat(gateway.queue().replay(10)).isEqualTo(new LettersTaken(1, 0, null));

        gateway.awaitEmpty();
        assertThat(sources()).containsExactlyInAnyOrder("{\"v\":\"bad1\"}", "{\"v\":\"bad2\"}");
        awaitLetters(0);
    }

    @ParameterizedTest
    @CsvSource({
        "2, FULL, 2, 0, the queue has no room",
        "2, FAILED, 2, 1, the disk is broken",
        "2, THROWN, 2, 0, the record is not one for this engine",
        "0, FAILED, 0, 1, the disk is broken"
    })
    void tellsWhichLettersAreSurelyBackInTheQueue(
            int kept, MemoryEngine.Answer then, int taken, int unknown, String reason) throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1") + index("b", "bad2") + index("c", "bad3"));
        awaitLetters(3);
        gateway.awaitEmpty();
        cluster.refuse(source -> null);
        gateway.engine().answersAfter("ingest", kept, then);

        LettersTaken letters = gateway.queue().replay(10);

        assertThat(letters.taken()).isEqualTo(taken);
        assertThat(letters.unknown()).isEqualTo(unknown);
        assertThat(letters.problem()).contains(reason);
        awaitLetters(3 - taken);
    }

    @Test
    void saysThatNothingWasReplayedWhereThatIsSure() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1"));
        awaitLetters(1);
        gateway.engine().answers("ingest", MemoryEngine.Answer.FULL);

        assertThatThrownBy(() -> gateway.queue().replay(10))
                .isInstanceOf(DeadLettersException.class)
                .hasMessageContaining("the queue has no room");
        awaitLetters(1);
    }

    @Test
    void areNotReplayedIntoAQueueThatIsDrained() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1"));
        awaitLetters(1);
        gateway.awaitEmpty();
        gateway.queue().drain();

        assertThatThrownBy(() -> gateway.queue().replay(10))
                .isInstanceOf(DeadLettersException.class)
                .hasMessageContaining("is being drained");
        awaitLetters(1);

        gateway.queue().resume();
        cluster.refuse(source -> null);
        assertThat(gateway.queue().replay(10)).isEqualTo(new LettersTaken(1, 0, null));
        gateway.awaitEmpty();
    }

    @Test
    void keepAQueueFromBeingRemovedWhileTheyAreReplayed() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1"));
        awaitLetters(1);
        gateway.awaitEmpty();
        cluster.refuse(source -> null);
        MemoryEngine engine = gateway.engine();
        engine.answers("ingest", MemoryEngine.Answer.KEPT_SAID_LATER);
        int before = engine.appends("ingest");
        try (ExecutorService command = Executors.newSingleThreadExecutor()) {
            Future<LettersTaken> replay = command.submit(() -> gateway.queue().replay(10));
            await().until(() -> engine.appends("ingest") > before);
            gateway.awaitEmpty();
            gateway.queue().drain();
            assertThat(gateway.queue().isDrained()).isFalse();

            engine.saysKept();
            assertThat(replay.get(30, TimeUnit.SECONDS)).isEqualTo(new LettersTaken(1, 0, null));
            await().until(() -> gateway.queue().isDrained());
        }
    }

    /** Otherwise the next gateway would replay the letter again. */
    @Test
    void endsAReplayBeforeItsLaneGoesToAnotherGateway() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1") + index("b", "bad2"));
        awaitLetters(2);
        cluster.refuse(source -> null);
        MemoryEngine engine = gateway.engine();
        engine.answers("ingest", MemoryEngine.Answer.KEPT_SAID_LATER);
        int before = engine.appends("ingest");
        try (ExecutorService command = Executors.newSingleThreadExecutor()) {
            Future<LettersTaken> replay = command.submit(() -> gateway.queue().replay(10));
            await().until(() -> engine.appends("ingest") > before);

            CompletableFuture<Void> end = engine.goes("ingest/dead", 0).toCompletableFuture();
            assertThat(end).isNotDone();
            engine.saysKept();

            end.get(30, TimeUnit.SECONDS);
            assertThat(replay.get(30, TimeUnit.SECONDS)).isEqualTo(new LettersTaken(1, 0, null));
            awaitLetters(1);
        }
    }

    @Test
    void purgesLettersForGood() throws Exception {
        refuseBad();
        gateway.bulk(index("a", "bad1") + index("b", "bad2"));
        awaitLetters(2);

        assertThat(gateway.queue().purge(10)).isEqualTo(new LettersTaken(2, 0, null));

        assertThat(gateway.queue().peek(10)).isEmpty();
        assertThat(sources()).isEmpty();
    }

    @Test
    void givesUpAnItemThatTheServerFailsOnTimeAndAgain() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        cluster.refuse(source -> {
            if (!source.contains("bad")) {
                return null;
            }
            tries.incrementAndGet();
            return "\"status\":500,\"error\":{\"type\":\"null_pointer_exception\"}";
        });
        String keys = "retry: { first: 1ms, most: 1ms, serverErrors: 3 },";
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster)) {
            own.bulk(index("a", "bad"));

            own.awaitEmpty();
            assertThat(own.queue().peek(1)).hasSize(1);
            assertThat(tries).hasValue(3);
        }
    }

    /** A server refuses a bulk as a whole and does not say for which item. */
    @Test
    void findsTheItemForWhichAWholeBulkIsRefused() throws Exception {
        cluster.refuseWhole(body -> body.contains("bad"));
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            body.append(index("id" + i, i == 7 ? "bad" : "good" + i));
        }

        gateway.bulk(body.toString());

        awaitLetters(1);
        gateway.awaitEmpty();
        assertThat(sources()).hasSize(19);
    }

    @Test
    void aConflictAtTheFirstAttemptIsADeadLetter() throws Exception {
        cluster.refuse(source -> CONFLICT);

        gateway.bulk("{\"create\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n");

        awaitLetters(1);
    }
}
