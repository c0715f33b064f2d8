package io.sluice.filters.basicauth;

import io.sluice.api.Challenge;
import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;

/** Where the filter {@code basic-auth} finds its users, and how long it trusts a verified password. */
public record BasicAuthConfig(
        @Key("the htpasswd file, relative to the configuration file")
        Path file,

        @Key(value = "the realm that clients show when they ask for a password", def = "sluice")
        String realm,

        @Key(value = "whether the Authorization header is forwarded to the cluster", def = "false")
        boolean forwardAuthorization,

        @Key(value = "how often the file is checked for changes", def = "5s")
        Duration reloadEvery,

        @Key(value = "how long a verified password is trusted; 0s: check every time", def = "60s")
        Duration cacheFor,

        @Key(value = "how many checked passwords are remembered", def = "10000")
        int cacheSize,

        @Key(value = "how many passwords may wait for their check; above it clients get 429", def = "64")
        int maxPending) {

    public BasicAuthConfig {
        Challenge.of("Basic", realm);
        if (!reloadEvery.isPositive()) {
            throw new IllegalArgumentException("reloadEvery must be longer than 0");
        }
        if (cacheFor.isNegative() || cacheSize < 1 || maxPending < 1) {
            throw new IllegalArgumentException("cacheFor must not be negative, cacheSize and maxPending at least 1");
        }
    }
}
