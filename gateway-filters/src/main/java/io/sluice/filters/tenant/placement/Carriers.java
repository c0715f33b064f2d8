package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.move.Carrier;
import java.util.function.BooleanSupplier;

/** Makes what carries a tenant's documents between places. Thread-safe. */
public interface Carriers {

    /**
     * What carries documents.
     *
     * @param table in which what got no answer is noted
     * @param from the name of the place where they are read
     * @param to the name of the place where they are written
     * @param allowed false once documents must not be written any longer
     * @throws IllegalArgumentException if this gateway does not know one of the places
     */
    Carrier between(PlacementTable table, String tenant, String from, String to, BooleanSupplier allowed);
}
