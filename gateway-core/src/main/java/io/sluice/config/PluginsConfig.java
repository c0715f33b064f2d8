package io.sluice.config;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;

/** Where filters come from and how long they may take. */
public record PluginsConfig(
        @Key(
                value =
                        "the plugin directory: each jar, and each directory of jars, in it is one plugin; relative to the"
                                + " configuration file",
                def = "plugins")
        Path directory,

        @Key(value = "how long a filter's plan may stay Later before the request fails", def = "10s")
        Duration filterTimeout,

        @Key(value = "threads for filters' work that blocks", def = "8")
        int blockingThreads) {

    public PluginsConfig {
        Checks.positive(filterTimeout, "filterTimeout");
        Checks.atLeast(1, blockingThreads, "blockingThreads");
    }
}
