package io.sluice.plugins.ratelimit;

/** What a limit counts. */
public enum Counted {
    /** Requests of any kind. */
    REQUESTS,
    /** Bytes of request bodies as they cross the client's connection. */
    BYTES,
    /** Items of bulks. */
    DOCUMENTS
}
