package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueFailedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread with a consumer, from {@link RecordQueue#consume} to {@link RecordQueue#release}. A consumer that fails, as for want of
 * rights, is replaced by another one after a moment. Safe from any thread.
 */
final class GroupMember implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupMember.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final Membership.Terms terms;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LaneUser user;
    private final Thread thread;
    /** Open when the thread is to end. */
    private final CountDownLatch stop = new CountDownLatch(1);

    private volatile @Nullable Membership current;

    /** @param consumers makes consumers; what it throws is logged, and tried again */
    GroupMember(Membership.Terms terms, Supplier<Consumer<byte[], byte[]>> consumers, LaneUser user) {
        this.terms = terms;
        this.consumers = consumers;
        this.user = user;
        this.thread = new QueueThreads(terms.queue(), "reader").newThread(this);
    }

    void start() {
        thread.start();
    }

    /** Ends with the positions that are done, and waits for it. */
    void stop() {
        stop.countDown();
        Membership now = current;
        if (now != null) {
            now.wake();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The lanes that are given out. */
    Collection<KafkaLane> lanes() {
        Membership now = current;
        return now == null ? List.of() : now.lanes();
    }

    /** By lane, the first position that is not done, as Kafka was told. */
    Map<Integer, Long> committed() {
        Membership now = current;
        return now == null ? Map.of() : now.committed();
    }

    @Override
    public void run() {
        try {
            while (stop.getCount() > 0) {
                try {
                    runOne();
                } catch (RuntimeException e) {
                    LOG.atError()
                            .addKeyValue("queue", terms.queue())
                            .addKeyValue("reason", Causes.text(e))
                            .setCause(e instanceof KafkaException ? null : e)
                            .log("the reader of a queue failed; another one takes its place");
                    stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOne() {
        Consumer<byte[], byte[]> consumer = consumers.get();
        Membership membership = new Membership(terms, consumer, user);
        current = membership;
        boolean well = false;
        try {
            while (stop.getCount() > 0) {
                membership.turn();
            }
            membership.end(new QueueFailedException("the queue was closed, or its lanes were taken back"));
            well = true;
        } finally {
            if (!well) {
                membership.abandon();
            }
            consumer.close(CloseOptions.timeout(LEAVING));
        }
    }
}
