package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.placement.Placement.State;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stands for a table that is not read, where nothing is ever sent: all tenants are in one place. Immutable. */
public final class UnreadPlacements implements PlacementTable {

    private final Placements all;

    /** @param home the place of all tenants who are in no line */
    public UnreadPlacements(String home) {
        this.all = new Placements(0, Map.of(), new Placement(home, State.OPEN, 0));
    }

    @Override
    public String name() {
        return "";
    }

    @Override
    public Placements current() {
        return all;
    }

    @Override
    public @Nullable CompletableFuture<Void> pending() {
        return null;
    }

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public Decision begin(String tenant) {
        return new Decision(all.of(tenant), all.version(), () -> true, () -> {});
    }

    // Nobody waits: no state of such a table lets requests wait.
    @Override
    public CompletableFuture<Void> nextChange() {
        return new CompletableFuture<>();
    }

    @Override
    public void unsure(String tenant) {}

    @Override
    public @Nullable PlacementOrders orders() {
        return null;
    }

    @Override
    public void close() {}
}
