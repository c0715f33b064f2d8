package io.sluice.plugins.kafkaqueue;

import io.netty.buffer.ByteBufUtil;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to the topic. Callers only put them into a line; one thread hands them to the producer, in that order, as a producer
 * may block. {@link #append} is safe from any thread.
 */
final class Sender implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    /** What a record takes in memory beside its bytes. */
    private static final long OVERHEAD = 100;

    private final String topic;
    private final KafkaQueueConfig config;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final Gate gate;
    private final Depths depths;
    private final BlockingQueue<PendingAppend> line = new LinkedBlockingQueue<>();
    /** The producer failed for good: another one is made before anything more is sent. */
    private final AtomicBoolean broken = new AtomicBoolean();

    private @Nullable Producer<byte[], byte[]> producer;
    /** What the producer has taken, oldest first; some of it may be decided. */
    private final Deque<PendingAppend> handed = new ArrayDeque<>();
    /** What appends hold that are not acknowledged. */
    private long held;

    private boolean closed;
    private long commits;
    private long commitNanos;

    /** @param producers makes a producer; what it throws fails the append that needs it */
    Sender(
            String topic,
            KafkaQueueConfig config,
            Supplier<Producer<byte[], byte[]>> producers,
            Gate gate,
            Depths depths) {
        this.topic = topic;
        this.config = config;
        this.producers = producers;
        this.gate = gate;
        this.depths = depths;
    }

    /** @param records valid; given away */
    CompletionStage<Void> append(List<LaneRecord> records) {
        try {
            return takeRoom(records).append();
        } catch (QueueFullException | QueueFailedException e) {
            records.forEach(record -> record.bytes().release());
            return CompletableFuture.failedStage(e);
        }
    }

    /** @param records valid; given away by the append that follows */
    synchronized RecordQueue.HeldRoom takeRoom(List<LaneRecord> records)
            throws QueueFullException, QueueFailedException {
        long bytes = 0;
        for (LaneRecord record : records) {
            bytes += OVERHEAD + record.bytes().readableBytes();
        }
        checkOpen();
        if (held > 0 && held + bytes > config.maxWaiting().bytes()) {
            throw new QueueFullException("Kafka is away or too slow: up to maxWaiting, " + config.maxWaiting()
                    + ", wait to be acknowledged");
        }
        held += bytes;
        PendingAppend append = new PendingAppend(records, bytes, System.nanoTime());
        return new RecordQueue.HeldRoom() {
            @Override
            public CompletionStage<Void> append() {
                add(append);
                return append.result();
            }

            @Override
            public void giveBack() {
                give(append);
            }
        };
    }

    private void checkOpen() throws QueueFailedException {
        if (closed) {
            throw new QueueFailedException("the queue is closed");
        }
        QueueFailedException shut = gate.exception();
        if (shut != null) {
            throw shut;
        }
    }

    private synchronized void add(PendingAppend append) {
        try {
            checkOpen();
            line.add(append);
        } catch (QueueFailedException e) {
            append.records().forEach(record -> record.bytes().release());
            give(append);
            append.result().completeExceptionally(e);
        }
    }

    private synchronized void give(PendingAppend append) {
        held -= append.bytes();
    }

    /** Ends the thread once everything in the line was handed over and decided. */
    synchronized void close() {
        closed = true;
        line.add(new PendingAppend(List.of(), 0, System.nanoTime()));
    }

    /** How many appends Kafka acknowledged. */
    synchronized long commits() {
        return commits;
    }

    /** How long these took altogether. */
    synchronized Duration commitTime() {
        return Duration.ofNanos(commitNanos);
    }

    @Override
    public void run() {
        boolean more = true;
        while (more) {
            try {
                PendingAppend next = next();
                more = next == null || !next.isEnd();
                if (next != null && more) {
                    send(next);
                }
                replaceSilentProducer();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                more = false;
            }
        }
        retireProducer();
        // Nothing may come into a line that nobody takes anything out of.
        synchronized (this) {
            closed = true;
        }
        failRest();
    }

    private @Nullable PendingAppend next() throws InterruptedException {
        return handed.isEmpty() ? line.take() : line.poll(config.timeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    // A producer decides all that it took within the timeout. One that does not has lost its thread, which an error
    // ends:
    // it would take what comes, and never say what became of it.
    private void replaceSilentProducer() {
        for (PendingAppend oldest = handed.peek(); oldest != null && oldest.isOver(); oldest = handed.peek()) {
            handed.remove();
        }
        PendingAppend oldest = handed.peek();
        if (oldest != null
                && System.nanoTime() - oldest.handedAt()
                        > config.timeout().multipliedBy(2).toNanos()) {
            LOG.atError()
                    .addKeyValue("topic", topic)
                    .log("a producer of Kafka does not say what became of records; another one takes its place");
            retireProducer();
        }
    }

    private void failRest() {
        for (PendingAppend rest = line.poll(); rest != null; rest = line.poll()) {
            rest.records().forEach(record -> record.bytes().release());
            decide(rest, rest.records().size(), new QueueFailedException("the queue is closed"));
        }
    }

    private void send(PendingAppend append) {
        int given = 0;
        int count = append.records().size();
        Exception failure = null;
        for (LaneRecord record : append.records()) {
            try {
                byte[] bytes = ByteBufUtil.getBytes(record.bytes());
                if (failure == null) {
                    send(append, record.lane(), bytes);
                    given++;
                }
            } catch (RuntimeException e) {
                failure = e;
                broken.compareAndSet(false, endsProducer(e));
            } catch (Error e) {
                // Without this thread nothing is appended any more: only the append fails, and the producer is made
                // anew.
                LOG.atError().addKeyValue("topic", topic).setCause(e).log("a record could not be given to Kafka");
                failure = new QueueFailedException("a record could not be given to Kafka: " + e, e);
                broken.set(true);
            } finally {
                record.bytes().release();
            }
        }
        if (failure != null) {
            decide(append, count - given, failure);
        }
        if (!append.isOver()) {
            append.handed(System.nanoTime());
            handed.add(append);
        }
    }

    private void send(PendingAppend append, int lane, byte[] bytes) {
        if (System.nanoTime() - append.since() > config.timeout().toNanos()) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "records before this one took longer than timeout, " + config.timeout());
        }
        producer()
                .send(
                        new ProducerRecord<>(topic, lane, null, bytes),
                        (metadata, failure) -> onDecided(append, lane, metadata, failure));
    }

    private Producer<byte[], byte[]> producer() {
        if (broken.getAndSet(false)) {
            LOG.atWarn().addKeyValue("topic", topic).log("a producer of Kafka failed; another one takes its place");
            retireProducer();
        }
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            current = producers.get();
            producer = current;
        }
        return current;
    }

    // All that it has on its way is decided first, so that none of it comes behind what follows.
    private void retireProducer() {
        closeProducer(config.timeout());
        for (PendingAppend left = handed.poll(); left != null; left = handed.poll()) {
            if (left.abandoned(new QueueFailedException(
                    "a client of Kafka ended without saying what became of a record: it may have been kept"))) {
                settle(left);
            }
        }
    }

    private void closeProducer(Duration patience) {
        Producer<byte[], byte[]> old = producer;
        producer = null;
        if (old != null) {
            try {
                old.close(patience);
            } catch (RuntimeException | Error e) {
                LOG.atWarn().addKeyValue("topic", topic).setCause(e).log("a producer of Kafka could not be closed");
            }
        }
    }

    // On the producer's thread, or on ours where it refuses at once.
    private void onDecided(
            PendingAppend append, int lane, @Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure != null) {
            broken.compareAndSet(false, endsProducer(failure));
        } else if (metadata != null && metadata.hasOffset()) {
            depths.appended(lane, metadata.offset() + 1);
        }
        decide(append, 1, failure);
    }

    private void decide(PendingAppend append, int count, @Nullable Exception failure) {
        if (append.decided(count, failure)) {
            settle(append);
        }
    }

    private void settle(PendingAppend append) {
        synchronized (this) {
            held -= append.bytes();
            if (append.failure() == null) {
                commits++;
                commitNanos += System.nanoTime() - append.since();
            }
        }
        append.complete();
    }

    /** Whether a producer that fails so will fail with all that follows. */
    private static boolean endsProducer(Exception failure) {
        boolean passes = failure instanceof RetriableException;
        boolean ofRecord = failure instanceof RecordTooLargeException
                || failure instanceof InvalidTimestampException
                || failure instanceof InvalidTopicException
                || failure instanceof TopicAuthorizationException;
        return !passes && !ofRecord;
    }
}
