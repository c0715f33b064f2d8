package io.sluice.filters.watch;

import io.sluice.api.FilterContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at something when a filter is made, and then again and again, off the event loops and one look at a time. Requests may wait for the
 * first look. Safe from any thread.
 */
public final class RepeatedLook {

    /** How long after the filter's creation requests wait for the first look at most. */
    private static final int FIRST_LOOK_SECONDS = 2;

    private final CompletableFuture<Void> firstLook = new CompletableFuture<>();
    private final Runnable look;

    private RepeatedLook(Runnable look) {
        this.look = look;
    }

    /** Where there is nothing to look at, and so nothing to wait for. */
    public static RepeatedLook atNothing() {
        RepeatedLook none = new RepeatedLook(() -> {});
        none.firstLook.complete(null);
        return none;
    }

    /**
     * Begins to look, until the filter is closed.
     *
     * @param period from the end of one look to the start of the next
     * @param look may block; what it throws is logged
     */
    public static RepeatedLook begin(FilterContext context, Duration period, Runnable look) {
        RepeatedLook begun = new RepeatedLook(look);
        begun.firstLook.completeOnTimeout(null, FIRST_LOOK_SECONDS, TimeUnit.SECONDS);
        try {
            context.blockingExecutor().execute(begun::look);
        } catch (RejectedExecutionException e) {
            begun.firstLook.complete(null);
        }
        context.every(period, begun::look);
        return begun;
    }

    // The first look may still run when the next one is due.
    private synchronized void look() {
        try {
            look.run();
        } finally {
            firstLook.complete(null);
        }
    }

    /** What a request must wait for before it can be judged; null once there is nothing to wait for. */
    public @Nullable CompletableFuture<Void> pending() {
        return firstLook.isDone() ? null : firstLook;
    }
}
