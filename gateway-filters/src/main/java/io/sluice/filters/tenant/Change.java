package io.sluice.filters.tenant;

import io.sluice.filters.tenant.placement.Decision;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a request may have changed, which keeps its tenant's place from being changed until it is over.
 *
 * @param decision by which it was sent
 * @param write what it copies to another place; null if nothing
 * @param unsure told at the end if its changes have to be compared; null if not
 * @param copying completes once nothing is copied for it any longer, but for {@code write}
 */
record Change(
        Decision decision,
        @Nullable MovingWrite write,
        @Nullable Runnable unsure,
        CompletableFuture<Void> copying) {

    /** A request that is over for its client. */
    static Change of(Decision decision, @Nullable MovingWrite write, @Nullable Runnable unsure) {
        return new Change(decision, write, unsure, CompletableFuture.completedFuture(null));
    }

    /** Keeps the names of what it copies until it is over; false if that takes room that others need. */
    boolean keep() {
        return write == null || write.keep();
    }

    /** The same, but that a comparison carries what it has changed. Forgets its names. */
    Change leftToComparison() {
        return write == null ? this : new Change(decision, null, write.unsure(), write.forget());
    }

    /**
     * The cluster changes nothing more for it.
     *
     * @param late whether it may have gone on after the answer was shown
     */
    void over(boolean late) {
        CompletableFuture<Void> copied = copying;
        try {
            if (unsure != null) {
                unsure.run();
            }
            if (write != null) {
                copied = write.over(late);
            }
        } finally {
            copied.whenComplete((done, problem) -> decision.end());
        }
    }

    /** Ends it; nothing of it was sent. */
    void unsent() {
        leftToComparison().endUntold();
    }

    /** Ends it without {@link #unsure}, which whoever awaits it tells later. */
    void endUntold() {
        copying.whenComplete((done, problem) -> decision.end());
    }
}
