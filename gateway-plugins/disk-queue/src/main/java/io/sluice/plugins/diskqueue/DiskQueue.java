package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import io.sluice.plugins.diskqueue.Recovery.Recovered;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue in a directory: one thread writes, two read, one keeps positions. Safe from any thread. */
final class DiskQueue implements RecordQueue {

    private static final Logger LOG = LoggerFactory.getLogger(DiskQueue.class);
    private static final int READERS = 2;
    /** The time from a read or a write that failed to the next try. */
    private static final long TRY_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The end of the name of a queue of dead letters. */
    private static final String DEAD = "/dead";
    /** The file of positions may have to be repaired again after a segment; what does not help thrice never does. */
    private static final int MAX_REPAIRS = 3;

    private final DiskQueueConfig config;
    private final String name;
    private final Closeable lock;
    private final Segments segments;
    private final PositionsFile positions;
    private final LogWriter log;
    private final Health health;
    private final Appender appender;
    private final Keeper keeper;
    private final List<DiskLane> lanes = new ArrayList<>();
    private final ExecutorService writer;
    private final ExecutorService readers;
    private final ScheduledExecutorService keeping;
    /** The keeper is about to note what is done. */
    private final AtomicBoolean noting = new AtomicBoolean();

    private boolean consumed;
    private boolean closed;

    private DiskQueue(DiskQueueConfig config, QueueContext context, Disk disk, Closeable lock, Recovered found)
            throws IOException {
        this.config = config;
        this.name = context.name();
        this.lock = lock;
        this.segments = found.segments();
        this.positions = found.positions();
        this.health = new Health(name);
        // Before threads exist, since it may fail.
        this.log = new LogWriter(
                disk, segments, config.segmentBytes().bytes(), context.clock().millis());
        this.writer = Executors.newSingleThreadExecutor(new QueueThreads(name, "writer"));
        this.readers = Executors.newFixedThreadPool(READERS, new QueueThreads(name, "reader"));
        this.keeping = Executors.newSingleThreadScheduledExecutor(new QueueThreads(name, "keeper"));
        for (int lane = 0; lane < config.lanes(); lane++) {
            LaneReader reader = new LaneReader(lane, segments, context.allocator());
            lanes.add(
                    new DiskLane(lane, found.progress().get(lane), segments, reader, readers, health, this::noteSoon));
        }
        this.appender = new Appender(
                log,
                new Room(disk, segments, config, name.endsWith(DEAD)),
                health,
                context.clock(),
                lane -> lanes.get(lane).wake());
        this.keeper = new Keeper(disk, segments, positions, lanes, health);
    }

