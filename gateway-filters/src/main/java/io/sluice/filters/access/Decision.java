package io.sluice.filters.access;

/** Whether a request is allowed or denied. */
public enum Decision {
    ALLOW,
    DENY
}
