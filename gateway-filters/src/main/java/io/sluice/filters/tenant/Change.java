package io.sluice.filters.tenant;

import io.sluice.filters.tenant.placement.Decision;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a request may have changed, which keeps its tenant's place from being changed until it is over.
 *
 * @param decision by which it was sent
 * @param write what it copies to another place; null if nothing
 * @param unsure told at the end if it copies nothing, and its changes have to be compared; null if not
 */
record Change(
        Decision decision,
        @Nullable MovingWrite write,
        @Nullable Runnable unsure) {

    /** What is to be told if there are changes without a copy; null if those are of no account. */
    @Nullable Runnable doubt() {
        return write == null ? unsure : write.unsure();
    }

    /**
     * The cluster changes nothing more for it.
     *
     * @param late whether it may have gone on after the answer was shown
     */
    void over(boolean late) {
        CompletableFuture<Void> copied = CompletableFuture.completedFuture(null);
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

    /** In place of {@link #over}: keeps nothing of it. Who awaits it tells {@link #doubt} once the cluster changes nothing more for it. */
    void forget() {
        CompletableFuture<Void> copied = CompletableFuture.completedFuture(null);
        try {
            if (write != null) {
                copied = write.forget();
            }
        } finally {
            copied.whenComplete((done, problem) -> decision.end());
        }
    }
}
