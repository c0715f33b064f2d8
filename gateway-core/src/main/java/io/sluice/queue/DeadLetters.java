package io.sluice.queue;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.api.queue.RecordQueue;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The items of a queue that will never succeed, in a queue of their own, until an operator replays or purges them. Letters are buried
 * from any thread; the other methods block, and run one at a time.
 */
final class DeadLetters implements LaneUser {
    private static final int LANE = 0;
    private static final long PATIENCE_SECONDS = 10;

    private final RecordQueue letters;
    private final InstantSource clock;
    private volatile @Nullable QueueLane lane;
    /** A letter that was asked for and did not come in time. */
    private @Nullable CompletionStage<QueuedRecord> outstanding;

    DeadLetters(RecordQueue letters, InstantSource clock) {
        this.letters = letters;
        this.clock = clock;
        letters.consume(this);
    }

    @Override
    public void onLane(QueueLane given) {
        if (given.number() == LANE) {
            lane = given;
        }
    }

    @Override
    public void onLaneGone(QueueLane gone) {
        if (gone.number() == LANE) {
            lane = null;
        }
    }

    /** Keeps letters; completes when they are kept. */
    CompletionStage<Void> bury(List<DeadLetter> dead) {
        List<LaneRecord> records = new ArrayList<>();
        for (DeadLetter letter : dead) {
            records.add(
                    new LaneRecord(LANE, KeptLetter.write(letter, clock.instant(), PooledByteBufAllocator.DEFAULT)));
        }
        return letters.append(records);
    }

    QueueStats stats() {
        return letters.stats();
    }

    /**
     * The oldest letters, which stay.
     *
     * @throws DeadLettersException if they cannot be read
     */
    synchronized List<KeptLetter> peek(int most) throws DeadLettersException {
        QueueLane from = lane();
        List<KeptLetter> read = new ArrayList<>();
        try {
            forEach(from, most, letter -> read.add(letter.letter()));
        } finally {
            if (outstanding == null) {
                from.rewind();
            }
        }
        return read;
    }

    /**
     * Takes the oldest letters away.
     *
     * @return how many there were
     * @throws DeadLettersException if they cannot be read
     */
    synchronized int purge(int most) throws DeadLettersException {
        QueueLane from = lane();
        return forEach(from, most, letter -> {
            from.done(letter.position());
            return true;
        });
    }

    /**
     * Gives the oldest letters back to their queue, and takes each away once it is kept there.
     *
     * @param append keeps a letter's lines in the queue
     * @return how many there were
     * @throws DeadLettersException if they cannot be read, or the queue does not take them
     */
    synchronized int replay(int most, Function<KeptLetter, CompletionStage<Void>> append) throws DeadLettersException {
        QueueLane from = lane();
        int replayed = 0;
        try {
            while (replayed < most && forEach(from, 1, letter -> replay(from, letter, append)) == 1) {
                replayed++;
            }
        } finally {
            if (outstanding == null) {
                from.rewind();
            }
        }
        return replayed;
    }

    private static boolean replay(QueueLane from, Taken taken, Function<KeptLetter, CompletionStage<Void>> append)
            throws DeadLettersException {
        await(append.apply(taken.letter()), "the queue did not take a letter");
        from.done(taken.position());
        return true;
    }

    /** A letter that was read. */
    private record Taken(long position, KeptLetter letter) {}

    /** What is done with a letter. */
    private interface Step {
        boolean take(Taken letter) throws DeadLettersException;
    }

    private int forEach(QueueLane from, int most, Step step) throws DeadLettersException {
        long there = from.depth() < 0 ? letters.stats().records() : from.depth();
        int count = (int) Math.min(most, there);
        for (int i = 0; i < count; i++) {
            QueuedRecord record = next(from);
            try {
                step.take(new Taken(record.position(), KeptLetter.read(record.bytes())));
            } finally {
                record.bytes().release();
            }
        }
        return count;
    }

    private QueuedRecord next(QueueLane from) throws DeadLettersException {
        CompletionStage<QueuedRecord> asked = outstanding == null ? from.next() : outstanding;
        outstanding = asked;
        QueuedRecord record = await(asked, "a letter could not be read");
        outstanding = null;
        return record;
    }

    private QueueLane lane() throws DeadLettersException {
        QueueLane given = lane;
        if (given == null) {
            throw new DeadLettersException("the letters belong to another process now");
        }
        return given;
    }

    private static <T> T await(CompletionStage<T> stage, String what) throws DeadLettersException {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new DeadLettersException(what + ": " + e.getCause());
        } catch (TimeoutException e) {
            throw new DeadLettersException(what + " within " + PATIENCE_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeadLettersException(what + ", as the gateway is stopping");
        }
    }

    /** Closes the queue of the letters. */
    void close() {
        letters.close();
    }
}
