package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * Prefixes ids in a physical index shared by several tenants or indices, so that their ids cannot collide. Immutable.
 */
public final class DocumentIds {

    /** For a tenant with its own index: no prefix. */
    public static final DocumentIds OWN = new DocumentIds("", null);

    private final String scope;
    private final @Nullable String routing;

    private DocumentIds(String scope, @Nullable String routing) {
        this.scope = scope;
        this.routing = routing;
    }

    /** Ids prefixed with the name of a tenant or index and a colon, which no such name contains. */
    public static DocumentIds of(String name) {
        return new DocumentIds(name + ":", null);
    }

    /** The same ids, for documents that are all routed by the tenant's name. */
    public DocumentIds routed() {
        return new DocumentIds(scope, scope.substring(0, scope.length() - 1));
    }

    /** The routing value of all documents; null if the id or the client's routing decides. */
    public @Nullable String routing() {
        return routing;
    }

    /** Whether physical ids differ from the tenant's. */
    public boolean scoped() {
        return !scope.isEmpty();
    }

    /** The prefix of each id. */
    public String scope() {
        return scope;
    }

    /** The physical id of a document. */
    public String physical(String id) {
        return scope + id;
    }

    /** The tenant's id of a document; null if it is not the tenant's. */
    public @Nullable String logical(String physical) {
        return physical.startsWith(scope) ? physical.substring(scope.length()) : null;
    }

    /** A human-readable text with the tenant's ids restored. */
    public String text(String text) {
        return scoped() ? TextReplacement.without(scope, text) : text;
    }

    @Override
    public String toString() {
        return scope + "*";
    }
}
