package io.sluice.dist;

/** A generated request of a tenant. */
record TenantNamesRequest(Kind kind, String method, String target, String body) {

    /** What the request's names are read from. */
    enum Kind {
        SEARCHES,
        DOCUMENTS,
        TERMS,
        BULK,
        ALIASES,
        COPY,
        PATH
    }

    TenantNamesRequest withBody(String other) {
        return new TenantNamesRequest(kind, method, target, other);
    }

    TenantNamesRequest withTarget(String other) {
        return new TenantNamesRequest(kind, method, other, body);
    }

    /** Whether servers look for the end of an object in the body that is none, and never find it. */
    boolean isEndless() {
        return kind == Kind.TERMS && !body.isEmpty() && !body.stripLeading().startsWith("{");
    }

    int length() {
        return target.length() + body.length();
    }

    @Override
    public String toString() {
        return method + " " + target + (body.isEmpty() ? "" : "\n" + body);
    }
}
