package io.sluice.exchange;

import io.sluice.metrics.InternalErrors;
import io.sluice.upstream.LoopCluster;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What the exchanges of one event loop share. To be used on that loop only.
 *
 * @param clusters the clusters by name, as this loop uses them
 * @param stopping whether the gateway is stopping, so that connections are closed after their answer
 * @param errors gets unexpected exceptions
 */
public record LoopServices(Map<String, LoopCluster> clusters, BooleanSupplier stopping, InternalErrors errors) {

    public LoopServices {
        clusters = Map.copyOf(clusters);
    }

    LoopCluster cluster(String name) {
        LoopCluster cluster = clusters.get(name);
        if (cluster == null) {
            throw new IllegalArgumentException("no cluster has the name " + name);
        }
        return cluster;
    }
}
