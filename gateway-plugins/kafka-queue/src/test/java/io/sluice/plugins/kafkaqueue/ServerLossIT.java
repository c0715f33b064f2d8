package io.sluice.plugins.kafkaqueue;

import static io.sluice.plugins.kafkaqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.RecordQueue;
import io.sluice.devcluster.DevKafka;
import io.sluice.plugins.kafkaqueue.QueueRig.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Servers that are killed. {@code -Dsluice.queue.kills=30} kills more often. */
class ServerLossIT {

    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 2);

    private final Journal journal = new Journal();

    private List<Writer> write(RecordQueue queue, List<Thread> threads) {
        List<Writer> writers = new ArrayList<>();
        for (int lane = 0; lane < queue.lanes(); lane++) {
            Writer writer = new Writer(queue, lane, "w", journal::decided);
            writers.add(writer);
            threads.add(Thread.ofPlatform().daemon().start(writer));
        }
        return writers;
    }

    private Follower follower() {
        return new Follower((lane, got) -> journal.read(lane, System.nanoTime(), got), lanes -> {});
    }

    private void endAndCheck(List<Writer> writers, List<Thread> threads) throws Exception {
        writers.forEach(Writer::stop);
        for (Thread thread : threads) {
            thread.join();
        }
        journal.awaitAllRead();
    }

    @Test
    void losesNothingAndKeepsTheOrderWhileTheServerIsKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Thread> threads = new ArrayList<>();
        try (DevKafka kafka = DevKafka.start(SharedKafka.directory());
                RecordQueue queue = KafkaQueue.open(
                        new TestConfig(kafka.addresses()).make(), new TestContext("ingest"), () -> {})) {
            queue.consume(follower());
            List<Writer> writers = write(queue, threads);
            for (int kill = 0; kill < KILLS; kill++) {
                journal.awaitMore(1 + random.nextInt(1_000));
                kafka.kill(0);
                kafka.restart(0);
            }
            journal.awaitMore(200);
            journal.awaitMoreReads(200);
            endAndCheck(writers, threads);
        }

        System.out.printf("server killed %d times, seed %d: %s, %d again%n", KILLS, seed, journal, journal.check());
    }

    @Test
    void failsAppendsWhileTheServerIsAwayAndGoesOnByItself() throws Exception {
        try (DevKafka kafka = DevKafka.start(SharedKafka.directory())) {
            TestConfig config = new TestConfig(kafka.addresses());
            config.timeout = Duration.ofSeconds(2);
            try (QueueRig rig = QueueRig.open(config, "ingest")) {
                rig.put(0, "a");
                rig.awaitLanes(4);
                kafka.kill(0);

                assertThat(rig.append(record(0, "b")))
                        .failsWithin(QueueRig.PATIENCE)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(QueueFailedException.class)
                        .withMessageContaining("Kafka did not keep a record: TimeoutException");
                await().atMost(QueueRig.PATIENCE)
                        .untilAsserted(() -> assertThat(rig.lanes)
                                .as("another gateway may have the lanes by now")
                                .isEmpty());
                assertThat(rig.queue.stats().failure()).isNull();

                kafka.restart(0);
                rig.putAtLast(0, "c");
                assertThat(rig.next(0).text()).isEqualTo("a");
                assertThat(rig.next(0).text()).isIn("b", "c");
            }
        }
    }

    @Test
    void opensWhileTheServerIsAwayAndTakesRecordsOnceItIsBack() throws Exception {
        try (DevKafka kafka = DevKafka.start(SharedKafka.directory())) {
            TestConfig config = new TestConfig(kafka.addresses());
            config.timeout = Duration.ofSeconds(2);
            kafka.kill(0);
            try (QueueRig rig = QueueRig.open(config, "ingest")) {
                assertThat(rig.append(record(0, "a")))
                        .failsWithin(QueueRig.PATIENCE)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(QueueFailedException.class)
                        .withMessageContaining("Kafka could not be asked for the topic");
                assertThat(rig.queue.stats().records()).isEqualTo(-1);

                kafka.restart(0);
                rig.putAtLast(0, "b");

                assertThat(rig.next(0).text()).isEqualTo("b");
            }
        }
    }

    @Test
    void keepsRecordsOnTwoOfThreeServersAndFailsWithOne() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (DevKafka kafka = DevKafka.start(SharedKafka.directory(), 3, Map.of())) {
            TestConfig config = new TestConfig(kafka.addresses());
            config.replicas = 3;
            config.minInSync = 2;
            config.timeout = Duration.ofSeconds(10);
            try (RecordQueue queue = KafkaQueue.open(config.make(), new TestContext("ingest"), () -> {})) {
                queue.consume(follower());
                List<Writer> writers = write(queue, threads);
                journal.awaitMore(500);

                int leader = leader(kafka, 0);
                kafka.kill(leader);
                journal.awaitMore(500);
                journal.awaitMoreReads(500);

                // One of three has no quorum of controllers and no second replica.
                int another = (leader + 1) % 3;
                kafka.kill(another);
                long failed = journal.failed();
                await().atMost(QueueRig.PATIENCE).until(() -> journal.failed() > failed);

                kafka.restart(another);
                kafka.restart(leader);
                journal.awaitMore(500);
                endAndCheck(writers, threads);
            }
        }

        System.out.printf("servers of three killed: %s, %d again%n", journal, journal.check());
    }

    private static int leader(DevKafka kafka, int lane) throws Exception {
        try (Admin admin = SharedKafka.admin(kafka.addresses())) {
            return admin.describeTopics(List.of("sluice.ingest"))
                    .allTopicNames()
                    .get()
                    .get("sluice.ingest")
                    .partitions()
                    .get(lane)
                    .leader()
                    .id();
        }
    }
}
