package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.placement.Placement.State;
import java.util.Map;

/** Stands for a table that is not read, where nothing is ever sent: all tenants are in one place. Immutable. */
public final class UnreadPlacements extends UnsharedTable {

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
}
