package io.sluice.queue;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.api.queue.RecordQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The items of a queue that will never succeed, in a queue of their own, until an operator replays or purges them. Letters are buried
 * from any thread; the other methods block, and run one at a time. They take the lane of the letters for as long as they run, so that
 * each gateway that shares the queue can run them, also one at a time.
 */
final class DeadLetters {
    private static final int LANE = 0;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Another gateway may have the lane, or have died with it. */
    private static final long LANE_PATIENCE_SECONDS = 60;
    /** For so long letters are put back before the caller is answered: with all that is waited for, in less than two minutes. */
    private static final long REPLAY_SECONDS = 15;
    /** Longer than engines take to keep a record, or to give it up. */
    private static final long KEEP_SECONDS = 30;
    /** How many bytes of letters are looked at together. */
    private static final int MOST_PEEKED = 4 << 20;

    private final RecordQueue letters;
    private final InstantSource clock;
    private final Duration patience;

    DeadLetters(RecordQueue letters, InstantSource clock) {
        this(letters, clock, PATIENCE);
    }

    /** @param patience for a letter to be read, whole seconds */
    DeadLetters(RecordQueue letters, InstantSource clock, Duration patience) {
        this.letters = letters;
        this.clock = clock;
        this.patience = patience;
    }

    /** Keeps letters; completes when they are kept, or fails as the engine does, also where that throws. */
    CompletionStage<Void> bury(List<DeadLetter> dead) {
        List<LaneRecord> records = new ArrayList<>();
        for (DeadLetter letter : dead) {
            records.add(
                    new LaneRecord(LANE, KeptLetter.write(letter, clock.instant(), PooledByteBufAllocator.DEFAULT)));
        }
        try {
            return letters.append(records);
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Why letters are not kept, and what helps, for the operator. */
    static String problem(@Nullable Throwable failure) {
        Throwable cause = StageFailure.of(failure);
        String reason = "dead letters cannot be kept, so what follows them waits: "
                + (cause == null || cause.getMessage() == null ? failure : cause.getMessage());
        return cause instanceof QueueFullException ? reason + "; replay or purge dead letters, or make room" : reason;
    }

    QueueStats stats() {
        return letters.stats();
    }

    /**
     * The oldest letters, which stay: the first one however long it is, and others while all of them have 4 MiB at most.
     *
     * @throws DeadLettersException if they cannot be read
     */
    List<KeptLetter> peek(int most) throws DeadLettersException {
        List<KeptLetter> read = new ArrayList<>();
        withLane(lane -> lane.forEach(most, MOST_PEEKED, letter -> read.add(readOf(letter))));
        return read;
    }

    /**
     * Takes the oldest letters away.
     *
     * @throws DeadLettersException if none was taken, as they cannot be read
     */
    LettersTaken purge(int most) throws DeadLettersException {
        Tally tally = new Tally();
        return taken(
                tally,
                lane -> lane.forEach(most, Long.MAX_VALUE, letter -> {
                    lane.done(letter);
                    tally.taken++;
                    return true;
                }));
    }

    /**
     * Gives the oldest letters back to their queue, and takes each away once it is kept there; no more of them after some seconds, so that
     * who asks hears of it.
     *
     * @param append keeps a letter's lines in the queue
     * @throws DeadLettersException if surely none was given back, as they cannot be read, or the queue does not take them
     */
    LettersTaken replay(int most, Function<KeptLetter, CompletionStage<Void>> append) throws DeadLettersException {
        Tally tally = new Tally();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPLAY_SECONDS);
        return taken(
                tally,
                lane -> lane.forEach(most, Long.MAX_VALUE, letter -> {
                    lane.giveBack(letter, append, tally);
                    return System.nanoTime() - deadline < 0;
                }));
    }

    private LettersTaken taken(Tally tally, Work work) throws DeadLettersException {
        try {
            withLane(work);
            return new LettersTaken(tally.taken, tally.unknown, null);
        } catch (DeadLettersException e) {
            if (tally.taken + tally.unknown == 0) {
                throw e;
            }
            return new LettersTaken(tally.taken, tally.unknown, e.getMessage());
        }
    }

    private static KeptLetter readOf(QueuedRecord letter) throws DeadLettersException {
        try {
            return KeptLetter.read(letter.bytes());
        } catch (IllegalArgumentException e) {
            throw new DeadLettersException("a letter cannot be read: " + e.getMessage());
        }
    }

    /** What became of letters so far. */
    private static final class Tally {
        private int taken;
        private int unknown;
    }

    /** What is done with a letter, which is lent. */
    private interface Step {
        /** Returns whether the next one is to follow. */
        boolean take(QueuedRecord letter) throws DeadLettersException;
    }

    /** What is done with the lane. */
    private interface Work {
        void on(HeldLetters lane) throws DeadLettersException;
    }

    private synchronized void withLane(Work work) throws DeadLettersException {
        String failure = letters.stats().failure();
        if (failure != null) {
            throw new DeadLettersException("the letters cannot be read: " + failure);
        }
        HeldLetters held = new HeldLetters();
        try {
            letters.consume(held);
        } catch (IllegalStateException e) {
            throw new DeadLettersException("the letters cannot be read: " + e.getMessage());
        }
        try {
            held.awaitLane();
            work.on(held);
        } finally {
            held.over.complete(null);
            letters.release();
        }
    }

    /** The lane of the letters for one command. What is not done when it is given back stays. */
    private final class HeldLetters implements LaneUser {
        private final CompletableFuture<QueueLane> lane = new CompletableFuture<>();
        private final CompletableFuture<Object> gone = new CompletableFuture<>();
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private volatile boolean isGoing;

        @Override
        public void onLane(QueueLane given) {
            if (given.number() == LANE) {
                lane.complete(given);
            }
        }

        @Override
        public CompletionStage<Void> onLaneGoing(QueueLane going) {
            if (going.number() != LANE) {
                return CompletableFuture.completedStage(null);
            }
            isGoing = true;
            return over;
        }

        @Override
        public void onLaneGone(QueueLane taken) {
            if (taken.number() == LANE) {
                gone.completeExceptionally(new DeadLettersException("the letters went to another gateway"));
            }
        }

        void awaitLane() throws DeadLettersException {
            await(lane, LANE_PATIENCE_SECONDS, "the letters were not given to this gateway");
        }

        void done(QueuedRecord letter) {
            lane.join().done(letter.position());
        }

        /** Puts a letter back into its queue; where an engine has not refused it, it may have kept it. */
        void giveBack(QueuedRecord letter, Function<KeptLetter, CompletionStage<Void>> append, Tally tally)
                throws DeadLettersException {
            CompletableFuture<Void> kept;
            try {
                kept = append.apply(readOf(letter)).toCompletableFuture();
            } catch (IllegalArgumentException e) {
                throw new DeadLettersException("the queue does not take a letter: " + e.getMessage());
            }
            try {
                await(kept, KEEP_SECONDS, "the queue did not say that it keeps a letter");
            } catch (DeadLettersException e) {
                tally.unknown += isRefused(kept) ? 0 : 1;
                throw e;
            }
            done(letter);
            tally.taken++;
        }

        private static boolean isRefused(CompletableFuture<Void> kept) {
            return kept.isCompletedExceptionally()
                    && StageFailure.of(kept.exceptionNow()) instanceof QueueFullException;
        }

        /**
         * Takes letters one by one.
         *
         * @param mostBytes that they have together, unless the first has more
         */
        void forEach(int most, long mostBytes, Step step) throws DeadLettersException {
            int count = (int) Math.min(most, Math.max(0, lane.join().depth()));
            long left = mostBytes;
            for (int i = 0; i < count && !isGoing; i++) {
                if (!(read(i == 0 ? Integer.MAX_VALUE : (int) Math.min(left, Integer.MAX_VALUE))
                        instanceof QueuedRecord letter)) {
                    return;
                }
                try {
                    left -= Math.min(left, letter.bytes().readableBytes());
                    if (!step.take(letter)) {
                        return;
                    }
                } finally {
                    letter.bytes().release();
                }
            }
        }

        private NextRecord read(int most) throws DeadLettersException {
            CompletableFuture<NextRecord> next = lane.join().next(most).toCompletableFuture();
            try {
                return await(next, patience.toSeconds(), "a letter could not be read");
            } catch (DeadLettersException e) {
                next.thenAccept(late -> {
                    if (late instanceof QueuedRecord record) {
                        record.bytes().release();
                    }
                });
                throw e;
            }
        }

        private <T> T await(CompletableFuture<T> stage, long seconds, String what) throws DeadLettersException {
            try {
                CompletableFuture.anyOf(stage, gone).get(seconds, TimeUnit.SECONDS);
                return stage.join();
            } catch (ExecutionException e) {
                throw new DeadLettersException(what + ": " + e.getCause());
            } catch (TimeoutException e) {
                throw new DeadLettersException(what + " within " + seconds + " s" + trouble());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DeadLettersException(what + ", as the gateway is stopping");
            }
        }
    }

    /** What the engine of the letters fails at, behind what was not done in time. */
    private String trouble() {
        String trouble = letters.stats().trouble();
        return trouble == null ? "" : ", and the engine of the letters is in trouble: " + trouble;
    }

    /** Closes the queue of the letters. */
    void close() {
        letters.close();
    }
}
