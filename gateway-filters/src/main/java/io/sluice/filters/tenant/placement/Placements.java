package io.sluice.filters.tenant.placement;

import java.util.Map;

/**
 * One version of the table that says which tenants are in which place. Immutable.
 *
 * @param version that a later table exceeds
 * @param tenants by name
 * @param others where all tenants are who are in no line
 */
public record Placements(long version, Map<String, Placement> tenants, Placement others) {

    public Placements {
        tenants = Map.copyOf(tenants);
    }

    /** Where a tenant is. */
    public Placement of(String tenant) {
        return tenants.getOrDefault(tenant, others);
    }
}
