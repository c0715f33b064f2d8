package io.sluice.cluster;

/** What is known of a cluster's nodes from the requests that are sent to them. Safe from any thread; does not block. */
public interface Availability {

    /** Whether there is a node that is not left out. */
    boolean isAvailable();

    /** Tells that no node has answered a question of the gateway's own, which counts as one late answer of each node. */
    void unanswered();
}
