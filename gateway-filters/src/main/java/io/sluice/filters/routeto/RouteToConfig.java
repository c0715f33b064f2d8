package io.sluice.filters.routeto;

import io.sluice.api.Key;
import java.util.List;

/** The rules of the filter {@code route-to}. */
public record RouteToConfig(
        @Key("rules in order, the first one that matches decides; if none does, the flow's cluster stays")
        List<RouteRule> rules) {

    public RouteToConfig {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("route-to needs at least one rule");
        }
    }
}
