package io.sluice.api.check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs checks of credentials on an executor. Equal checks run once at a time, a bounded number waits, and those of one
 * origin do not keep out those of others: origins take turns, and where all places are taken a check of the origin with
 * most of them makes room. Credentials that were right before go first, four for each of the others. Safe from any
 * thread; nothing blocks under its lock.
 *
 * @param <K> what is checked, with {@code equals}; kept while the check waits and runs
 * @param <R> what a check finds
 */
public final class FairChecks<K, R> {

    /** Waiting and running checks. This map is the lock that guards itself, {@link #waiting} and {@link #counted}. */
    private final Map<K, Check<K, R>> pending = new HashMap<>();
    /** For each waiting check, the executor has a task that has not started. */
    private final WaitingChecks<Check<K, R>> waiting = new WaitingChecks<>();

    private final Executor executor;
    private final int maxPending;
    private final R busy;
    /** How many checks of {@link #pending} are not of known credentials. */
    private int counted;

    private record Check<K, R>(boolean known, K key, Supplier<R> work, CompletableFuture<R> outcome) {}

    /**
     * No checks yet.
     *
     * @param executor where checks run; it may refuse tasks with RejectedExecutionException
     * @param maxPending how many checks may wait or run, those of known credentials not counted
     * @param busy what a check finds that has no place, or had to give it up
     */
    public FairChecks(Executor executor, int maxPending, R busy) {
        this.executor = executor;
        this.maxPending = maxPending;
        this.busy = busy;
    }

    /**
     * Starts a check of credentials that were never right so far.
     *
     * @param work blocks as long as it needs; what it throws fails the returned future
     * @return completes on a thread of the executor, or, where there is no place, on that of a caller
     */
    public CompletableFuture<R> start(CheckOrigin origin, K key, Supplier<R> work) {
        return start(origin, key, work, false);
    }

    /**
     * Starts a check of credentials that were right before: it goes before the others and does not count among those that
     * wait, unless hundreds of its user wait. Else as {@link #start}.
     *
     * @param origin the client's network, and the user whose credentials they were; however many credentials a user has,
     *     they are one origin
     */
    public CompletableFuture<R> startKnown(CheckOrigin origin, K key, Supplier<R> work) {
        return start(origin, key, work, true);
    }

    private CompletableFuture<R> start(CheckOrigin origin, K key, Supplier<R> work, boolean wereRight) {
        Check<K, R> mine;
        Check<K, R> displaced = null;
        synchronized (pending) {
            Check<K, R> same = pending.get(key);
            if (same != null) {
                return same.outcome();
            }
            mine = new Check<>(wereRight && waiting.takesKnown(origin), key, work, new CompletableFuture<>());
            boolean crowded = !mine.known() && counted >= maxPending;
            if (crowded || !submit()) {
                displaced = displaceFor(mine, origin, crowded);
                if (displaced == null) {
                    return CompletableFuture.completedFuture(busy);
                }
                remove(displaced);
            }
            add(mine, origin);
        }
        if (displaced != null) {
            displaced.outcome().complete(busy);
        }
        return mine.outcome();
    }

    // Where only the executor is full, known checks have most of its places.
    private @Nullable Check<K, R> displaceFor(Check<K, R> mine, CheckOrigin origin, boolean crowded) {
        if (mine.known()) {
            return waiting.displaceForKnown(origin);
        }
        Check<K, R> other = waiting.displaceFor(origin);
        return other != null || crowded ? other : waiting.displaceKnownFor(origin);
    }

    private void add(Check<K, R> mine, CheckOrigin origin) {
        pending.put(mine.key(), mine);
        if (mine.known()) {
            waiting.addKnown(origin, mine);
        } else {
            counted++;
            waiting.add(origin, mine);
        }
    }

    private boolean submit() {
        try {
            executor.execute(this::runNext);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void runNext() {
        Check<K, R> next;
        synchronized (pending) {
            next = waiting.poll();
        }
        if (next != null) {
            run(next);
        }
    }

    // A check is no longer pending when its outcome is told: who hears of it and asks again starts a new one.
    private void run(Check<K, R> check) {
        R found;
        try {
            found = check.work().get();
        } catch (RuntimeException | Error e) {
            end(check);
            check.outcome().completeExceptionally(e);
            return;
        }
        end(check);
        check.outcome().complete(found);
    }

    private void end(Check<K, R> check) {
        synchronized (pending) {
            remove(check);
        }
    }

    private void remove(Check<K, R> check) {
        pending.remove(check.key());
        if (!check.known()) {
            counted--;
        }
    }
}
