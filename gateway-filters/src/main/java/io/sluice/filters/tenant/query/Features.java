package io.sluice.filters.tenant.query;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a layout means for a grammar.
 *
 * @param tenantField the field that marks a tenant's documents in an index that several tenants share; null where the documents of
 *     an index are all one tenant's
 * @param nested whether documents of several of a tenant's indices lie in one, each below the name of its own
 * @param routed whether the tenant's name chooses the shard of its documents
 * @param constantScores whether queries that find words count the same for each document that has them
 * @param scripts the ids of stored scripts with which tenants may update documents
 */
public record Features(
        @Nullable String tenantField, boolean nested, boolean routed, boolean constantScores, Set<String> scripts) {

    /** Every index belongs to one tenant. */
    public static final Features OWN_INDICES = new Features(null, false, false, false, Set.of());

    /** An index for all of a tenant's. */
    public static final Features NESTED = new Features(null, true, false, false, Set.of());

    public Features {
        scripts = Set.copyOf(scripts);
    }

    /** An index for several tenants. */
    public static Features shared(String tenantField) {
        return new Features(tenantField, false, false, false, Set.of());
    }

    /** An index for several tenants, each in one shard of it. */
    public static Features routed(String tenantField) {
        return new Features(tenantField, false, true, false, Set.of());
    }

    /** The same where the operator has approved of stored scripts. */
    public Features withScripts(Collection<String> ids) {
        return new Features(tenantField, nested, routed, constantScores, Set.copyOf(ids));
    }

    /** The same where scores tell nothing of the documents of others. */
    public Features withConstantScores() {
        return new Features(tenantField, nested, routed, true, scripts);
    }

    /** Whether documents of other tenants lie in the same index, so that a filter must keep them apart. */
    public boolean shared() {
        return tenantField != null;
    }

    /** Whether documents lie in the same index that a request is not about. */
    public boolean filtered() {
        return shared() || nested;
    }
}
