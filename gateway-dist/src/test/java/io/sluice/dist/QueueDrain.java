package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Waits for queues to become empty, as long as they become emptier. */
final class QueueDrain {
    private static final Duration LONGEST = Duration.ofHours(2);
    private static final Duration WITHOUT_PROGRESS = Duration.ofMinutes(3);

    private final Callable<Long> records;
    private long least = Long.MAX_VALUE;
    private Instant since = Instant.now();

    private QueueDrain(Callable<Long> records) {
        this.records = records;
    }

    /** @param records how many there are; below 0 if that is not known */
    static void await(Callable<Long> records) {
        QueueDrain drain = new QueueDrain(records);
        Awaitility.await().atMost(LONGEST).until(drain::isEmpty);
    }

    private boolean isEmpty() throws Exception {
        long now = records.call();
        if (now >= 0 && now < least) {
            least = now;
            since = Instant.now();
        }
        assertThat(Duration.between(since, Instant.now()))
                .as("time since there were %d records, the fewest", least)
                .isLessThan(WITHOUT_PROGRESS);
        return now == 0;
    }
}
