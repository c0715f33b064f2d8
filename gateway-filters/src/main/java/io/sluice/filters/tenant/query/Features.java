package io.sluice.filters.tenant.query;

import java.util.Collection;
import java.util.Set;

/**
 * What a layout does with tenants' documents, as far as its grammars depend on it. Immutable. It has no default
 * methods, so that records are made without the constants here: two threads cannot wait for each other.
 */
public sealed interface Features {

    /** Every index belongs to one tenant. */
    Features OWN_INDICES = new IndexPerTenant(Set.of());

    /** One physical index for all indices of a tenant. */
    Features NESTED = new Nested(Set.of());

    /** An index for several tenants. */
    static Shared shared(String tenantField) {
        return new Shared(tenantField, false, false, Set.of());
    }

    /** An index for several tenants, each in one shard of it. */
    static Shared routed(String tenantField) {
        return new Shared(tenantField, true, false, Set.of());
    }

    /** The ids of stored scripts with which tenants may update documents. */
    Set<String> scripts();

    /** The same, with stored scripts that the operator approved. */
    Features withScripts(Collection<String> ids);

    /** Whether the index also holds other tenants' documents. */
    boolean shared();

    /** Whether the index also holds documents that a request must not see, so that a filter must separate them. */
    boolean filtered();

    /** Whether several of a tenant's indices are in one physical index, each document nested under its index's name. */
    boolean joinsIndices();

    /** Whether fields have other names in the index than for the tenant. */
    boolean renamesFields();

    /** Whether the tenant's name is the routing of its documents. */
    boolean routed();

    /** Whether text queries score the same for each matching document. */
    boolean constantScores();

    /** Each index belongs to one tenant. */
    record IndexPerTenant(Set<String> scripts) implements Features {

        public IndexPerTenant {
            scripts = Set.copyOf(scripts);
        }

        @Override
        public IndexPerTenant withScripts(Collection<String> ids) {
            return new IndexPerTenant(Set.copyOf(ids));
        }

        @Override
        public boolean shared() {
            return false;
        }

        @Override
        public boolean filtered() {
            return false;
        }

        @Override
        public boolean joinsIndices() {
            return false;
        }

        @Override
        public boolean renamesFields() {
            return false;
        }

        @Override
        public boolean routed() {
            return false;
        }

        @Override
        public boolean constantScores() {
            return false;
        }
    }

    /**
     * An index holds the documents of several tenants.
     *
     * @param tenantField the field that marks a tenant's documents
     */
    record Shared(String tenantField, boolean routed, boolean constantScores, Set<String> scripts) implements Features {

        public Shared {
            scripts = Set.copyOf(scripts);
        }

        @Override
        public Shared withScripts(Collection<String> ids) {
            return new Shared(tenantField, routed, constantScores, Set.copyOf(ids));
        }

        /** The same, with scores that reveal nothing about other tenants' documents. */
        public Shared withConstantScores() {
            return new Shared(tenantField, routed, true, scripts);
        }

        @Override
        public boolean shared() {
            return true;
        }

        @Override
        public boolean filtered() {
            return true;
        }

        @Override
        public boolean joinsIndices() {
            return false;
        }

        @Override
        public boolean renamesFields() {
            return false;
        }
    }

    /** A physical index holds all indices of a tenant. */
    record Nested(Set<String> scripts) implements Features {

        public Nested {
            scripts = Set.copyOf(scripts);
        }

        @Override
        public Nested withScripts(Collection<String> ids) {
            return new Nested(Set.copyOf(ids));
        }

        @Override
        public boolean shared() {
            return false;
        }

        @Override
        public boolean filtered() {
            return true;
        }

        @Override
        public boolean joinsIndices() {
            return true;
        }

        @Override
        public boolean renamesFields() {
            return true;
        }

        @Override
        public boolean routed() {
            return false;
        }

        @Override
        public boolean constantScores() {
            return false;
        }
    }
}
