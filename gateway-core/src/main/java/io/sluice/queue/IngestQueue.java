package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sluice.api.BulkField;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import io.sluice.bulk.line.BulkLine;
import io.sluice.config.QueueConfig;
import io.sluice.metrics.QueueMeters;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One queue of the process: what its engine keeps, the lanes that send it to its cluster, and its dead letters. It lives as long as
 * configurations name it, on the terms of the newest. Safe from any thread.
 */
public final class IngestQueue {
    private static final Logger LOG = LoggerFactory.getLogger(IngestQueue.class);
    private static final long STOP_SECONDS = 10;

    private final String name;
    private final RecordQueue records;
    private final DeadLetters dead;
    private final Surroundings around;
    private final QueueMeters meters;
    private final QueueVia via;
    private final PendingBytes pending = new PendingBytes();
    private final Permits permits = new Permits(1);
    private final LaneRoom room = new LaneRoom(0);
    private final ClusterSigns signs = new ClusterSigns(this::recoveries);
    private final ClusterPulse pulse = new ClusterPulse(() -> terms().reader());
    private final Shortage shortage;
    /** Of looks at what stands in the way of items. */
    private final Semaphore looking = new Semaphore(1, true);

    private final BlockedIndices blocked = new BlockedIndices(System::nanoTime, pulse::hasShards);
    /** The writes whose clients wait until they are indexed, by their receipts. */
    private final Map<String, AwaitedWrite> awaited = new ConcurrentHashMap<>();

    private final Map<Integer, LaneConsumer> lanes = new ConcurrentHashMap<>();
    private final LaneProblems problems;
    private volatile @Nullable QueueTerms terms;
    private final KeepGate gate = new KeepGate();
    private final Lock appending = new ReentrantLock();
    private boolean stopped;

    /**
     * What a queue is given of the process.
     *
     * @param loops on which its lanes run
     * @param random for ids
     */
    public record Surroundings(List<EventLoop> loops, SecureRandom random, InstantSource clock) {
        public Surroundings {
            loops = List.copyOf(loops);
        }
    }

    /** The two queues of an engine; they become the ingest queue's. */
    public record Engines(RecordQueue records, RecordQueue dead) {}

    public IngestQueue(String name, Engines engines, Surroundings around, QueueMeters meters) {
        this.name = name;
        this.problems = new LaneProblems(name);
        this.records = engines.records();
        this.shortage = new Shortage(System::nanoTime, records::stats);
        this.dead = new DeadLetters(engines.dead(), around.clock());
        this.around = around;
        this.meters = meters;
        this.via = new QueueVia(around.random());
        new QueueGauges(meters, records::stats, dead::stats, lanes.values(), problems, around.clock())
                .register(pending, room, permits);
    }

    public String name() {
        return name;
    }

    /** Runs on these terms from now on; the first ones let it begin to send. */
    public synchronized void use(QueueTerms newest) {
        boolean begins = terms == null;
        terms = newest;
        permits.most(newest.config().batch().concurrency());
        room.most(newest.config().maxHeldBytes().bytes());
        if (begins && !stopped) {
            records.consume(new Lanes());
        }
    }

    /** Gives each lane that comes an event loop. */
    private final class Lanes implements LaneUser {
        @Override
        public void onLane(QueueLane lane) {
            awaited.values().forEach(write -> write.laneCame(lane.number()));
            EventLoop loop = around.loops().get(lane.number() % around.loops().size());
            LaneConsumer consumer = new LaneConsumer(IngestQueue.this, lane, loop);
            if (begin(lane, consumer)) {
                consumer.start();
            }
        }

        @Override
        public CompletionStage<Void> onLaneGoing(QueueLane lane) {
            LaneConsumer going = lanes.get(lane.number());
            return going == null ? CompletableFuture.completedStage(null) : going.stop();
        }

        @Override
        public void onLaneGone(QueueLane lane) {
            LaneConsumer gone = lanes.remove(lane.number());
            if (gone != null) {
                gone.lose();
            }
            awaited.values().forEach(write -> write.laneGone(lane.number()));
        }
    }

    // A lane that comes while the queue is being closed would not be stopped.
    private synchronized boolean begin(QueueLane lane, LaneConsumer consumer) {
        if (!stopped) {
            lanes.put(lane.number(), consumer);
        }
        return !stopped;
    }

    /**
     * Where writes enter on terms that may be older than the newest.
     *
     * @param copies what keeps the same writes, with as many lanes
     * @param clusters that this queue and the copies send to
     */
    public QueueEntrance entrance(QueueTerms theirs, List<IngestQueue> copies, Set<String> clusters) {
        return new QueueEntrance(this, theirs, copies, clusters);
    }

    /** How many lanes there are. */
    public int lanes() {
        return records.lanes();
    }

    // For the entrance.

    boolean accepts() {
        return gate.isOpen();
    }

    /** Who keeps a write is within. */
    KeepGate gate() {
        return gate;
    }

    /** Held while a write is appended that other queues keep too, so that all of them have it in the same place. */
    Lock appending() {
        return appending;
    }

    /** What the queue's bulks have in Via. */
    QueueVia via() {
        return via;
    }

    PendingBytes pending() {
        return pending;
    }

    /** The most bytes that a record may have, so that its items fit into dead letters. */
    int maxRecordBytes() {
        return records.maxRecordBytes() - KeptLetter.ROOM;
    }

    LaneRecords records(Write write, ByteBufAllocator allocator, int maxRecordBytes) {
        DrawnIds ids = new DrawnIds(around.random());
        RecordFormat.Head head = new RecordFormat.Head(ids.beginning());
        return new LaneRecords(
                write, new LaneRecords.Surroundings(allocator, head, ids, records.lanes(), maxRecordBytes));
    }

