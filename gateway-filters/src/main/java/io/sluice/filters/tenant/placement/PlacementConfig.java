package io.sluice.filters.tenant.placement;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;

/** Where it is written which tenants are in which place. */
public sealed interface PlacementConfig {

    /** A file that the operator edits. */
    record File(
            @Key("the file, relative to the configuration file")
            Path path,

            @Key(value = "how often the file is checked for changes", def = "1s")
            Duration every)
            implements PlacementConfig {

        public File {
            if (!every.isPositive()) {
                throw new IllegalArgumentException("every must be longer than 0");
            }
        }
    }
}
