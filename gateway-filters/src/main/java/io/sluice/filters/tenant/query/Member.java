package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.IndexNames;

/**
 * What a layout is to one tenant.
 *
 * @param tenant the tenant's name
 * @param owner the tenant in the layout, as handles know it
 * @param names of the tenant's indices
 * @param ids of the tenant's documents
 * @param mark of the tenant's documents
 */
public record Member(String tenant, String owner, IndexNames names, DocumentIds ids, TenantMark mark) {

    /** The same for a request whose URL has a query. */
    public Member withQuery(Json urlQuery) {
        return new Member(tenant, owner, names, ids, mark.withQuery(urlQuery));
    }

    /** The same where indices have other names. */
    public Member withNames(IndexNames other) {
        return new Member(tenant, owner, other, ids, mark);
    }

    /** A tenant in indices of its own. */
    public static Member inOwnIndices(String tenant, String owner, IndexNames names) {
        return new Member(tenant, owner, names, DocumentIds.OWN, TenantMark.NONE);
    }
}