    CompletionStage<Void> append(List<LaneRecord> kept) {
        return records.append(kept).whenComplete((nothing, failure) -> shortage.onAppended(failure));
    }

    /** As {@link RecordQueue#takeRoom}; a queue that is full says which one it is. */
    RecordQueue.HeldRoom takeRoom(List<LaneRecord> kept) throws QueueFullException, QueueFailedException {
        try {
            QueueStats now = records.stats();
            if (now.bytes() >= now.bound()) {
                throw new QueueFullException("queue " + name + " is full");
            }
            return records.takeRoom(kept);
        } catch (QueueFullException e) {
            shortage.onAppended(e);
            throw e;
        }
    }

    /** The lanes are to tell what becomes of a write. */
    void await(String receipt, AwaitedWrite write) {
        awaited.put(receipt, write);
    }

    /** Nobody waits for the write any longer. */
    void awaitNoLonger(String receipt) {
        awaited.remove(receipt);
    }

    QueueMeters meters() {
        return meters;
    }

    // For the lanes.

    QueueTerms terms() {
        return Objects.requireNonNull(terms);
    }

    QueueConfig config() {
        return terms().config();
    }

    ConflictCheck conflictCheck() {
        return new ConflictCheck(terms().reader(), terms().views().current().version(), looking);
    }

    /** The write with this receipt; null if nobody waits for it. */
    @Nullable AwaitedWrite awaited(String receipt) {
        return awaited.get(receipt);
    }

    Permits permits() {
        return permits;
    }

    LaneRoom room() {
        return room;
    }

    ClusterSigns signs() {
        return signs;
    }

    BlockedIndices blocked() {
        return blocked;
    }

    Shortage shortage() {
        return shortage;
    }

    // A reload may take nodes away, which only delays a conclusion.
    private long recoveries() {
        return terms().cluster(around.loops().getFirst()).cluster().nodes().stream()
                .mapToLong(node -> node.health().recoveries())
                .sum();
    }

    DeadLetters dead() {
        return dead;
    }

    LaneProblems problems() {
        return problems;
    }

    // For operators.

    /** What the queue looks like now. */
    public QueueReport report() {
        return new QueueReport(
                name,
                config().cluster(),
                gate.isOpen(),
                isDrained(),
                records.stats(),
                dead.stats(),
                problems.some(),
                problems.failed());
    }

    /** Whether nothing is left to be sent. */
    public boolean isEmpty() {
        return records.stats().records() == 0;
    }

    /** Whether nothing is left to be sent, and nothing comes; there may be dead letters. Of a queue that cannot be read nobody knows. */
    public boolean isDrained() {
        return gate.isQuiet()
                && isEmpty()
                && records.stats().failure() == null
                && dead.stats().failure() == null;
    }

    /** How many dead letters there are. */
    public long deadLetters() {
        return dead.stats().records();
    }

    /** Takes no writes until {@link #resume}, so that it becomes empty. */
    public void drain() {
        gate.close();
    }

    /** Takes writes again. */
    public void resume() {
        gate.open();
    }

    /**
     * The oldest dead letters, which stay: one at least, if there are any, and up to 4 MiB of them. Blocks.
     *
     * @throws DeadLettersException if they cannot be read
     */
    public List<KeptLetter> peek(int most) throws DeadLettersException {
        return dead.peek(most);
    }

    /**
     * Takes the oldest dead letters away for good. Blocks.
     *
     * @throws DeadLettersException if none was taken, as they cannot be read
     */
    public LettersTaken purge(int most) throws DeadLettersException {
        return dead.purge(most);
    }

    /**
     * Sends the oldest dead letters once more, behind what the queue holds; fewer where that takes long. Blocks.
     *
     * @throws DeadLettersException if surely none was put into the queue, as they cannot be read, or the queue does not take them
     */
    public LettersTaken replay(int most) throws DeadLettersException {
        return dead.replay(most, this::appendAgain);
    }

    private CompletionStage<Void> appendAgain(KeptLetter letter) {
        if (!gate.enter()) {
            return CompletableFuture.failedStage(
                    new QueueFullException("queue " + name + " is being drained; let it take writes again first"));
        }
        CompletionStage<Void> kept;
        try {
            kept = appendWithin(letter);
        } catch (RuntimeException e) {
            gate.leave();
            throw e;
        }
        return kept.whenComplete((nothing, failure) -> gate.leave());
    }

    private CompletionStage<Void> appendWithin(KeptLetter letter) {
        ByteBuf record = PooledByteBufAllocator.DEFAULT.directBuffer(RecordFormat.HEAD + letter.lines().length);
        // By the receipt an id is known as drawn. Nobody takes the letter for another item of its request: those in the
        // lane were claimed before.
        RecordFormat.writeHead(new RecordFormat.Head(letter.receipt()), record);
        record.writeBytes(letter.lines());
        return records.append(List.of(new LaneRecord(laneOf(letter), record)));
    }

    private int laneOf(KeptLetter letter) {
        BulkLine line = ItemLine.of(Unpooled.wrappedBuffer(letter.lines()));
        return new LaneChoice(records.lanes()).lane(line.routingHash(BulkField.INDEX), line.routingHash(BulkField.ID));
    }

    // The end.

    /** Lets bulks that are on their way end, stops sending, and closes the engine. Blocks; only the first call does anything. */
    public void close() {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        gate.close();
        List<LaneConsumer> all = List.copyOf(lanes.values());
        CompletableFuture<?>[] ends =
                all.stream().map(lane -> lane.stop().toCompletableFuture()).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.atWarn().addKeyValue("queue", name).log("bulks of a queue are not waited for any longer");
            all.forEach(LaneConsumer::kill);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a lane of queue " + name + " could not be stopped", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        records.close();
        dead.close();
        meters.close();
    }
}
