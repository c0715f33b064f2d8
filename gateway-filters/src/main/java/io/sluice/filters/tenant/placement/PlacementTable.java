package io.sluice.filters.tenant.placement;

/** The table that says which tenants are in which place. Thread-safe. */
public interface PlacementTable {

    /** The table as it is known now. */
    Placements current();
}