    /**
     * Opens a queue.
     *
     * @throws IOException if it cannot be used
     */
    static RecordQueue open(DiskQueueConfig config, QueueContext context, Disk disk) throws IOException {
        Closeable lock = disk.lock();
        try {
            Recovered found = recover(config, disk, context.clock().millis());
            try {
                DiskQueue queue = new DiskQueue(config, context, disk, lock, found);
                queue.start();
                return queue;
            } catch (IOException | RuntimeException | Error e) {
                found.positions().close();
                throw e;
            }
        } catch (DamageException e) {
            LOG.atError()
                    .addKeyValue("queue", context.name())
                    .setCause(e)
                    .log("a queue is damaged and opens as failed");
            String help = e.isRepairable() ? "; see the key damaged" : "";
            return new UnreadableQueue(config, e.getMessage() + help, lock);
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private static Recovered recover(DiskQueueConfig config, Disk disk, long now) throws IOException, DamageException {
        Map<Long, Integer> repairs = new HashMap<>();
        while (true) {
            try {
                return Recovery.run(disk, config.lanes(), now);
            } catch (DamageException e) {
                if (config.damaged() == OnDamage.FAIL
                        || !e.isRepairable()
                        || repairs.merge(e.segment(), 1, Integer::sum) > MAX_REPAIRS) {
                    throw e;
                }
                new Quarantine(disk, config.lanes(), now).repair(e);
            }
        }
    }

    private void noteSoon() {
        if (noting.compareAndSet(false, true)) {
            try {
                keeping.execute(() -> {
                    noting.set(false);
                    keeper.note();
                });
            } catch (RejectedExecutionException e) {
                // The queue is being closed, which keeps the positions as well.
                LOG.atDebug().addKeyValue("queue", name).log("records are done while their queue is closed");
            }
        }
    }

    private void start() {
        writer.execute(appender);
        repeat("keeper", this::keep, 0, config.doneInterval().toNanos());
        repeat("retries", this::tryAgain, TRY_AGAIN_NANOS, TRY_AGAIN_NANOS);
    }

    private void tryAgain() {
        lanes.forEach(DiskLane::readAgain);
        appender.tryAgain();
    }

    // What a periodic task throws would end it, and nobody would hear of it.
    private void repeat(String part, Runnable task, long first, long pause) {
        Runnable guarded = () -> {
            try {
                task.run();
                health.works(part);
            } catch (RuntimeException | Error e) {
                health.troubled(part, "the queue cannot be looked after", e);
            }
        };
        keeping.scheduleWithFixedDelay(guarded, first, pause, TimeUnit.NANOSECONDS);
    }

    private void keep() {
        keeper.run();
        if (lanes.stream().allMatch(lane -> lane.depth() == 0)) {
            appender.giveRoomBack();
        }
    }

    @Override
    public int lanes() {
        return config.lanes();
    }

    @Override
    public int maxRecordBytes() {
        return config.maxRecordBytes();
    }

    @Override
    public CompletionStage<Void> append(List<LaneRecord> records) {
        try {
            check(records);
        } catch (IllegalArgumentException e) {
            records.forEach(record -> record.bytes().release());
            throw e;
        }
        return appender.append(records);
    }

    @Override
    public HeldRoom takeRoom(List<LaneRecord> records) throws QueueFullException, QueueFailedException {
        check(records);
        return appender.takeRoom(records);
    }

    private void check(List<LaneRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("an append has at least one record");
        }
        for (LaneRecord record : records) {
            if (record.lane() < 0 || record.lane() >= config.lanes()) {
                throw new IllegalArgumentException("there is no lane " + record.lane() + " of " + config.lanes());
            }
            if (record.bytes().readableBytes() > config.maxRecordBytes()) {
                throw new IllegalArgumentException(
                        "a record of " + record.bytes().readableBytes()
                                + " bytes is larger than a segment of the queue takes, " + config.maxRecordBytes());
            }
        }
    }

    @Override
    public void consume(LaneUser user) {
        synchronized (this) {
            if (consumed) {
                throw new IllegalStateException("the lanes of the queue were given out already");
            }
            consumed = true;
        }
        lanes.forEach(user::onLane);
    }

    @Override
    public void release() {
        synchronized (this) {
            if (!consumed || closed) {
                return;
            }
            QueueFailedException back = new QueueFailedException("the lanes were taken back");
            lanes.forEach(lane -> lane.takeBack(back));
            consumed = false;
        }
        try {
            keeping.submit(keeper).get();
        } catch (RejectedExecutionException e) {
            // The queue is being closed, which keeps the positions as well.
            LOG.atDebug().addKeyValue("queue", name).log("lanes of a queue are taken back while it is closed");
        } catch (ExecutionException e) {
            throw new IllegalStateException("positions could not be kept", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public QueueStats stats() {
        List<Long> depths = lanes.stream().map(DiskLane::depth).toList();
        return new QueueStats(
                segments.bytes(),
                config.maxBytes().bytes(),
                depths.stream().mapToLong(Long::longValue).sum(),
                keeper.oldest(),
                depths,
                appender.commits(),
                appender.commitTime(),
                health.failure(),
                health.trouble());
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        appender.close();
        writer.close();
        QueueFailedException end = new QueueFailedException("the queue is closed");
        lanes.forEach(lane -> lane.end(end));
        readers.close();
        keeping.close();
        keeper.run();
        for (DiskLane lane : lanes) {
            close(lane::close);
        }
        close(log);
        close(positions);
        close(lock);
    }

    private void close(Closeable part) {
        try {
            part.close();
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("queue", name).setCause(e).log("a file of a queue could not be closed");
        }
    }
}
