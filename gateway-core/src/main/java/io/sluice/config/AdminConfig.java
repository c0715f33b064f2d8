package io.sluice.config;

import io.sluice.api.Key;

/** The admin endpoint. It has no authentication of its own, so it should stay on a loopback or management address. */
public record AdminConfig(
        @Key(value = "whether the endpoint is opened", def = "true")
        boolean enabled,

        @Key(value = "address and port; port 0 takes a free one", def = "127.0.0.1:2900")
        HostPort bind) {}
