package io.sluice.filters.concurrency;

/** Whose requests are counted together. */
public enum Grouping {
    /** All of the flow. */
    FLOW,
    /** Those of a tenant. */
    TENANT,
    /** Those of an authenticated user. */
    PRINCIPAL,
    /** Those of a client's address; of IPv6, those of its /64 network. */
    ADDRESS
}
