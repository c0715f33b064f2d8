package io.sluice.filters.tenant;

import io.sluice.filters.tenant.move.UnmovableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copies of one tenant to one place: some are made at a time, others wait. Once one comes too late or fails, answers wait no longer: one
 * copy at a time tries whether the place takes it, and the others are left to the next comparison. Thread-safe.
 */
final class CopyLane {

    private static final Logger LOG = LoggerFactory.getLogger(CopyLane.class);
    /** Fewer than a place has threads, so that copies of one tenant do not keep those of others from being made. */
    private static final int AT_A_TIME = 6;

    private static final int WAITING = 1_000;

    private final Executor threads;
    private final Duration patience;
    private final CopyRoom room;
    private final Queue<Pending> waiting = new ArrayDeque<>();
    private int begun;
    /** The last copy came too late or failed. Nothing waits then. */
    private boolean stuck;

    /** What makes a copy. */
    interface Work {
        void run() throws IOException, UnmovableException, InterruptedException;
    }

    /**
     * How far a copy is.
     *
     * @param awaited completes once the answer may be shown: the copy was made, or it is noted that it may not have been
     * @param over completes once nothing is copied any longer, whatever came of it
     */
    record Copied(CompletableFuture<Void> awaited, CompletableFuture<Void> over) {

        /** Where there is nothing to copy. */
        static Copied nothing() {
            CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
            return new Copied(done, done);
        }
    }

    private record Pending(Work work, Runnable unsure, CompletableFuture<Void> over) {
        void giveUp() {
            unsure.run();
            over.complete(null);
        }
    }

    /** What becomes of a copy at first. */
    private enum Entrance {
        BEGINS,
        WAITS,
        TRIES,
        NONE
    }

    /**
     * A lane.
     *
     * @param threads that copy
     * @param patience how long an answer waits for its copy
     * @param room for the names of what is to be copied
     */
    CopyLane(Executor threads, Duration patience, CopyRoom room) {
        this.threads = threads;
        this.patience = patience;
        this.room = room;
    }

    /** Room for the names of what is to be copied. */
    CopyRoom room() {
        return room;
    }

    /**
     * Makes a copy.
     *
     * @param unsure told if it may not have been made, before either future completes
     */
    Copied copy(Work work, Runnable unsure) {
        Pending copy = new Pending(work, unsure, new CompletableFuture<>());
        Entrance entrance = enter(copy);
        if (entrance == Entrance.BEGINS || entrance == Entrance.TRIES) {
            begin(copy);
        }
        return switch (entrance) {
            case BEGINS, WAITS -> new Copied(patiently(copy), copy.over());
            case TRIES -> {
                unsure.run();
                yield new Copied(CompletableFuture.completedFuture(null), copy.over());
            }
            case NONE -> {
                copy.giveUp();
                yield new Copied(copy.over(), copy.over());
            }
        };
    }

    private synchronized Entrance enter(Pending copy) {
        if (begun < (stuck ? 1 : AT_A_TIME)) {
            begun++;
            return stuck ? Entrance.TRIES : Entrance.BEGINS;
        }
        if (stuck || waiting.size() == WAITING) {
            return Entrance.NONE;
        }
        waiting.add(copy);
        return Entrance.WAITS;
    }

    private CompletableFuture<Void> patiently(Pending copy) {
        return copy.over()
                .thenApply(done -> true)
                .completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(inTime -> {
                    if (!inTime) {
                        copy.unsure().run();
                        stop();
                    }
                });
    }

    private void begin(Pending copy) {
        try {
            threads.execute(() -> run(copy));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // There are no threads: the filter is closed, or the system gives none.
            copy.unsure().run();
            end(copy, false);
        }
    }

    private void run(Pending copy) {
        boolean taken = false;
        try {
            copy.work().run();
            taken = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            copy.unsure().run();
        } catch (UnmovableException e) {
            // The place answers, and refuses a document.
            taken = true;
            notCopied(copy, e);
        } catch (Throwable e) {
            notCopied(copy, e);
        } finally {
            end(copy, taken);
        }
    }

    private static void notCopied(Pending copy, Throwable problem) {
        LOG.atDebug().setCause(problem).log("what a request wrote was not copied; the next comparison does it");
        copy.unsure().run();
    }

    private void end(Pending copy, boolean taken) {
        Pending next = next(taken);
        if (next != null) {
            begin(next);
        }
        if (!taken) {
            stop();
        }
        copy.over().complete(null);
    }

    /** Notes that a copy has ended; the one that begins now, if any. */
    private synchronized @Nullable Pending next(boolean taken) {
        begun--;
        stuck = !taken;
        Pending next = taken ? waiting.poll() : null;
        if (next != null) {
            begun++;
        }
        return next;
    }

    private void stop() {
        List<Pending> left;
        synchronized (this) {
            stuck = true;
            left = List.copyOf(waiting);
            waiting.clear();
        }
        left.forEach(Pending::giveUp);
    }
}
