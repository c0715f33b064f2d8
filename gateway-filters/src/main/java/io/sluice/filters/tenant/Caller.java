package io.sluice.filters.tenant;

import io.sluice.filters.tenant.identity.ClientIndexNames;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.query.Member;
import org.jspecify.annotations.Nullable;

/**
 * Whose a request is, and what its client calls the tenant's indices.
 *
 * @param tenant the tenant's name
 * @param names in which the client writes it; null where names of indices are the tenant's own
 */
record Caller(String tenant, ClientNames.@Nullable Of names) {

    static Caller of(String tenant) {
        return new Caller(tenant, null);
    }

    /** What a layout is to the caller. */
    Member in(Layout layout) {
        Member member = layout.member(tenant);
        return names == null ? member : member.withNames(new ClientIndexNames(member.names(), names));
    }

    /** The tenant's own names for an expression of the client's; null if there are none, or if there is none. */
    @Nullable String indices(@Nullable String expression) {
        return names == null || expression == null ? expression : names.indices(expression);
    }
}
