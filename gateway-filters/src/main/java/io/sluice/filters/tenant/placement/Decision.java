package io.sluice.filters.tenant.placement;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A request that was decided by one version of the table. Thread-safe. */
public final class Decision {

    private final Placement placement;
    private final long version;
    private final BooleanSupplier still;
    private final @Nullable Watcher watcher;
    private final AtomicBoolean unanswered = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Who waits until requests are over. */
    interface Watcher {
        /** The request got no answer, and its end is awaited. */
        void unanswered();

        /** The request is over. */
        void ended(boolean wasUnanswered);
    }

    /**
     * @param placement of the request's tenant
     * @param version of the table
     * @param still whether the table has been valid without a gap
     * @param watcher told once of each; null if nobody wants to know
     */
    Decision(Placement placement, long version, BooleanSupplier still, @Nullable Watcher watcher) {
        this.placement = placement;
        this.version = version;
        this.still = still;
        this.watcher = watcher;
    }

    /** Where the request's tenant is. */
    public Placement placement() {
        return placement;
    }

    /** The version of the table. */
    public long version() {
        return version;
    }

    /** Whether the table has been valid since without a gap; else others may have gone on as if this request were not. */
    public boolean isStillValid() {
        return still.getAsBoolean();
    }

    /** Whether somebody waits until the request is over. */
    public boolean isCounted() {
        return watcher != null;
    }

    /** The request got no answer, and it will be over once its cluster is through with it; idempotent. */
    public void unanswered() {
        if (watcher != null && unanswered.compareAndSet(false, true)) {
            watcher.unanswered();
        }
    }

    /** The request is over; idempotent. */
    public void end() {
        if (watcher != null && ended.compareAndSet(false, true)) {
            watcher.ended(unanswered.get());
        }
    }
}
