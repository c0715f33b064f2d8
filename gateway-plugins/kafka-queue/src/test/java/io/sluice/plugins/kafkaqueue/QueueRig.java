package io.sluice.plugins.kafkaqueue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** An open queue with the lanes that it gave out, and shorthands for tests. */
final class QueueRig implements LaneUser, AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    final RecordQueue queue;
    final Map<Integer, QueueLane> lanes = new ConcurrentHashMap<>();

    QueueRig(RecordQueue queue) {
        this.queue = queue;
    }

    /** A queue whose lanes are given out. */
    static QueueRig open(TestConfig config, String name) throws IOException {
        QueueRig rig = new QueueRig(KafkaQueue.open(config.make(), new TestContext(name), () -> {}));
        rig.queue.consume(rig);
        return rig;
    }

    /** A context with pooled buffers. */
    record TestContext(String name) implements QueueContext {
        @Override
        public Path configDirectory() {
            return Path.of("/");
        }

        @Override
        public InstantSource clock() {
            return InstantSource.system();
        }

        @Override
        public ByteBufAllocator allocator() {
            return PooledByteBufAllocator.DEFAULT;
        }
    }

    @Override
    public void onLane(QueueLane lane) {
        lanes.put(lane.number(), lane);
    }

    @Override
    public CompletionStage<Void> onLaneGoing(QueueLane lane) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void onLaneGone(QueueLane lane) {
        lanes.remove(lane.number(), lane);
    }

    void awaitLanes(int count) {
        await().atMost(PATIENCE).until(() -> lanes.size() == count);
    }

    QueueLane lane(int number) {
        await().atMost(PATIENCE).until(() -> lanes.containsKey(number));
        return lanes.get(number);
    }

    static LaneRecord record(int lane, String text) {
        return new LaneRecord(lane, Unpooled.copiedBuffer(text, UTF_8));
    }

    CompletableFuture<Void> append(LaneRecord... records) {
        return queue.append(List.of(records)).toCompletableFuture();
    }

    /** Appends and waits until it is acknowledged. */
    void put(int lane, String text) throws Exception {
        append(record(lane, text)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Appends until it is acknowledged, however often that fails. */
    void putAtLast(int lane, String text) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            put(lane, text);
            return true;
        });
    }

    /** A record's position and text. */
    record Got(long position, String text) {}

    Got next(int lane) throws Exception {
        return got(lane(lane).next().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    static Got got(QueuedRecord record) {
        ByteBuf bytes = record.bytes();
        try {
            return new Got(record.position(), bytes.toString(UTF_8));
        } finally {
            bytes.release();
        }
    }

    /** The next records of a lane. */
    List<String> texts(int lane, int count) throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(next(lane).text());
        }
        return texts;
    }

    /** Waits until the whole queue has so many records that are not done. */
    void awaitRecords(long count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(queue.stats().records()).isEqualTo(count));
    }

    @Override
    public void close() {
        queue.close();
    }
}
