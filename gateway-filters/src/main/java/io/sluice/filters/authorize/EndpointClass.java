package io.sluice.filters.authorize;

import java.util.Locale;

/** What a request does, by its endpoint. */
public enum EndpointClass {
    /** Reads documents, and what an index is: its mapping, settings and aliases. */
    READ,
    /** Changes documents, and makes changes visible. */
    WRITE,
    /** Makes, changes and deletes indices, aliases and data streams. */
    MANAGE,
    /** Reads the state of the cluster, of its nodes and tasks, and the statistics of indices. */
    MONITOR,
    /** Everything else, also what the gateway does not know. */
    CLUSTER;

    /** As configurations write it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
