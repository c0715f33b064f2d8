package io.sluice.filters.tenant.placement;

import io.sluice.api.FilterContext;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.watch.WatchedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * A table of places in a file. A changed file counts only with a higher version than the one before, so that gateways which read it at
 * different times can tell whose table is newer. Thread-safe.
 */
public final class PlacementFile extends UnsharedTable {

    private final Path path;
    private final WatchedFile<Placements> file;

    /**
     * Reads the file. Blocks.
     *
     * @param places the names of all places
     * @param home the place of all tenants who are in no line
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it cannot be used
     */
    public PlacementFile(
            PlacementConfig.File config, Set<String> places, String home, TenantName names, FilterContext context)
            throws IOException {
        this.path = config.path();
        this.file = new WatchedFile<>(
                "table of places",
                config.path(),
                new Rising(new PlacementLines(places, home, names))::next,
                context.meters());
        context.every(config.every(), file::look);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Placements current() {
        return file.current();
    }

    /** Refuses a table that is not newer than the one before. For one thread at a time. */
    private static final class Rising {
        private final PlacementLines lines;
        private long version;

        Rising(PlacementLines lines) {
            this.lines = lines;
        }

        Placements next(byte[] content) {
            Placements read = lines.parse(content);
            if (read.version() <= version) {
                throw new IllegalArgumentException(
                        "the file has changed, so its version must be higher than " + version);
            }
            version = read.version();
            return read;
        }
    }
}
