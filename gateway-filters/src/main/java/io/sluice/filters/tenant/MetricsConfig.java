package io.sluice.filters.tenant;

import io.sluice.api.Key;

/** Settings of the metrics per tenant. */
public record MetricsConfig(
        @Key(
                value =
                        "how many tenants get their own series, in order of appearance; the rest share the tenant other",
                def = "100")
        int tenants) {

    public MetricsConfig {
        if (tenants < 0) {
            throw new IllegalArgumentException("tenants cannot be negative; 0 counts all of them together");
        }
    }
}
