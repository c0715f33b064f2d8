package io.sluice.filters.routeto;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import io.sluice.filters.match.Condition;

/** Sends requests that match a condition to a cluster. */
public record RouteRule(
        @Key("the cluster's name under clusters") ClusterName cluster,
        @Key("which requests go there") Condition when) {}
