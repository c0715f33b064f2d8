package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Several processes with one queue. {@code -Dsluice.queue.kills=30} kills more often. */
class SharedQueueIT {

    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 2);

    private final String name = SharedKafka.name();
    private final List<String> servers = SharedKafka.addresses();
    private final Journal journal = new Journal();

    private QueueChild start(String child) throws Exception {
        return QueueChild.start(servers, name, child, journal);
    }

    private static void awaitLanes(QueueChild child, int count) {
        await().atMost(QueueRig.PATIENCE).until(() -> child.lanes() == count);
    }

    private static void quiet(List<QueueChild> children) throws Exception {
        for (QueueChild child : children) {
            child.beQuiet();
        }
        for (QueueChild child : children) {
            await().atMost(QueueRig.PATIENCE).until(child::isQuiet);
        }
    }

    @Test
    void readsEachRecordOnceWhileGatewaysComeAndLeave() throws Exception {
        try (QueueChild first = start("w1")) {
            awaitLanes(first, 4);
            journal.awaitMoreReads(200);
            try (QueueChild second = start("w2")) {
                awaitLanes(second, 2);
                awaitLanes(first, 2);
                journal.awaitMoreReads(200);
                first.leave();
                awaitLanes(second, 4);
                journal.awaitMoreReads(200);
                quiet(List.of(second));
                journal.awaitAllRead();
            }
        }

        System.out.printf("comings and leavings: %s%n", journal);
        assertThat(journal.check()).as("records that were read twice").isZero();
    }

    @Test
    void losesNothingAndKeepsTheOrderWhileGatewaysAreKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<QueueChild> children = new ArrayList<>(List.of(start("w1"), start("w2")));
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                journal.awaitMoreReads(1 + random.nextInt(500));
                int victim = random.nextInt(2);
                children.get(victim).kill();
                children.get(victim).close();
                children.set(victim, start("w" + (3 + kill)));
            }
            journal.awaitMoreReads(200);
            quiet(children);
            journal.awaitAllRead();
        } finally {
            for (QueueChild child : children) {
                child.close();
            }
        }

        System.out.printf("killed %d times, seed %d: %s, %d again%n", KILLS, seed, journal, journal.check());
    }
}
