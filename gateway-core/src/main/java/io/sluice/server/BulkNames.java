package io.sluice.server;

import io.sluice.config.BulkConfig;
import io.sluice.config.GatewayConfig;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What regrouped bulks count for, in the label {@code flow}: a flow, or a queue that sends bulks. */
final class BulkNames {
    private BulkNames() {}

    /** The name for the bulks that a queue sends. */
    static String ofQueue(String queue) {
        return "queue:" + queue;
    }

    /** All names that a configuration has. */
    static Set<String> of(GatewayConfig config) {
        Set<String> names = new HashSet<>();
        config.flows().forEach((name, flow) -> {
            if (regroups(flow.relay().bulk())) {
                names.add(name);
            }
        });
        config.queues().forEach((name, queue) -> {
            if (regroups(queue.bulk())) {
                names.add(ofQueue(name));
            }
        });
        return names;
    }

    private static boolean regroups(@Nullable BulkConfig bulk) {
        return bulk != null && bulk.config() != null;
    }
}
