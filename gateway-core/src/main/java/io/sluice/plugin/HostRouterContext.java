package io.sluice.plugin;

import io.sluice.api.RouterContext;
import java.util.Set;

/** The context that a router gets when it is made. */
public record HostRouterContext(String cluster, Set<String> clusters) implements RouterContext {

    public HostRouterContext {
        clusters = Set.copyOf(clusters);
    }
}
