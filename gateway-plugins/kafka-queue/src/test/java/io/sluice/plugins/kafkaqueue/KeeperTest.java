package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.sluice.api.queue.Troubles;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What looks after the topic, with a client that fails with errors. */
class KeeperTest {

    private final Troubles troubles = new Troubles();
    private final AtomicInteger calls = new AtomicInteger();

    private Keeper keeper() {
        Admin admin = (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    calls.incrementAndGet();
                    throw new NoClassDefFoundError("expected by the test");
                });
        KafkaQueueConfig config = TestConfig.of("kafka-1:9092").make();
        QueueNames names = QueueNames.of("ingest", config);
        Duration patience = Duration.ofSeconds(1);
        return new Keeper(
                new Keeper.Parts(
                        "ingest",
                        4,
                        new TopicCheck(admin, config, names, patience),
                        new TopicOffsets(admin, names, patience),
                        new Gate("ingest"),
                        new Depths(4),
                        troubles),
                () -> Map.of(0, 7L));
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
