package io.sluice.filters.tenant.placement;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A table that this gateway does not share with others: it knows all of it at any time, and changes nothing in it. */
abstract class UnsharedTable implements PlacementTable {

    @Override
    public final @Nullable CompletableFuture<Void> pending() {
        return null;
    }

    @Override
    public final boolean isValid() {
        return true;
    }

    @Override
    public final Decision begin(String tenant) {
        Placements now = current();
        return new Decision(now.of(tenant), now.version(), () -> true, null);
    }

    @Override
    public final Decision begin(String tenant, Placement placement) {
        return begin(tenant);
    }

    // Nobody waits: no state of such a table lets requests wait.
    @Override
    public final CompletableFuture<Boolean> nextChange() {
        return new CompletableFuture<>();
    }

    @Override
    public final void unsure(String tenant) {}

    @Override
    public final @Nullable PlacementOrders orders() {
        return null;
    }

    // What reads a file is ended by the host.
    @Override
    public final void close() {}
}
