package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.move.Carrier;
import java.util.function.BooleanSupplier;

/** Makes what carries a tenant's documents between places. Thread-safe. */
public interface Carriers {

    /**
     * What carries documents.
     *
     * @param table in which what got no answer is noted
     * @param placement from whose place they are carried to the other one; what got no answer is counted as sent under it
     * @param allowed false once documents must not be written any longer
     * @throws IllegalArgumentException if this gateway does not know one of the places
     */
    Carrier between(PlacementTable table, String tenant, Placement placement, BooleanSupplier allowed);
}
