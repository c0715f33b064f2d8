package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * What stands before ids in an index in which documents of several tenants, or of several indices of one, lie, so that no two of them
 * can mean one document. Immutable.
 */
public final class DocumentIds {

    /** Where a tenant has an index of its own: nothing. */
    public static final DocumentIds OWN = new DocumentIds("", null);

    private final String scope;
    private final @Nullable String routing;

    private DocumentIds(String scope, @Nullable String routing) {
        this.scope = scope;
        this.routing = routing;
    }

    /** Ids behind the name of a tenant, or of an index, and a colon, which no such name has. */
    public static DocumentIds of(String name) {
        return new DocumentIds(name + ":", null);
    }

    /** The same ids, of documents that all lie in the tenant's shard. */
    public DocumentIds routed() {
        return new DocumentIds(scope, scope.substring(0, scope.length() - 1));
    }

    /** What chooses the shard of each document; null where that is its id or the client's word. */
    public @Nullable String routing() {
        return routing;
    }

    /** Whether the cluster knows documents by other ids than the tenant. */
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
