package io.sluice.plugin;

import io.sluice.api.ClusterReader;
import io.sluice.metrics.InstanceMeters;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What the host lends to all its filters.
 *
 * @param executor for blocking work; outlives the filters
 * @param clock the clock that filters use
 * @param meters makes the meters of a filter of its name ({@code flows.ingest.filters[0]}) and type; closed with the filter
 * @param configDirectory the directory of the configuration file
 * @param readers the readers of the clusters, by name; empty if nothing is ever sent
 */
public record FilterServices(
        FilterExecutor executor,
        InstantSource clock,
        BiFunction<String, String, InstanceMeters> meters,
        Path configDirectory,
        Map<String, ClusterReader> readers) {

    public FilterServices {
        readers = Map.copyOf(readers);
    }
}
