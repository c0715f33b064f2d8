package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.Troubles;
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
 * A thread with a consumer, from {@link RecordQueue#consume} to {@link RecordQueue#release}. A consumer that fails, whatever the reason,
 * is replaced by another one after a moment. Safe from any thread.
 */
final class GroupMember implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupMember.class);
    private static final Duration LEAVING = Duration.ofSeconds(5);
    /** In pauses: a consumer that works for so long has got over what its predecessor failed at. */
    private static final int SETTLED = 10;
    /** The name of what it does, for {@link Troubles}. */
    private static final String PART = "reader";

    private final Membership.Terms terms;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LaneUser user;
    private final Troubles troubles;
    private final Duration pause;
    private final Thread thread;
    /** Open when the thread is to end. */
    private final CountDownLatch stop = new CountDownLatch(1);

    private volatile @Nullable Membership current;

    /**
     * @param consumers makes consumers; what it throws is logged, and tried again
     * @param pause between a consumer that failed and the next one
     */
    GroupMember(
            Membership.Terms terms,
            Supplier<Consumer<byte[], byte[]>> consumers,
            LaneUser user,
            Troubles troubles,
            Duration pause) {
        this.terms = terms;
        this.consumers = consumers;
        this.user = user;
        this.troubles = troubles;
        this.pause = pause;
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
                } catch (Throwable e) {
                    // Without this thread nothing is read any more, so an error, too, only ends the consumer.
                    failed(e);
                    stop.await(pause.toNanos(), TimeUnit.NANOSECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        troubles.over(PART);
    }

    private void failed(Throwable thrown) {
        String reason = Causes.text(thrown);
        if (troubles.note(PART, "the reader of the queue fails and is replaced: " + reason)) {
            LOG.atError()
                    .addKeyValue("queue", terms.queue())
                    .addKeyValue("reason", reason)
                    .setCause(thrown instanceof KafkaException ? null : thrown)
                    .log("the reader of a queue failed; another one takes its place");
        }
    }

    private void runOne() {
        Consumer<byte[], byte[]> consumer = consumers.get();
        // One that stays open keeps its lanes from the next one.
        try {
            runOn(new Membership(terms, consumer, user));
        } finally {
            consumer.close(CloseOptions.timeout(LEAVING));
        }
    }

    private void runOn(Membership membership) {
        current = membership;
        long began = System.nanoTime();
        boolean well = false;
        try {
            while (stop.getCount() > 0) {
                membership.turn();
                if (System.nanoTime() - began > SETTLED * pause.toNanos() && troubles.over(PART)) {
                    LOG.atInfo().addKeyValue("queue", terms.queue()).log("the reader of a queue works again");
                }
            }
            membership.end(new QueueFailedException("the queue was closed, or its lanes were taken back"));
            well = true;
        } finally {
            if (!well) {
                membership.abandon();
            }
        }
    }
}
