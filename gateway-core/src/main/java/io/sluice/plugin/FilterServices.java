package io.sluice.plugin;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;

/**
 * What the host lends to all its filters.
 *
 * @param executor for blocking work; outlives the filters
 * @param clock the clock that filters use
 * @param meters makes the meters of the filter with the given name ({@code flows.ingest.filters[0]})
 * @param configDirectory the directory of the configuration file
 * @param readers the readers of the clusters, by name; empty if nothing is ever sent
 */
public record FilterServices(
        FilterExecutor executor,
        InstantSource clock,
        Function<String, FilterMeters> meters,
        Path configDirectory,
        Map<String, ClusterReader> readers) {

    public FilterServices {
        readers = Map.copyOf(readers);
    }
}
