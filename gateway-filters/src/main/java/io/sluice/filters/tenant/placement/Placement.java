package io.sluice.filters.tenant.placement;

/**
 * Where a tenant is.
 *
 * @param place its name
 * @param closed whether the tenant's requests are refused for now, since its documents are carried elsewhere
 */
public record Placement(String place, boolean closed) {}
