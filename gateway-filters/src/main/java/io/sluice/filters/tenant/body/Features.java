package io.sluice.filters.tenant.body;

import java.util.Set;

/** What a layout does with tenants' documents: the part on which its grammars depend. Immutable. */
public sealed interface Features {

    /** The ids of stored scripts with which tenants may update documents. */
    Set<String> scripts();

    /** Whether the index also holds other tenants' documents. */
    default boolean shared() {
        return this instanceof Shared;
    }

    /** Whether the index also holds documents that a request must not see, so that a filter must separate them. */
    default boolean filtered() {
        return !(this instanceof IndexPerTenant);
    }

    /** Whether several of a tenant's indices are in one physical index, each document nested under its index's name. */
    default boolean joinsIndices() {
        return this instanceof Nested;
    }

    /** Whether fields have other names in the index than for the tenant. */
    default boolean renamesFields() {
        return this instanceof Nested;
    }

    /** Whether the tenant's name is the routing of its documents. */
    default boolean routed() {
        return false;
    }

    /** Whether range aggregations may be used. */
    default boolean ranges() {
        return true;
    }

    /** Whether text queries score the same for each matching document. */
    default boolean constantScores() {
        return false;
    }

    /** Each index belongs to one tenant. */
    record IndexPerTenant(Set<String> scripts) implements Features {
        public IndexPerTenant {
            scripts = Set.copyOf(scripts);
        }
    }

    /**
     * An index holds the documents of several tenants.
     *
     * @param tenantField the field that marks a tenant's documents
     * @param ranges whether range aggregations may be used
     */
    record Shared(String tenantField, boolean routed, boolean constantScores, boolean ranges, Set<String> scripts)
            implements Features {
        public Shared {
            scripts = Set.copyOf(scripts);
        }
    }

    /** A physical index holds all indices of a tenant. */
    record Nested(Set<String> scripts) implements Features {
        public Nested {
            scripts = Set.copyOf(scripts);
        }
    }
}
