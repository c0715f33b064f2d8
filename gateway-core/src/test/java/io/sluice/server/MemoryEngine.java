package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.api.Key;
import io.sluice.api.QueueFactory;
import io.sluice.api.queue.LaneProgress;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.api.queue.RecordQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An engine that keeps records in memory, also when a gateway is closed and another one opened with it. */
final class MemoryEngine implements QueueFactory<MemoryEngine.Settings> {
    private final Map<String, OpenQueue> queues = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final Queue<ByteBuf> lent = new ConcurrentLinkedQueue<>();
    private volatile Answer answer = Answer.KEPT;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Integer> appends = new ConcurrentHashMap<>();
    private final Map<String, Later> later = new ConcurrentHashMap<>();
    private final Set<String> withheld = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String trouble;
    private final CompletableFuture<Void> said = new CompletableFuture<>();

    private record Later(int appends, Answer how) {}

    /** What the engine does with what is appended. */
    enum Answer {
        KEPT,
        FULL,
        FAILED,
        /** It throws. */
        THROWN,
        /** Neither is said. */
        NOTHING,
        /** It is kept, and said so when the test {@linkplain #saysKept wants}. */
        KEPT_SAID_LATER
    }

    record Settings(
            @Key(value = "lanes", def = "16") int lanes,

            @Key(value = "the longest record", def = "1048576")
            int maxRecordBytes) {}

    void answers(Answer how) {
        answer = how;
    }

    /** What it says that it fails at and tries again. */
    void fails(String at) {
        trouble = at;
    }

    /** Says that all is kept that was not said to be. */
    void saysKept() {
        said.complete(null);
    }

    /** What it does with what is appended to one queue. */
    void answers(String name, Answer how) {
        answers.put(name, how);
    }

    /** What it does with what is appended to one queue after so many appends more. */
    void answersAfter(String name, int more, Answer how) {
        later.put(name, new Later(appends(name) + more, how));
    }

    private Answer next(String name) {
        int number = appends.merge(name, 1, Integer::sum);
        Later change = later.get(name);
        return change != null && number > change.appends ? change.how : answers.getOrDefault(name, answer);
    }

    /** How often something was to be appended to a queue. */
    int appends(String name) {
        return appends.getOrDefault(name, 0);
    }

    /** Says that a lane is about to go to another process. */
    CompletionStage<Void> goes(String name, int lane) {
        OpenQueue queue = queues.get(name);
        return queue.user.onLaneGoing(queue.lanes.get(lane));
    }

    /** A lane goes to another process. */
    void isGone(String name, int lane) {
        OpenQueue queue = queues.get(name);
        Lane gone = queue.lanes.get(lane);
        queue.user.onLaneGone(gone);
        queue.lanes.set(lane, new Lane(lane, gone));
    }

    /** Gives the lanes of a queue out only when the test lets them {@linkplain #comes come}, as where another process has them. */
    void withholds(String name) {
        withheld.add(name);
    }

    /** Gives the lanes of a queue out at once. */
    void withholdsNoMore(String name) {
        withheld.remove(name);
    }

    /** A lane that was gone comes back. */
    void comes(String name, int lane) {
        OpenQueue queue = queues.get(name);
        queue.user.onLane(queue.lanes.get(lane));
    }

    /** Another process, which has the lane, finishes its first record. */
    void isDoneElsewhere(String name, int lane) throws Exception {
        Lane there = queues.get(name).lanes.get(lane);
        QueuedRecord first = there.next().toCompletableFuture().get();
        first.bytes().release();
        there.done(first.position());
    }

    /** Whether a queue's lanes are given out. */
    boolean isTaken(String name) {
        return queues.get(name).user != null;
    }

    /** Appends what no gateway would. */
    void appendJunk(String name, int lane) {
        queues.get(name).lanes.get(lane).add(new byte[] {0});
    }

    /** How many records a queue holds that are not done. */
    long left(String name) {
        return queues.get(name).stats().records();
    }

