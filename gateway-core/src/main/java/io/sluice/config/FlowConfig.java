package io.sluice.config;

import io.sluice.api.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The handling of requests: filters in order, then the relay. */
public record FlowConfig(
        @Key("the filters, in the order in which they see requests")
        List<FilterConfig> filters,

        @Key("where requests go after the filters") RelayConfig relay,

        @Key("a copy of what is relayed, for another cluster; left out: there is none") @Nullable MirrorConfig mirror,

        @Key("keeping requests in files, for sluice-bench replay; left out: nothing is kept") @Nullable RecordConfig record) {

    public FlowConfig {
        filters = List.copyOf(filters);
    }
}
