package io.sluice.config;

import io.sluice.api.Key;
import java.util.List;

/** The handling of requests: filters in order, then the relay. */
public record FlowConfig(
        @Key("the filters, in the order in which they see requests")
        List<FilterConfig> filters,

        @Key("where requests go after the filters") RelayConfig relay) {

    public FlowConfig {
        filters = List.copyOf(filters);
    }
}
