package io.sluice.filters.tenant.query;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a layout that its grammars depend on.
 *
 * @param tenantField the field that marks a tenant's documents in a shared index; null if each index belongs to one
 *     tenant
 * @param nested whether a tenant's indices share one physical index, with each document nested under the name of its
 *     index
 * @param routed whether the tenant's name is the routing of its documents
 * @param constantScores whether text queries score the same for each matching document
 * @param scripts the ids of stored scripts with which tenants may update documents
 */
public record Features(
        @Nullable String tenantField, boolean nested, boolean routed, boolean constantScores, Set<String> scripts) {

    /** Every index belongs to one tenant. */
    public static final Features OWN_INDICES = new Features(null, false, false, false, Set.of());

    /** One physical index for all indices of a tenant. */
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

    /** The same, with stored scripts that the operator approved. */
    public Features withScripts(Collection<String> ids) {
        return new Features(tenantField, nested, routed, constantScores, Set.copyOf(ids));
    }

    /** The same, with scores that reveal nothing about other tenants' documents. */
    public Features withConstantScores() {
        return new Features(tenantField, nested, routed, true, scripts);
    }

    /** Whether the index also holds other tenants' documents, so that a filter must separate them. */
    public boolean shared() {
        return tenantField != null;
    }

    /** Whether the physical index also holds documents that a request must not see. */
    public boolean filtered() {
        return shared() || nested;
    }
}
