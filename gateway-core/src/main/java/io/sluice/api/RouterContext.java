package io.sluice.api;

import java.util.Set;

/** What the host tells a router when it is made. */
public interface RouterContext {

    /** The name of the cluster that the router's flow relays to. */
    String cluster();

    /** The names of the configured clusters. */
    Set<String> clusters();
}
