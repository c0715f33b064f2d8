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
 * most of them makes room. Safe from any thread; nothing blocks under its lock.
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

    /** @param origin null if the credentials are known */
    private record Check<K, R>(@Nullable CheckOrigin origin, K key, Supplier<R> work, CompletableFuture<R> outcome) {}

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
        return start(new Check<>(origin, key, work, new CompletableFuture<>()));
    }

    /**
     * Starts a check of credentials that were right before: it goes before the others and does not count among those that
     * wait. Else as {@link #start}.
     */
    public CompletableFuture<R> startKnown(K key, Supplier<R> work) {
        return start(new Check<>(null, key, work, new CompletableFuture<>()));
    }

    private CompletableFuture<R> start(Check<K, R> mine) {
        CheckOrigin origin = mine.origin();
        Check<K, R> displaced = null;
        synchronized (pending) {
            Check<K, R> same = pending.get(mine.key());
            if (same != null) {
                return same.outcome();
            }
            if (origin != null && counted >= maxPending || !submit()) {
                displaced = origin == null ? waiting.displaceForKnown() : waiting.displaceFor(origin);
                if (displaced == null) {
                    return CompletableFuture.completedFuture(busy);
                }
                remove(displaced);
            }
            pending.put(mine.key(), mine);
            if (origin == null) {
                waiting.addKnown(mine);
            } else {
                counted++;
                waiting.add(origin, mine);
            }
        }
        if (displaced != null) {
            displaced.outcome().complete(busy);
        }
        return mine.outcome();
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
        if (check.origin() != null) {
            counted--;
        }
    }
}
