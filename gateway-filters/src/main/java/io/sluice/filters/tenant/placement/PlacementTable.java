package io.sluice.filters.tenant.placement;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The table that says which tenants are in which place. Thread-safe. */
public interface PlacementTable extends AutoCloseable {

    /** What the operator calls the table. */
    String name();

    /** The table as it is known now. */
    Placements current();

    /** What requests must wait for before the table is known; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending();

    /** Whether requests may be decided by the table; false while it may have changed without this gateway's knowledge. */
    boolean isValid();

    /**
     * Notes that a request which may change a tenant's documents is decided by the present table, until {@link Decision#end}.
     *
     * @return what was decided
     */
    Decision begin(String tenant);

    /**
     * Notes that something of this gateway's own may change a tenant's documents, until {@link Decision#end}.
     *
     * @param placement under which it was sent
     */
    Decision begin(String tenant, Placement placement);

    /** Completes, on any thread, once the table has changed since the call: true; or false if nothing more can be waited for. */
    CompletableFuture<Boolean> nextChange();

    /** Notes that a request may have changed documents of a tenant of which there is no copy in the other place. */
    void unsure(String tenant);

    /** What the operator may ask of the table; null if it is changed in another way. */
    @Nullable PlacementOrders orders();

    @Override
    void close();
}
