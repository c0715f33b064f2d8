package io.sluice.filters.apikey;

import io.sluice.api.Challenge;
import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where the filter {@code api-key} finds its keys: in a file, at a cluster, or first in one and then at the other. */
public record ApiKeyConfig(
        @Key("file with keys of the gateway, relative to the configuration file") @Nullable Path file,

        @Key("a cluster that is asked about keys whose id the file does not have") @Nullable ClusterKeys cluster,

        @Key(value = "whether a request without an API key passes, without a user", def = "false")
        boolean optional,

        @Key(value = "the realm that clients are shown", def = "sluice")
        String realm,

        @Key(value = "whether the Authorization header is forwarded to the cluster", def = "false")
        boolean forwardAuthorization,

        @Key(value = "how often the file is checked for changes", def = "5s")
        Duration reloadEvery) {

    public ApiKeyConfig {
        Challenge.of("ApiKey", realm);
        if (file == null && cluster == null) {
            throw new IllegalArgumentException("give file, cluster or both");
        }
        if (!reloadEvery.isPositive()) {
            throw new IllegalArgumentException("reloadEvery must be longer than 0");
        }
    }
}
