package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;
import java.util.Map;

/** How the nodes that are not listed are found: from {@code GET _nodes/http}. Seeds are kept when discovery fails. */
public record DiscoveryConfig(
        @Key(value = "whether nodes are looked for", def = "true")
        boolean enabled,

        @Key(value = "time between two looks", def = "30s") Duration every,

        @Key(
                value = "publish: use the addresses that nodes publish; ignore: only the seeds, with the roles found",
                def = "publish")
        Addresses addresses,

        @Key("published host:port to the host:port to use instead")
        Map<HostPort, HostPort> mapping) {

    /** What is done with the addresses that nodes publish. */
    public enum Addresses {
        PUBLISH,
        IGNORE
    }

    public DiscoveryConfig {
        mapping = Map.copyOf(mapping);
        Checks.positive(every, "every");
    }
}
