package io.sluice.plugins.ratelimit;

import io.sluice.api.Key;
import io.sluice.api.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The Redis in which several gateways keep the buckets that they share. */
public record SharedConfig(
        @Key("redis://HOST:PORT, or rediss://HOST:PORT for TLS; a path is the number of the database")
        URI redis,

        @Key("the user's name at Redis; left out: its default user") @Nullable String username,

        @Key("the password at Redis") @Nullable Secret password,

        @Key(
                value =
                        "PEM file with the authorities that the server's certificate is checked by; left out: those of the JDK",
                content = true)
        @Nullable Path ca,

        @Key(value = "what names of keys at Redis begin with", def = "sluice")
        String prefix,

        @Key(value = "how long an answer of Redis may take before it counts as away", def = "100ms")
        Duration timeout,

        @Key(value = "what becomes of requests while Redis is away: open or closed", def = "open")
        WhenAway whenAway) {

    private static final Pattern DATABASE = Pattern.compile("(/\\d{1,4})?");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,60}");

    public SharedConfig {
        String scheme = String.valueOf(redis.getScheme());
        if (redis.getHost() == null || !(scheme.equals("redis") || scheme.equals("rediss"))) {
            throw new IllegalArgumentException("redis must be an address such as redis://10.0.0.5:6379");
        }
        if (redis.getRawUserInfo() != null || redis.getRawQuery() != null || redis.getRawFragment() != null) {
            throw new IllegalArgumentException("the address of redis has a host, a port and a database only;"
                    + " the login stands under username and password");
        }
        if (!DATABASE.matcher(redis.getRawPath()).matches()) {
            throw new IllegalArgumentException(
                    "the path of redis is the number of a database, as in redis://host:6379/2");
        }
        if (username != null && password == null) {
            throw new IllegalArgumentException("username needs a password");
        }
        if (ca != null && !scheme.equals("rediss")) {
            throw new IllegalArgumentException("ca is for rediss only");
        }
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "prefix has 1 to 60 letters, digits, full stops, hyphens and underscores");
        }
        if (timeout.toMillis() < 1 || timeout.compareTo(Duration.ofSeconds(5)) > 0) {
            throw new IllegalArgumentException("timeout must be 1ms to 5s");
        }
    }
}
