package io.sluice.api;

import java.util.Set;

/** What the host tells a router when it is made. */
public interface RouterContext {

    /** The name of the cluster that the router's flow relays to. */
    String cluster();

    /** The names of the clusters that groups may be for: those that requests can reach through the router's flow. */
    Set<String> clusters();
}
