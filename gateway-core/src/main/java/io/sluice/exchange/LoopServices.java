package io.sluice.exchange;

import io.sluice.metrics.InternalErrors;
import io.sluice.tracing.Tracing;
import io.sluice.upstream.LoopCluster;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the exchanges of one event loop share that run on one configuration. To be used on that loop only.
 *
 * @param clusters the clusters by name, as this loop uses them
 * @param stopping whether connections are closed after their answer, since the gateway or the listener is stopping
 * @param errors gets unexpected exceptions
 * @param tracing null if requests are not traced
 * @param uses counts the exchanges
 */
public record LoopServices(
        Map<String, LoopCluster> clusters,
        BooleanSupplier stopping,
        InternalErrors errors,
        @Nullable Tracing tracing,
        UseCount uses) {

    public LoopServices {
        clusters = Map.copyOf(clusters);
    }

    /** Services whose exchanges nobody waits for or traces. */
    public LoopServices(Map<String, LoopCluster> clusters, BooleanSupplier stopping, InternalErrors errors) {
        this(clusters, stopping, errors, null, new UseCount());
    }

    LoopCluster cluster(String name) {
        LoopCluster cluster = clusters.get(name);
        if (cluster == null) {
            throw new IllegalArgumentException("no cluster has the name " + name);
        }
        return cluster;
    }
}
