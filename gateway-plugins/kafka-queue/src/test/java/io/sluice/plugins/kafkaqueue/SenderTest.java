package io.sluice.plugins.kafkaqueue;

import static io.sluice.plugins.kafkaqueue.QueueRig.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The appending side with a producer that fails when it is told to. */
class SenderTest {

    private final List<TestProducer> made = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate("ingest");
    private final Depths depths = new Depths(4);
    private Sender sender;
    private Thread thread;

    /** A producer that may block, and answers when it is told to. */
    private static final class TestProducer extends MockProducer<byte[], byte[]> {
        private volatile CountDownLatch mayGoOn = new CountDownLatch(0);
        private volatile boolean lacksAClass;
        private volatile boolean lostItsThread;

        TestProducer() {
            super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (lacksAClass) {
                throw new NoClassDefFoundError("expected by the test");
            }
            return super.send(record, callback);
        }

        @Override
        public void close(Duration timeout) {
            // As the real one: what is on its way fails when it cannot wait for it any longer.
            while (!lostItsThread && errorNext(new ClusterAuthorizationException("closed"))) {
                // The next one.
            }
            super.close(timeout);
        }
    }

    @BeforeEach
    void start() {
        start(Duration.ofSeconds(20));
    }

    private void start(Duration timeout) {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.timeout = timeout;
        config.maxRecordBytes = "32KiB";
        config.maxWaiting = "32KiB";
        made.add(new TestProducer());
        List<TestProducer> next = new ArrayList<>(made);
        sender = new Sender(
                "sluice.ingest",
                config.make(),
                () -> {
                    if (next.isEmpty()) {
                        made.add(new TestProducer());
                        return made.getLast();
                    }
                    return next.removeFirst();
                },
                gate,
                depths);
        thread = new Thread(sender);
        thread.start();
        gate.open();
    }

    @AfterEach
    void stop() throws InterruptedException {
        made.forEach(producer -> producer.mayGoOn.countDown());
        sender.close();
        thread.join();
    }

    private CompletableFuture<Void> append(LaneRecord... records) {
        return sender.append(List.of(records)).toCompletableFuture();
    }

    private void awaitSent(TestProducer producer, int count) {
        await().atMost(QueueRig.PATIENCE).until(() -> producer.history().size() == count);
    }

    private static List<String> sent(TestProducer producer) {
        return producer.history().stream()
                .map(record -> record.partition() + ":" + new String(record.value(), UTF_8))
                .toList();
    }

    @Test
    void completesOnceAllRecordsAreAcknowledged() {
        CompletableFuture<Void> append = append(record(1, "a"), record(2, "b"));
        awaitSent(made.getFirst(), 2);

        made.getFirst().completeNext();
        assertThat(append).isNotDone();
        made.getFirst().completeNext();

        assertThat(append).succeedsWithin(QueueRig.PATIENCE);
        assertThat(sent(made.getFirst())).containsExactly("1:a", "2:b");
        assertThat(sender.commits()).isEqualTo(1);
    }

    @Test
    void failsOnlyWhenNothingIsOnItsWayAnyMore() {
        CompletableFuture<Void> append = append(record(1, "a"), record(2, "b"));
        awaitSent(made.getFirst(), 2);

        made.getFirst().errorNext(new NotEnoughReplicasException("1 of 2"));
        assertThat(append).isNotDone();
        made.getFirst().completeNext();

        assertThat(append)
                .failsWithin(QueueRig.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class)
                .withMessage("Kafka did not keep a record: NotEnoughReplicasException: 1 of 2");
        assertThat(sender.commits()).isZero();
    }

    @Test
    void keepsTheProducerAfterAFailureThatPasses() {
        append(record(1, "a"));
        awaitSent(made.getFirst(), 1);
        made.getFirst().errorNext(new NotEnoughReplicasException("1 of 2"));

        append(record(1, "b"));

        awaitSent(made.getFirst(), 2);
        assertThat(made).hasSize(1);
    }

    @Test
    void replacesAProducerThatFailedForGoodAndEndsWhatItHadOnItsWayFirst() {
        CompletableFuture<Void> first = append(record(1, "a"));
        CompletableFuture<Void> second = append(record(1, "b"));
        awaitSent(made.getFirst(), 2);
        made.getFirst().errorNext(new ClusterAuthorizationException("no"));

        CompletableFuture<Void> third = append(record(1, "c"));

        await().atMost(QueueRig.PATIENCE).until(() -> made.size() == 2);
        awaitSent(made.get(1), 1);
        assertThat(made.getFirst().closed()).isTrue();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        made.get(1).completeNext();
        assertThat(third).succeedsWithin(QueueRig.PATIENCE);
        assertThat(sent(made.getFirst())).containsExactly("1:a", "1:b");
    }

    @Test
    void goesOnWithAnotherProducerAfterAnError() {
        made.getFirst().lacksAClass = true;
        ByteBuf bytes = Unpooled.copiedBuffer("a", UTF_8);

        CompletableFuture<Void> first = append(new LaneRecord(1, bytes), record(2, "b"));

        assertThat(first)
                .failsWithin(QueueRig.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class)
                .withMessageContaining("NoClassDefFoundError: expected by the test");
        assertThat(bytes.refCnt()).isZero();
        CompletableFuture<Void> second = append(record(1, "c"));
        await().atMost(QueueRig.PATIENCE).until(() -> made.size() == 2);
        awaitSent(made.get(1), 1);
        made.get(1).completeNext();
        assertThat(second).succeedsWithin(QueueRig.PATIENCE);
    }

