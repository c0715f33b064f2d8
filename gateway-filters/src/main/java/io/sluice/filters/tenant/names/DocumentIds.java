package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * What stands before ids in an index in which documents of several tenants, or of several indices of one, lie, so that no two of them
 * can mean one document. Immutable.
 */
public final class DocumentIds {

    /** Where a tenant has an index of its own: nothing. */
    public static final DocumentIds OWN = new DocumentIds("");

    private final String scope;

    private DocumentIds(String scope) {
        this.scope = scope;
    }

    /** Ids behind the name of a tenant, or of an index, and a colon, which no such name has. */
    public static DocumentIds of(String name) {
        return new DocumentIds(name + ":");
    }

    /** True iff the cluster knows documents by other ids than the tenant. */
    public boolean scoped() {
        return !scope.isEmpty();
    }

    /** What stands before each id. */
    public String scope() {
        return scope;
    }

    /** What the cluster calls a document. */
    public String physical(String id) {
        return scope + id;
    }

    /** What the tenant calls a document; null if it is none of the tenant's. */
    public @Nullable String logical(String physical) {
        return physical.startsWith(scope) ? physical.substring(scope.length()) : null;
    }

    /** A text for people, with every id in it as the tenant calls it. */
    public String text(String text) {
        return scoped() ? Words.without(scope, text) : text;
    }

    @Override
    public String toString() {
        return scope + "*";
    }
}
