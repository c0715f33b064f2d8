package io.sluice.devcluster.clients.opensearch;

/** What the session may do with its index. */
enum Indices {
    /** It makes it, and deletes it at the end. */
    OWN,
    /** There is one with the session's mapping, which the operator made. */
    GIVEN,
    /** There is a place for it, whose mapping the session writes; no index is unknown. */
    MAPPED
}
