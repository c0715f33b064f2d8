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

    int length() {
        return target.length() + body.length();
    }

    @Override
    public String toString() {
        return method + " " + target + (body.isEmpty() ? "" : "\n" + body);
    }
}