    @Test
    void takesNothingOnceItsThreadWasInterrupted() throws Exception {
        thread.interrupt();
        thread.join();

        assertThat(append(record(1, "a")))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class);
    }

    @Test
    void doesNotBlockWhileTheProducerDoes() {
        made.getFirst().mayGoOn = new CountDownLatch(1);

        CompletableFuture<Void> first = append(record(1, "a"));
        CompletableFuture<Void> second = append(record(1, "b"));

        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        made.getFirst().mayGoOn.countDown();
        awaitSent(made.getFirst(), 2);
        assertThat(sent(made.getFirst())).containsExactly("1:a", "1:b");
    }

    @Test
    void isFullWhileTooMuchWaitsAndKeepsNothingOfWhatItRefuses() {
        byte[] large = new byte[20 << 10];
        CompletableFuture<Void> first = append(new LaneRecord(0, Unpooled.wrappedBuffer(large)));
        ByteBuf refused = Unpooled.wrappedBuffer(large);

        CompletableFuture<Void> second = append(new LaneRecord(0, refused));

        assertThat(second)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFullException.class);
        assertThat(refused.refCnt()).isZero();
        awaitSent(made.getFirst(), 1);
        made.getFirst().completeNext();
        assertThat(first).succeedsWithin(QueueRig.PATIENCE);
        append(new LaneRecord(0, Unpooled.wrappedBuffer(large)));
        awaitSent(made.getFirst(), 2);
    }

    @Test
    void holdsRoomForAnAppendThatComesUntilItIsGivenBack() throws Exception {
        List<LaneRecord> large = List.of(new LaneRecord(0, Unpooled.wrappedBuffer(new byte[20 << 10])));
        RecordQueue.HeldRoom given = sender.takeRoom(large);
        assertThatThrownBy(() -> sender.takeRoom(large)).isInstanceOf(QueueFullException.class);

        given.giveBack();

        sender.takeRoom(large).append();
        awaitSent(made.getFirst(), 1);
        assertThat(large.getFirst().bytes().refCnt()).isZero();
    }

    @Test
    void takesNothingBeforeItsTopicIsKnownToBeFit() {
        Gate shut = new Gate("ingest");
        shut.away("Kafka could not be asked");
        Sender own = new Sender("t", TestConfig.of("kafka-1:9092").make(), TestProducer::new, shut, depths);

        assertThat(own.append(List.of(record(0, "a"))).toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class)
                .withMessage("Kafka could not be asked");
    }

    @Test
    void sendsWhatItAcceptedBeforeItEnds() throws Exception {
        made.getFirst().mayGoOn = new CountDownLatch(1);
        CompletableFuture<?>[] all = new CompletableFuture<?>[5];
        for (int i = 0; i < all.length; i++) {
            all[i] = append(record(0, "r" + i));
        }

        sender.close();
        assertThat(append(record(0, "late"))).isCompletedExceptionally();
        made.getFirst().mayGoOn.countDown();
        thread.join();

        assertThat(sent(made.getFirst())).containsExactly("0:r0", "0:r1", "0:r2", "0:r3", "0:r4");
        assertThat(Arrays.asList(all)).allMatch(CompletableFuture::isDone);
    }

    @Test
    void releasesEveryBuffer() {
        ByteBuf one = Unpooled.copiedBuffer("a", UTF_8);
        ByteBuf two = Unpooled.copiedBuffer("b", UTF_8);
        append(new LaneRecord(0, one), new LaneRecord(1, two));
        awaitSent(made.getFirst(), 2);

        await().atMost(QueueRig.PATIENCE).until(() -> one.refCnt() == 0 && two.refCnt() == 0);
    }

    @Test
    void countsWhatItAppendedAtOnce() {
        depths.measured(0, 0, 0);
        append(record(0, "a"));
        awaitSent(made.getFirst(), 1);
        made.getFirst().completeNext();

        await().atMost(QueueRig.PATIENCE).until(() -> depths.of(0) == 1);
    }

    /** An error that ends the producer's own thread leaves a producer behind that takes records and decides nothing. */
    @Test
    @Tag("slow")
    void replacesAProducerThatDecidesNothing() throws InterruptedException {
        stop();
        made.clear();
        start(Duration.ofSeconds(1));
        made.getFirst().lostItsThread = true;
        CompletableFuture<Void> lost = append(record(1, "a"));

        assertThat(lost)
                .failsWithin(QueueRig.PATIENCE)
                .withThrowableThat()
                .withMessageContaining("ended without saying what became of a record");

        CompletableFuture<Void> next = append(record(1, "b"));
        await().atMost(QueueRig.PATIENCE).until(() -> made.size() == 2);
        awaitSent(made.getLast(), 1);
        made.getLast().completeNext();
        assertThat(next).succeedsWithin(QueueRig.PATIENCE);
    }
}
