package io.sluice.plugin;

import io.sluice.api.RouterContext;
import java.util.Set;

/** What the host tells a router when it is made. */
public record HostRouterContext(String cluster, Set<String> clusters) implements RouterContext {

    public HostRouterContext {
        clusters = Set.copyOf(clusters);
    }
}
