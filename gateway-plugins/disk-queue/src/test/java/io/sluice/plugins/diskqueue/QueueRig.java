package io.sluice.plugins.diskqueue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.ByteSize;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An open queue with its lanes, and shorthands for tests. */
final class QueueRig implements AutoCloseable {

    final RecordQueue queue;
    final List<QueueLane> lanes = new ArrayList<>();

    private QueueRig(RecordQueue queue) {
        this.queue = queue;
        consume();
    }

    /** Has the lanes given out, also after they were taken back. */
    void consume() {
        lanes.clear();
        queue.consume(new LaneUser() {
            @Override
            public void onLane(QueueLane lane) {
                lanes.add(lane);
            }

            @Override
            public CompletionStage<Void> onLaneGoing(QueueLane lane) {
                throw new AssertionError("this engine takes no lane away");
            }

            @Override
            public void onLaneGone(QueueLane lane) {
                throw new AssertionError("this engine takes no lane away");
            }
        });
    }

    /** Four lanes, segments of 64 KiB. */
    static DiskQueueConfig config(OnDamage damaged) {
        return config(4, 64 << 20, damaged);
    }

    static DiskQueueConfig config(int lanes, long maxBytes, OnDamage damaged) {
        return config(lanes, maxBytes, 64 << 10, damaged);
    }

    static DiskQueueConfig config(int lanes, long maxBytes, long segmentBytes, OnDamage damaged) {
        return new DiskQueueConfig(
                Path.of("queues"),
                lanes,
                new ByteSize(maxBytes),
                new ByteSize(1 << 20),
                new ByteSize(segmentBytes),
                new ByteSize(8 << 20),
                Duration.ofMillis(10),
                damaged);
    }

    static QueueRig open(Disk disk) throws IOException {
        return open(disk, config(OnDamage.FAIL));
    }

    static QueueRig open(Disk disk, DiskQueueConfig config) throws IOException {
        return open(disk, config, InstantSource.system());
    }

    static QueueRig open(Disk disk, DiskQueueConfig config, InstantSource clock) throws IOException {
        return new QueueRig(DiskQueue.open(config, new TestContext("ingest", Path.of("/"), clock), disk));
    }

    /** A context with pooled buffers. */
    record TestContext(String name, Path configDirectory, InstantSource clock) implements QueueContext {
        @Override
        public ByteBufAllocator allocator() {
            return PooledByteBufAllocator.DEFAULT;
        }
    }

    static LaneRecord record(int lane, String text) {
        return new LaneRecord(lane, Unpooled.copiedBuffer(text, UTF_8));
    }

    CompletableFuture<Void> append(LaneRecord... records) {
        return queue.append(List.of(records)).toCompletableFuture();
    }

    /** Appends and waits until it is durable. */
    void put(int lane, String text) throws Exception {
        append(record(lane, text)).get(30, TimeUnit.SECONDS);
    }

    /** A record's position and text. */
    record Got(long position, String text) {}

    /** The next record of a lane, which is announced first if it has more than two bytes. */
    Got next(int lane) throws Exception {
        NextRecord found = lanes.get(lane).next(2).toCompletableFuture().get(30, TimeUnit.SECONDS);
        if (found instanceof QueuedRecord record) {
            return got(record);
        }
        Got whole = got(lanes.get(lane).next().toCompletableFuture().get(30, TimeUnit.SECONDS));
        assertThat(found)
                .isEqualTo(new LongRecord(whole.position(), whole.text().getBytes(UTF_8).length));
        assertThat(whole.text()).hasSizeGreaterThan(2);
        return whole;
    }

    static Got got(QueuedRecord record) {
        ByteBuf bytes = record.bytes();
        try {
            return new Got(record.position(), bytes.toString(UTF_8));
        } finally {
            bytes.release();
        }
    }

    /** Reads a lane to its end. */
    List<Got> all(int lane) throws Exception {
        List<Got> all = new ArrayList<>();
        lanes.get(lane).rewind();
        for (long left = lanes.get(lane).depth(); left > 0; left--) {
            all.add(next(lane));
        }
        return all;
    }

    List<String> texts(int lane) throws Exception {
        return all(lane).stream().map(Got::text).toList();
    }

    /** Waits on a thread of a queue. */
    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
