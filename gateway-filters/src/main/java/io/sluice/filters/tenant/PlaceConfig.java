package io.sluice.filters.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

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

    /** What differs between two sets of places if anything in their configuration does. */
    static String identity(Map<String, PlaceConfig> places) {
        return UUID.nameUUIDFromBytes(new TreeMap<>(places).toString().getBytes(UTF_8))
                .toString();
    }
}
