package io.sluice.config;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The source of filters besides the built-in ones, and how long filters may take. */
public record PluginsConfig(
        @Key(
                "the directory of your own plugins: each jar, and each directory of jars, in it is one plugin; relative to the"
                        + " configuration file; left out: plugins of the distribution, if it is there")
        @Nullable Path directory,

        @Key(
                value =
                        "how long a filter's plan may stay Later before the request fails; a filter whose own waits are not shorter is refused",
                def = "10s")
        Duration filterTimeout,

        @Key(value = "threads for filters' work that blocks", def = "8")
        int blockingThreads) {

    public PluginsConfig {
        Checks checks = new Checks();
        checks.positive(filterTimeout, "filterTimeout");
        checks.atLeast(1, blockingThreads, "blockingThreads");
        checks.done();
    }
}
