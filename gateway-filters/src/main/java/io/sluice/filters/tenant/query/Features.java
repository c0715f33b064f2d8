package io.sluice.filters.tenant.query;

import org.jspecify.annotations.Nullable;

/**
 * What a layout means for a grammar.
 *
 * @param tenantField the field that marks a tenant's documents in an index that several tenants share; null where the documents of
 *     an index are all one tenant's
 */
public record Features(@Nullable String tenantField) {

    /** Every index belongs to one tenant. */
    public static final Features OWN_INDICES = new Features(null);

    /** True iff documents of other tenants lie in the same index, so that all hangs on a filter. */
    public boolean shared() {
        return tenantField != null;
    }
}