    /** How many bytes of records were given out and not released. */
    long lent() {
        return lent.stream()
                .filter(bytes -> bytes.refCnt() > 0)
                .mapToLong(ByteBuf::capacity)
                .sum();
    }

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "memory";
    }

    @Override
    public String description() {
        return "keeps records in memory";
    }

    @Override
    public Class<Settings> configType() {
        return Settings.class;
    }

    @Override
    public int lanes(Settings config) {
        return config.lanes();
    }

    /** How often queues were opened. */
    int opened() {
        return opened.get();
    }

    @Override
    public RecordQueue open(Settings config, QueueContext context) {
        opened.incrementAndGet();
        return queues.compute(context.name(), (name, before) -> new OpenQueue(name, config, before));
    }

    private final class OpenQueue implements RecordQueue {
        private final List<Lane> lanes = new CopyOnWriteArrayList<>();
        private final String name;
        private final int maxRecordBytes;
        private LaneUser user;

        OpenQueue(String name, Settings config, OpenQueue before) {
            this.name = name;
            this.maxRecordBytes = config.maxRecordBytes();
            for (int i = 0; i < config.lanes(); i++) {
                lanes.add(new Lane(i, before == null ? null : before.lanes.get(i)));
            }
        }

        @Override
        public int lanes() {
            return lanes.size();
        }

        @Override
        public int maxRecordBytes() {
            return maxRecordBytes;
        }

        @Override
        public CompletionStage<Void> append(List<LaneRecord> records) {
            Answer now = MemoryEngine.this.next(name);
            for (LaneRecord record : records) {
                byte[] bytes = ByteBufUtil.getBytes(record.bytes());
                record.bytes().release();
                if (now == Answer.KEPT || now == Answer.KEPT_SAID_LATER) {
                    lanes.get(record.lane()).add(bytes);
                }
            }
            return switch (now) {
                case KEPT -> CompletableFuture.completedFuture(null);
                case FULL -> CompletableFuture.failedFuture(new QueueFullException("the queue has no room"));
                case THROWN -> throw new IllegalArgumentException("the record is not one for this engine");
                case FAILED -> CompletableFuture.failedFuture(new QueueFailedException("the disk is broken"));
                case NOTHING -> new CompletableFuture<>();
                case KEPT_SAID_LATER -> said;
            };
        }

        @Override
        public HeldRoom takeRoom(List<LaneRecord> records) throws QueueFullException, QueueFailedException {
            if (answers.getOrDefault(name, answer) == Answer.FULL) {
                throw new QueueFullException("the queue has no room");
            }
            return RecordQueue.super.takeRoom(records);
        }

        @Override
        public void consume(LaneUser user) {
            if (this.user != null) {
                throw new IllegalStateException("given out already");
            }
            this.user = user;
            if (!withheld.contains(name)) {
                lanes.forEach(user::onLane);
            }
        }

        @Override
        public void release() {
            user = null;
            lanes.forEach(Lane::takeBack);
        }

        @Override
        public QueueStats stats() {
            List<Long> depths = lanes.stream().map(Lane::depth).toList();
            long records = depths.stream().mapToLong(Long::longValue).sum();
            boolean full = answers.getOrDefault(name, answer) == Answer.FULL;
            return new QueueStats(
                    full ? 90 : records, full ? 100 : 1L << 40, records, null, depths, 0, Duration.ZERO, null, trouble);
        }

        @Override
        public void close() {
            lanes.forEach(Lane::close);
        }
    }

    private final class Lane implements QueueLane {
        private final int number;
        private final List<byte[]> records = new ArrayList<>();
        private final LaneProgress progress = new LaneProgress(0);
        private long readTo;
        private final long unreadFrom;
        private CompletableFuture<NextRecord> waiting;
        private int most;

        Lane(int number, Lane before) {
            this.number = number;
            if (before != null) {
                synchronized (before) {
                    for (int position = 1; position <= before.records.size(); position++) {
                        if (!before.progress.isDone(position)) {
                            records.add(before.records.get(position - 1));
                        }
                    }
                }
            }
            unreadFrom = records.size() + 1;
        }

        @Override
        public long unreadFrom() {
            return unreadFrom;
        }

        synchronized void takeBack() {
            close();
            readTo = progress.done();
        }

        synchronized void add(byte[] bytes) {
            records.add(bytes);
            if (waiting != null) {
                CompletableFuture<NextRecord> due = waiting;
                waiting = null;
                due.complete(read());
            }
        }

        private boolean isThere() {
            while (progress.isDone(readTo + 1)) {
                readTo++;
            }
            return readTo < records.size();
        }

        private NextRecord read() {
            ByteBuf bytes = Unpooled.wrappedBuffer(records.get((int) readTo));
            if (bytes.readableBytes() > most) {
                return new LongRecord(readTo + 1, bytes.readableBytes());
            }
            readTo++;
            lent.add(bytes);
            return new QueuedRecord(readTo, Instant.EPOCH, bytes);
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public synchronized CompletionStage<NextRecord> next(int mostBytes) {
            if (waiting != null) {
                throw new IllegalStateException("asked already");
            }
            most = mostBytes;
            if (isThere()) {
                return CompletableFuture.completedFuture(read());
            }
            waiting = new CompletableFuture<>();
            return waiting;
        }

        @Override
        public synchronized void done(long position) {
            checkRead(position);
            progress.doneTo(position);
        }

        @Override
        public synchronized void doneAlone(long position) {
            checkRead(position);
            progress.doneAlone(position);
        }

        private void checkRead(long position) {
            if (position > readTo) {
                throw new IllegalArgumentException("record " + position + " was not read");
            }
        }

        @Override
        public synchronized void rewind() {
            readTo = progress.done();
            if (waiting != null) {
                waiting.cancel(false);
                waiting = null;
            }
        }

        @Override
        public synchronized long depth() {
            return records.size() - progress.done() - progress.aheadCount();
        }

        synchronized void close() {
            if (waiting != null) {
                waiting.completeExceptionally(new QueueFailedException("closed"));
                waiting = null;
            }
        }
    }
}
