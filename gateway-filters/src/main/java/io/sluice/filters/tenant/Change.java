package io.sluice.filters.tenant;

import io.sluice.filters.tenant.placement.Decision;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a request may have changed, which keeps its tenant's place from being changed until it is over.
 *
 * @param decision by which it was sent
 * @param write what it copies to another place; null if nothing
 * @param unsure told if it has changes without a copy; null if those are of no account
 */
record Change(
        Decision decision,
        @Nullable MovingWrite write,
        @Nullable Runnable unsure) {

    /**
     * The cluster changes nothing more for it.
     *
     * @param late whether it may have gone on after the answer was shown
     */
    void over(boolean late) {
        if (unsure != null) {
            unsure.run();
        }
        CompletableFuture<Void> copied = write == null ? CompletableFuture.completedFuture(null) : write.over(late);
        copied.whenComplete((done, problem) -> decision.end());
    }

    /**
     * In place of {@link #over}, where another change of the tenant that was sent by the same placement is not over: keeps nothing of it.
     *
     * @return what is to be told once the cluster changes nothing more for it
     */
    Runnable forgotten() {
        decision.end();
        if (write != null) {
            return write.forgotten();
        }
        return unsure == null ? () -> {} : unsure;
    }
}
