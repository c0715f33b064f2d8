package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import io.sluice.api.queue.Troubles;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue in a topic of Kafka: one thread appends, one reads while lanes are given out, one looks after the topic. Safe from any thread. */
final class KafkaQueue implements RecordQueue {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaQueue.class);
    /** How long the queue's reader waits after a failure before another one takes its place. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final KafkaQueueConfig config;
    private final int lanes;
    private final ClientSettings settings;
    private final Runnable onClosed;
    private final Membership.Terms terms;
    private final Admins admins;
    private final Gate gate;
    private final Depths depths;
    private final Troubles troubles = new Troubles();
    private final Sender sender;
    private final Thread appending;
    private final Keeper keeper;
    /** Set under the lock; read by the keeper's thread, which a caller under the lock may wait for. */
    private volatile @Nullable GroupMember member;

    private boolean closed;

    private KafkaQueue(KafkaQueueConfig config, QueueContext context, Opening opening) {
        QueueNames names = opening.names();
        this.config = config;
        this.lanes = names.lanes(config);
        this.settings = opening.settings();
        this.onClosed = opening.onClosed();
        this.admins = opening.admins();
        this.gate = opening.gate();
        this.depths = new Depths(lanes);
        TopicOffsets offsets = new TopicOffsets(admins, names, settings.requestTimeout());
        this.keeper = new Keeper(
                new Keeper.Parts(context.name(), lanes, admins, opening.check(), offsets, gate, depths, troubles),
                this::committed);
        this.terms = new Membership.Terms(context.name(), names, config, context.allocator(), depths, keeper::ask);
        this.sender = new Sender(
                names.topic(),
                config,
                () -> QueueThreads.withLoader(() -> new KafkaProducer<>(settings.producer())),
                gate,
                depths);
        this.appending = new QueueThreads(context.name(), "appender").newThread(sender);
    }

    /** What a queue is opened with. */
    private record Opening(
            QueueNames names, ClientSettings settings, Admins admins, Gate gate, TopicCheck check, Runnable onClosed) {}

    /**
     * Opens a queue. If no server can be reached it opens as well, and takes records once one can.
     *
     * @param onClosed called when the queue was closed
     * @throws IllegalArgumentException if the configuration or the topic cannot work
     * @throws IOException if a file cannot be read, or Kafka refuses the login or the rights that are needed
     */
    static RecordQueue open(KafkaQueueConfig config, QueueContext context, Runnable onClosed) throws IOException {
        QueueNames names = QueueNames.of(context.name(), config);
        ClientSettings settings = new ClientSettings(config, names);
        settings.check();
        Admins admins = admins(settings);
        try {
            Gate gate = new Gate(context.name());
            TopicCheck check = new TopicCheck(admins, config, names, settings.requestTimeout());
            checkFirst(check, gate, names);
            KafkaQueue queue =
                    new KafkaQueue(config, context, new Opening(names, settings, admins, gate, check, onClosed));
            queue.appending.start();
            queue.keeper.start();
            return queue;
        } catch (IOException | RuntimeException | Error e) {
            admins.close();
            throw e;
        }
    }

    private static Admins admins(ClientSettings settings) {
        try {
            return new Admins(() -> QueueThreads.withLoader(() -> Admin.create(settings.admin())));
        } catch (KafkaException e) {
            throw new IllegalArgumentException("a client of Kafka cannot be made: " + Causes.text(deepest(e)), e);
        }
    }

    private static Throwable deepest(Throwable thrown) {
        return thrown.getCause() == null ? thrown : deepest(thrown.getCause());
    }

    private static void checkFirst(TopicCheck check, Gate gate, QueueNames names) throws IOException {
        try {
            List<String> problems = check.run();
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(
                        "the topic " + names.topic() + " cannot be used: " + String.join("; ", problems));
            }
            gate.open();
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = Causes.of(e);
            if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
                throw new IOException("Kafka refuses what the queue needs: " + Causes.text(cause), cause);
            }
            if (cause instanceof ApiException && !(cause instanceof RetriableException)) {
                throw new IllegalArgumentException(
                        "the topic " + names.topic() + " cannot be used: " + Causes.text(cause), cause);
            }
            gate.away("Kafka could not be asked for the topic: " + Causes.text(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the gateway is stopping", e);
        }
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public int maxRecordBytes() {
        return config.maxRecordBytes().saturatedInt();
    }

    @Override
    public CompletionStage<Void> append(List<LaneRecord> records) {
        try {
            check(records);
        } catch (IllegalArgumentException e) {
            records.forEach(record -> record.bytes().release());
            throw e;
        }
        return sender.append(records);
    }

    @Override
    public HeldRoom takeRoom(List<LaneRecord> records) throws QueueFullException, QueueFailedException {
        check(records);
        return sender.takeRoom(records);
    }

    private void check(List<LaneRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("an append has at least one record");
        }
        for (LaneRecord record : records) {
            if (record.lane() < 0 || record.lane() >= lanes) {
                throw new IllegalArgumentException("there is no lane " + record.lane() + " of " + lanes);
            }
            if (record.bytes().readableBytes() > maxRecordBytes()) {
                throw new IllegalArgumentException(
                        "a record of " + record.bytes().readableBytes() + " bytes is larger than maxRecordBytes, "
                                + config.maxRecordBytes());
            }
        }
    }

    @Override
    public synchronized void consume(LaneUser user) {
        if (member != null || closed) {
            throw new IllegalStateException(
                    closed ? "the queue is closed" : "the lanes of the queue were given out already");
        }
        GroupMember begun = new GroupMember(
                terms,
                () -> QueueThreads.withLoader(() -> new KafkaConsumer<>(settings.consumer())),
                user,
                troubles,
                PAUSE);
        member = begun;
        begun.start();
    }

    private Map<Integer, Long> committed() {
        GroupMember now = member;
        return now == null ? Map.of() : now.committed();
    }

    @Override
    public synchronized void release() {
        GroupMember ended = member;
        if (ended != null) {
            try {
                ended.stop();
                keeper.deleteNow();
            } finally {
                // Else the lanes could never be given out again.
                member = null;
            }
        }
    }

    @Override
    public QueueStats stats() {
        List<Long> all = depths.all();
        GroupMember now = member;
        Collection<KafkaLane> mine = now == null ? List.of() : now.lanes();
        long oldest = mine.stream().mapToLong(KafkaLane::oldest).min().orElse(Long.MAX_VALUE);
        return new QueueStats(
                0,
                Long.MAX_VALUE,
                all.isEmpty() ? -1 : all.stream().mapToLong(Long::longValue).sum(),
                oldest == Long.MAX_VALUE ? null : Instant.ofEpochMilli(oldest),
                all,
                sender.commits(),
                sender.commitTime(),
                gate.failure(),
                troubles.some());
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        sender.close();
        release();
        try {
            appending.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.atWarn().log("a queue is closed before all that was appended to it is decided");
        }
        keeper.close();
        admins.close();
        onClosed.run();
    }
}
