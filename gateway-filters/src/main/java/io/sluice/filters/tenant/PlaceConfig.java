package io.sluice.filters.tenant;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.util.List;

/** A place of tenants: a cluster, and how it stores their documents. */
public record PlaceConfig(
        @Key("the cluster's name under clusters") ClusterName cluster,

        @Key("how the cluster stores tenants' documents; the first layout that has an index applies")
        List<LayoutConfig> layouts) {

    public PlaceConfig {
        layouts = List.copyOf(layouts);
        if (layouts.isEmpty()) {
            throw new IllegalArgumentException("layouts must not be empty: tenants would have no indices");
        }
    }
}
