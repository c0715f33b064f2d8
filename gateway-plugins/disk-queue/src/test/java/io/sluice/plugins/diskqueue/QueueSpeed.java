package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.ByteSize;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures a queue in a directory: {@code QueueSpeed DIRECTORY RECORD_BYTES THREADS SECONDS}. Each thread appends a record, waits until
 * it is durable, and appends the next; all lanes are read and finished meanwhile. Run it with the test class path.
 */
final class QueueSpeed {

    private static final int LANES = 64;

    private QueueSpeed() {}

    public static void main(String[] arguments) throws Exception {
        byte[] bytes = new byte[Integer.parseInt(arguments[1])];
        new Random(1).nextBytes(bytes);
        int threads = Integer.parseInt(arguments[2]);
        long seconds = Long.parseLong(arguments[3]);
        DiskQueueConfig config = new DiskQueueConfig(
                Path.of("queues"),
                LANES,
                ByteSize.parse("20GiB"),
                ByteSize.parse("1GiB"),
                ByteSize.parse("128MiB"),
                ByteSize.parse("64MiB"),
                Duration.ofSeconds(1),
                OnDamage.FAIL);
        try (QueueRig rig = QueueRig.open(new LocalDisk(Path.of(arguments[0])), config)) {
            AtomicLong read = new AtomicLong();
            rig.lanes.forEach(lane -> follow(lane, read));
            measure(rig, bytes, threads, seconds / 3 + 1);
            System.out.println(measure(rig, bytes, threads, seconds) + ", read " + read.get());
        }
    }

    private static void follow(QueueLane lane, AtomicLong read) {
        lane.next().whenComplete((record, failure) -> {
            if (failure == null) {
                record.bytes().release();
                lane.done(record.position());
                read.incrementAndGet();
                follow(lane, read);
            }
        });
    }

    private static String measure(QueueRig rig, byte[] bytes, int threads, long seconds) throws Exception {
        QueueStats before = rig.queue.stats();
        long cpu = cpu();
        long from = System.nanoTime();
        List<Thread> running = new ArrayList<>();
        List<long[]> times = new ArrayList<>();
        AtomicLong appended = new AtomicLong();
        for (int i = 0; i < threads; i++) {
            int first = i;
            running.add(Thread.ofPlatform().start(() -> {
                long[] own = append(rig, bytes, first, from + TimeUnit.SECONDS.toNanos(seconds));
                appended.addAndGet(own.length);
                synchronized (times) {
                    times.add(own);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        double took = (System.nanoTime() - from) / 1e9;
        QueueStats after = rig.queue.stats();
        long[] all = times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return "%d B: %.0f records/s, %.1f MB/s, %.0f syncs/s of %.1f ms, median %.1f ms, 99%% %.1f ms, CPU %.0f us a record"
                .formatted(
                        bytes.length,
                        appended.get() / took,
                        appended.get() / took * bytes.length / 1e6,
                        (after.commits() - before.commits()) / took,
                        (after.commitTime().minus(before.commitTime())).toNanos()
                                / 1e6
                                / (after.commits() - before.commits()),
                        all[all.length / 2] / 1e6,
                        all[all.length * 99 / 100] / 1e6,
                        (cpu() - cpu) / 1e3 / appended.get());
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long[] append(QueueRig rig, byte[] bytes, int first, long until) {
        long[] times = new long[1024];
        int count = 0;
        for (long now = System.nanoTime(); now < until; count++) {
            ByteBuf record = Unpooled.wrappedBuffer(bytes);
            rig.append(new LaneRecord((first + count * 7) % LANES, record)).join();
            long end = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, count * 2);
            }
            times[count] = end - now;
            now = end;
        }
        return Arrays.copyOf(times, count);
    }
}
