package io.sluice.filters.tenant.placement;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A request that was decided by one version of the table. Thread-safe. */
public final class Decision {

    private final Placement placement;
    private final long version;
    private final BooleanSupplier still;
    private final @Nullable Runnable onEnd;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * @param placement of the request's tenant
     * @param version of the table
     * @param still whether the table has been valid without a gap
     * @param onEnd called once; null if nobody wants to know
     */
    Decision(Placement placement, long version, BooleanSupplier still, @Nullable Runnable onEnd) {
        this.placement = placement;
        this.version = version;
        this.still = still;
        this.onEnd = onEnd;
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
        return onEnd != null;
    }

    /** The request is over; idempotent. */
    public void end() {
        if (onEnd != null && ended.compareAndSet(false, true)) {
            onEnd.run();
        }
    }
}
