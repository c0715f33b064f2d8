package io.sluice.config;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * One filter of a flow.
 *
 * @param place the place of the section; its path ({@code flows.ingest.filters[0]}) is the filter's name
 */
public record FilterConfig(
        @Key("the filter's type, see sluice filters") String type,

        @Key("what the filter of that type needs, see sluice filters TYPE")
        Record config,

        Place place) {

    /** The clusters that the filter asks and to which no request goes because of it, see {@link Key#asked}. */
    public Set<String> askedClusters() {
        return NamedClusters.asked(config);
    }

    /** The files whose content counts as configuration, see {@link Key#content}. */
    public List<Path> files() {
        return NamedFiles.of(config);
    }
}
