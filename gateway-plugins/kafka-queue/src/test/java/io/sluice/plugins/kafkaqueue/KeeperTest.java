package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.sluice.api.queue.Troubles;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What looks after the topic, with a client that fails with errors. */
class KeeperTest {

    private final Troubles troubles = new Troubles();
    private final AtomicInteger calls = new AtomicInteger();

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    private Keeper keeper() {
        return keeper(
                arguments -> {
                    throw new NoClassDefFoundError("expected by the test");
                },
                Map.of(0, 7L));
    }

    private Keeper keeper(Function<Object[], DescribeTopicsResult> described, Map<Integer, Long> done) {
        Admins admins = new Admins(() -> {
            made.incrementAndGet();
            return admin(described);
        });
        KafkaQueueConfig config = TestConfig.of("kafka-1:9092").make();
        QueueNames names = QueueNames.of("ingest", config);
        Duration patience = Duration.ofMillis(1);
        return new Keeper(
                new Keeper.Parts(
                        "ingest",
                        4,
                        admins,
                        new TopicCheck(admins, config, names, patience),
                        new TopicOffsets(admins, names, patience),
                        new Gate("ingest"),
                        new Depths(4),
                        troubles),
                () -> done);
    }

    private Admin admin(Function<Object[], DescribeTopicsResult> described) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.incrementAndGet();
                        return null;
                    }
                    calls.incrementAndGet();
                    return described.apply(arguments);
                });
    }

    /** An error that ends the client's own thread leaves such a client behind. */
    @Test
    void replacesAClientThatAnswersNothingAndShowsIt() {
        Map<String, KafkaFuture<TopicDescription>> never = Map.of("sluice.ingest", new KafkaFutureImpl<>());
        try (Keeper keeper = keeper(arguments -> new DescribeTopicsResult(null, never) {}, Map.of())) {
            for (int round = 1; round < Keeper.FAILURES; round++) {
                keeper.run();
            }
            assertThat(troubles.some()).isNull();
            assertThat(made).hasValue(1);

            keeper.run();

            assertThat(troubles.some()).startsWith("the queue's topic cannot be looked after: TimeoutException");
            assertThat(made).hasValue(2);
            assertThat(closed).hasValue(1);
        }
    }

    @Test
    @Tag("slow")
    void looksAgainAfterAnErrorAndShowsIt() {
        try (Keeper keeper = keeper()) {
            keeper.start();

            await().atMost(QueueRig.PATIENCE).until(() -> calls.get() >= 2);

            assertThat(troubles.some())
                    .isEqualTo("the queue's topic cannot be looked after: NoClassDefFoundError: expected by the test");
        }
    }

    /** The lanes are taken back all the same, and may be given out anew. */
    @Test
    void leavesWhatItCannotDelete() {
        try (Keeper keeper = keeper()) {
            assertThatCode(keeper::deleteNow).doesNotThrowAnyException();
        }
        assertThat(calls).hasValue(1);
    }
}
