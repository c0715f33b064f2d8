package io.sluice.plugin;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterFactory;
import io.sluice.files.FileContents;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a filter is made of. While all of it is the same, a reload keeps the filter.
 *
 * @param name the filter's place in the configuration
 * @param type with the factory, which is another one if the plugin was loaded anew
 * @param config the bound configuration
 * @param surroundings the parts of the configuration that the filter may know
 * @param reached the clusters that requests of its flow can reach
 * @param asked the clusters that its configuration names to ask them only
 * @param directory of the configuration file
 * @param contents of the files that are part of its configuration, before the filter read them
 */
record FilterIdentity(
        String name,
        PluginType<FilterFactory<?>> type,
        Record config,
        HostFilterContext.Surroundings surroundings,
        List<ClusterReader> reached,
        List<ClusterReader> asked,
        Path directory,
        Contents contents) {

    private static final Logger LOG = LoggerFactory.getLogger(FilterIdentity.class);

    /** What was in some files. */
    record Contents(List<Path> files, String digest) {

        /** What is in them now. */
        static Contents of(List<Path> files) {
            return new Contents(files, FileContents.digest(files.toArray(Path[]::new)));
        }

        boolean areStill() {
            return equals(of(files));
        }
    }

    /** Whether a filter that was made of the other needs not be made anew. */
    boolean isStill(FilterIdentity other) {
        try {
            return equals(other);
        } catch (RuntimeException e) {
            // The configuration's record is the plugin's, and may have an equals of its own.
            LOG.atWarn().addKeyValue("filter", name).setCause(e).log("two configurations could not be compared");
            return false;
        }
    }
}
