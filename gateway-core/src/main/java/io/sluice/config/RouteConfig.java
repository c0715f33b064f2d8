package io.sluice.config;

import io.sluice.api.Key;
import org.jspecify.annotations.Nullable;

/** A route from a listener to a flow. */
public record RouteConfig(
        @Key("which requests; left out: all") @Nullable MatchConfig match,
        @Key("the flow's name under flows") String flow) {}
