package io.sluice.plugins.kafkaqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells Kafka which records are done, never more than that; each time that it takes it proves that the lanes are still this process's.
 * On the consumer's thread, but for {@link #told}.
 */
final class Commits {

    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** How long it is tried where each try is woken. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Membership.Terms terms;
    private final Consumer<byte[], byte[]> consumer;
    private final Lease lease;
    /** By lane, what Kafka was told. */
    private final Map<Integer, Long> told = new ConcurrentHashMap<>();
    /** Kafka was told something and did not answer yet. */
    private boolean running;
    /** Kafka's servers take no metadata as long as those of lanes. */
    private boolean withoutAhead;

    private long lastAt;

    Commits(Membership.Terms terms, Consumer<byte[], byte[]> consumer, Lease lease) {
        this.terms = terms;
        this.consumer = consumer;
        this.lease = lease;
        this.lastAt = System.nanoTime();
    }

    /** By lane, the first position that is not done, as Kafka was told. From any thread. */
    Map<Integer, Long> told() {
        return Map.copyOf(told);
    }

    /** A lane is not this process's any more. */
    void forget(HeldLane lane) {
        told.remove(lane.number());
    }

    /** Tells what became done, if it is time. */
    void run(Collection<HeldLane> held, long now) {
        if (running || now - lastAt < terms.config().doneInterval().toNanos()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> positions = positions(held, lease.isDue(now));
        if (positions.isEmpty()) {
            return;
        }
        running = true;
        lastAt = now;
        consumer.commitAsync(positions, (taken, failure) -> {
            running = false;
            if (failure == null) {
                lease.proven(now);
                note(held, taken);
            } else {
                mayTellLess(failure);
                // The next turn tells again; a member that is none any more hears so when it polls.
                LOG.atDebug()
                        .addKeyValue("queue", terms.queue())
                        .setCause(failure)
                        .log("positions of a queue were not kept");
            }
        });
    }

    /** Tells at once what became done of some lanes, and waits for it, some seconds at most. */
    void now(Collection<HeldLane> of) {
        Map<TopicPartition, OffsetAndMetadata> positions = positions(of, false);
        long until = System.nanoTime() + LONGEST.toNanos();
        boolean again = !positions.isEmpty();
        while (again) {
            again = false;
            try {
                consumer.commitSync(positions, PATIENCE);
                note(of, positions);
            } catch (KafkaException e) {
                // What wakes it was meant for a poll; busy lanes may do so again and again.
                boolean woken = e instanceof WakeupException && System.nanoTime() - until < 0;
                again = woken || mayTellLess(e);
                positions = positions(of, false);
                if (!again) {
                    LOG.atWarn()
                            .addKeyValue("queue", terms.queue())
                            .addKeyValue("reason", Causes.text(e))
                            .log("positions of a queue could not be kept: records that are done may come again");
                }
            }
        }
    }

    /** Whether it failed for the length of what Kafka was told, of which less is told from now on. */
    private boolean mayTellLess(Exception failure) {
        if (!(failure instanceof OffsetMetadataTooLarge) || withoutAhead) {
            return false;
        }
        withoutAhead = true;
        LOG.atWarn()
                .addKeyValue("queue", terms.queue())
                .log(
                        "offset.metadata.max.bytes of Kafka is below its default: what is done behind items that wait may come again");
        return true;
    }

    private @Nullable OffsetAndMetadata position(HeldLane of) {
        OffsetAndMetadata position = of.position();
        return position == null || !withoutAhead
                ? position
                : new OffsetAndMetadata(position.offset(), position.leaderEpoch(), "");
    }

    private Map<TopicPartition, OffsetAndMetadata> positions(Collection<HeldLane> of, boolean all) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (HeldLane one : of) {
            OffsetAndMetadata position = position(one);
            if (position != null && (all || !one.isCommitted(position))) {
                positions.put(one.partition(), position);
            }
        }
        return positions;
    }

    private void note(Collection<HeldLane> held, Map<TopicPartition, OffsetAndMetadata> positions) {
        for (HeldLane one : held) {
            OffsetAndMetadata position = positions.get(one.partition());
            if (position != null && one.lane() != null) {
                one.committed(position);
                told.put(one.number(), position.offset());
            }
        }
    }
}
