package io.sluice.plugins.kafkaqueue;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer in the group, from its first poll to its end: gives lanes to their user as the group deals them out, brings records to
 * those that wait, and tells Kafka what is done. It polls all the time, whether or not anybody reads, so that slow users never cost it
 * its lanes. For one thread, but for {@link #wake}, {@link #lanes} and {@link #committed}.
 */
final class Membership implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_HAND_OVER = Duration.ofSeconds(10);
    private static final long ASK_AGAIN = Duration.ofSeconds(1).toNanos();

    private final Terms terms;
    private final Consumer<byte[], byte[]> consumer;
    private final LaneUser user;
    private final Lease lease;
    private final Commits commits;
    private final KafkaLane.Shared shared;
    private final Map<Integer, HeldLane> held = new HashMap<>();
    /** The same lanes for other threads. */
    private final Map<Integer, KafkaLane> lanes = new ConcurrentHashMap<>();
    /** What is to be done on the consumer's thread. */
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** The consumer may be woken up. */
    private volatile boolean polling;

    /** When the turn before this one began. */
    private long turnAt;

    private boolean ending;

    /** What lanes are given out and read with. */
    record Terms(
            String queue,
            QueueNames names,
            KafkaQueueConfig config,
            ByteBufAllocator allocator,
            Depths depths,
            LaneLookup lookup) {}

    /** Asks Kafka about lanes. */
    @FunctionalInterface
    interface LaneLookup {
        /** @param then told on another thread, once; lanes that Kafka could not be asked about are not in it */
        void ask(Set<Integer> lanes, java.util.function.Consumer<Map<Integer, LaneOffsets>> then);
    }

    /** @param consumer the caller closes it */
    Membership(Terms terms, Consumer<byte[], byte[]> consumer, LaneUser user) {
        this.terms = terms;
        this.consumer = consumer;
        this.user = user;
        this.turnAt = System.nanoTime();
        this.lease = new Lease(terms.config().sessionTimeout(), turnAt);
        this.commits = new Commits(terms, consumer, lease);
        this.shared = new KafkaLane.Shared(terms.allocator(), terms.depths(), this::wake);
        consumer.subscribe(List.of(terms.names().topic()), this);
    }

    /** Lets the consumer look at once who waits. From any thread. */
    void wake() {
        if (polling) {
            consumer.wakeup();
        }
    }

    /** The lanes that are given out. From any thread. */
    Collection<KafkaLane> lanes() {
        return lanes.values();
    }

    /** By lane, the first position that is not done, as Kafka was told. From any thread. */
    Map<Integer, Long> committed() {
        return commits.told();
    }

    /** One turn: looks after the lanes, and waits for records for a moment. */
    void turn() {
        long now = System.nanoTime();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        if (lease.isOver(now)) {
            suspend();
        }
        ask(now);
        begin(now);
        commits.run(held.values(), now);
        // Before the lanes are looked at: who begins to wait after that wakes the consumer up.
        polling = true;
        steer();
        ConsumerRecords<byte[], byte[]> records = poll();
        polling = false;
        turnAt = now;
        for (TopicPartition partition : records.partitions()) {
            deliver(partition, records.records(partition));
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(POLL);
        } catch (WakeupException e) {
            return ConsumerRecords.empty();
        } catch (InvalidOffsetException e) {
            e.partitions().forEach(partition -> onInvalid(partition, e));
            return ConsumerRecords.empty();
        }
    }

    private void deliver(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        HeldLane one = held.get(partition.partition());
        KafkaLane lane = one == null ? null : one.lane();
        if (lane == null) {
            return;
        }
        if (records.stream().anyMatch(record -> record.value() == null)) {
            lane.end(new QueueFailedException("a record of " + partition + " has no value, so no gateway wrote it"));
        } else {
            lane.fetched(records);
        }
    }

    // How lanes come.

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        long now = System.nanoTime();
        lease.proven(turnAt);
        for (TopicPartition partition : partitions) {
            // Nothing is read before it is known where, and the client must not look for itself.
            consumer.pause(List.of(partition));
            consumer.seek(partition, 0);
            if (partition.partition() < terms.names().lanes(terms.config())) {
                held.put(partition.partition(), new HeldLane(partition, now));
            }
        }
    }

    private void ask(long now) {
        Set<HeldLane> unknown = new HashSet<>();
        for (HeldLane one : held.values()) {
            if (one.isUnknown(now)) {
                one.asked();
                unknown.add(one);
            }
        }
        if (!unknown.isEmpty()) {
            Set<Integer> numbers = new HashSet<>();
            unknown.forEach(one -> numbers.add(one.number()));
            terms.lookup().ask(numbers, found -> {
                tasks.add(() -> {
                    long again = System.nanoTime() + ASK_AGAIN;
                    unknown.forEach(one -> one.found(found.get(one.number()), again));
                });
                wake();
            });
        }
    }

    private void begin(long now) {
        for (HeldLane one : held.values()) {
            if (one.isReady() && (one.loss() != null || !lease.isOver(now))) {
                begin(one, Objects.requireNonNull(one.found()));
            }
        }
    }

    private void begin(HeldLane one, LaneOffsets found) {
        String loss = one.loss();
        OffsetAndMetadata start = found.first();
        if (loss != null && terms.config().onLoss() == OnLoss.SKIP) {
            LOG.atError()
                    .addKeyValue("queue", terms.queue())
                    .addKeyValue("lane", one.number())
                    .addKeyValue("loss", loss)
                    .log("Kafka lost records of a queue; the lane goes on with what is there");
            start = found.loss() == null ? start : new OffsetAndMetadata(found.begin());
            loss = null;
        }
        KafkaLane lane = new KafkaLane(one.number(), start, found.end(), shared);
        terms.depths().begins(one.number(), start.offset(), found.end());
        one.begins(lane, loss != null);
        lanes.put(one.number(), lane);
        if (loss == null) {
            consumer.seek(one.partition(), start);
        } else {
            lane.end(new QueueFailedException(
                    "Kafka lost records that were not done (" + one.partition() + "): " + loss));
        }
        user.onLane(lane);
    }

    private void steer() {
        for (HeldLane one : held.values()) {
            KafkaLane lane = one.lane();
            OffsetAndMetadata anew = lane == null ? null : lane.anew();
            if (anew != null) {
                consumer.seek(one.partition(), anew);
            }
            boolean pause = lane == null || !lane.isWaiting();
            if (pause != one.isPaused()) {
                one.paused(pause);
                if (pause) {
                    consumer.pause(List.of(one.partition()));
                } else {
                    consumer.resume(List.of(one.partition()));
                }
            }
        }
    }

    // How lanes go.

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        if (ending) {
            return;
        }
        List<HeldLane> going = new ArrayList<>();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            HeldLane one = held.get(partition.partition());
            if (one != null && one.lane() != null) {
                going.add(one);
                ends.add(user.onLaneGoing(one.lane()).toCompletableFuture());
            }
        }
        await(ends);
        commits.now(going);
        onPartitionsLost(partitions);
    }

    private void await(List<CompletableFuture<Void>> ends) {
        Duration third = terms.config().sessionTimeout().dividedBy(3);
        Duration patience = third.compareTo(LONGEST_HAND_OVER) < 0 ? third : LONGEST_HAND_OVER;
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.atWarn()
                    .addKeyValue("queue", terms.queue())
                    .log("lanes go to another gateway while something of them is on its way");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a lane could not be given back", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            HeldLane one = held.remove(partition.partition());
            if (one != null) {
                takeAway(one);
            }
        }
    }

    private void takeAway(HeldLane one) {
        KafkaLane lane = one.lane();
        one.ends();
        lanes.remove(one.number());
        commits.forget(one);
        if (lane != null) {
            lane.gone();
            user.onLaneGone(lane);
        }
    }

    /** Kafka was silent for so long that others may have the lanes. */
    private void suspend() {
        boolean any = false;
        for (HeldLane one : held.values()) {
            if (one.lane() != null && !one.isFailed()) {
                any = true;
                takeAway(one);
            }
        }
        if (any) {
            LOG.atWarn()
                    .addKeyValue("queue", terms.queue())
                    .addKeyValue("sessionTimeout", terms.config().sessionTimeout())
                    .log("Kafka is away for longer than the session: lanes of a queue wait until it is back");
        }
    }

    // The record to be read next is not there. What is missing, if anything, shows when the lane is looked up again.
    private void onInvalid(TopicPartition partition, InvalidOffsetException why) {
        consumer.pause(List.of(partition));
        consumer.seek(partition, 0);
        HeldLane one = held.get(partition.partition());
        if (one == null) {
            return;
        }
        one.paused(true);
        LOG.atWarn()
                .addKeyValue("queue", terms.queue())
                .addKeyValue("lane", one.number())
                .addKeyValue("reason", why.getMessage())
                .log("a record of a queue is not where it was");
        takeAway(one);
        if (why instanceof OffsetOutOfRangeException range) {
            Long position = range.offsetOutOfRangePartitions().get(partition);
            boolean cut = why instanceof LogTruncationException;
            one.misses(position == null ? -1 : position, cut ? "the partition was cut: " + why.getMessage() : null);
        }
    }

    // The end.

    /** Ends well: lanes fail whoever waits, and what is done is told. The user hears nothing of it. */
    void end(QueueFailedException why) {
        ending = true;
        lanes.values().forEach(lane -> lane.end(why));
        commits.now(held.values());
        lanes.values().forEach(KafkaLane::gone);
    }

    /** The consumer failed: the lanes are gone. */
    void abandon() {
        ending = true;
        List.copyOf(held.values()).forEach(one -> takeAway(one));
        held.clear();
    }
}
