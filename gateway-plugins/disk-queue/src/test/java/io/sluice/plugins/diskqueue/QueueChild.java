package io.sluice.plugins.diskqueue;

import static io.sluice.plugins.diskqueue.QueueRig.record;

import io.netty.buffer.Unpooled;
import io.sluice.api.ByteSize;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The processes that tests start. */
final class QueueChild {

    static final int LANES = 8;

    private QueueChild() {}

    /** A command that runs this class with arguments. */
    static Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), QueueChild.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File("."))
                .start();
    }

    static DiskQueueConfig config(int lanes, long segmentBytes) {
        return new DiskQueueConfig(
                Path.of("queues"),
                lanes,
                new ByteSize(4L << 30),
                new ByteSize(0),
                new ByteSize(segmentBytes),
                new ByteSize(8 << 20),
                Duration.ofMillis(20),
                OnDamage.FAIL);
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "load" -> load(directory, Long.parseLong(arguments[2]));
            case "memory" -> fill(directory, Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Appends without end, prints {@code A LANE NUMBER} for each acknowledged record, and finishes what it reads. */
    private static void load(Path directory, long from) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        QueueRig rig = QueueRig.open(new LocalDisk(directory), config(LANES, 256 << 10));
        out.println("open");
        for (QueueLane lane : rig.lanes) {
            readOn(lane);
            Thread.ofPlatform().daemon().start(() -> append(rig, lane.number(), from, out));
        }
        Thread.currentThread().join();
    }

    private static void append(QueueRig rig, int lane, long from, PrintStream out) {
        Semaphore running = new Semaphore(5);
        for (long number = from; ; number++) {
            running.acquireUninterruptibly();
            long own = number;
            String text = own + ":" + "x".repeat((int) (own * 31 % 2_000));
            rig.append(record(lane, text)).whenComplete((none, failure) -> {
                if (failure == null) {
                    out.println("A " + lane + " " + own);
                }
                running.release();
            });
        }
    }

    /** Finishes every record but the last ten of a lane. */
    private static void readOn(QueueLane lane) {
        List<Long> positions = new ArrayList<>();
        read(lane, positions);
    }

    private static void read(QueueLane lane, List<Long> positions) {
        lane.next().whenComplete((record, failure) -> {
            if (failure == null) {
                positions.add(QueueRig.got(record).position());
                if (positions.size() > 10) {
                    lane.done(positions.removeFirst());
                }
                read(lane, positions);
            }
        });
    }

    /** Appends many small records, reads all lanes but one meanwhile, and that one at the end. */
    private static void fill(Path directory, int records, long segmentBytes) throws Exception {
        int lanes = 64;
        AtomicLong read = new AtomicLong();
        try (QueueRig rig = QueueRig.open(new LocalDisk(directory), config(lanes, segmentBytes))) {
            for (QueueLane lane : rig.lanes.subList(1, lanes)) {
                follow(lane, read);
            }
            List<LaneRecord> some = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                some.add(new LaneRecord(i % lanes, Unpooled.copyLong(i, -i)));
                if (some.size() == 1_000) {
                    rig.queue.append(some).toCompletableFuture().get(60, TimeUnit.SECONDS);
                    some = new ArrayList<>();
                }
            }
            QueueLane stuck = rig.lanes.getFirst();
            long depth = stuck.depth();
            for (long i = 0; i < depth; i++) {
                CompletableFuture<QueuedRecord> next = stuck.next().toCompletableFuture();
                QueuedRecord record = next.get(60, TimeUnit.SECONDS);
                if (record.bytes().readLong() != i * lanes) {
                    throw new AssertionError("record " + i + " of the stuck lane is another");
                }
                record.bytes().release();
                stuck.done(record.position());
            }
            System.out.println("stuck " + depth + ", others " + read.get());
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
}
