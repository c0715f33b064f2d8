package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/** What stands before a tenant's ids in an index that several tenants share, so that no two of them can mean one document. Immutable. */
public final class DocumentIds {

    /** Where a tenant has an index of its own: nothing. */
    public static final DocumentIds OWN = new DocumentIds("");

    private final String scope;

    private DocumentIds(String scope) {
        this.scope = scope;
    }

    /** Ids behind the name of a tenant and a colon, which no such name has. */
    public static DocumentIds of(String tenant) {
        return new DocumentIds(tenant + ":");
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
        int at = scoped() ? text.indexOf(scope) : -1;
        if (at < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (; at >= 0; at = text.indexOf(scope, at + 1)) {
            if (at == 0 || !isNamePart(text.charAt(at - 1))) {
                out.append(text, from, at);
                from = at + scope.length();
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    @Override
    public String toString() {
        return scope + "*";
    }
}
