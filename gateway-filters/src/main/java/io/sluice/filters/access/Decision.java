package io.sluice.filters.access;

/** What becomes of a request. */
public enum Decision {
    ALLOW,
    DENY
}
