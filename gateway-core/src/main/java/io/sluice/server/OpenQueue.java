package io.sluice.server;

import io.sluice.config.QueueConfig;
import io.sluice.plugin.PluginType;
import io.sluice.queue.IngestQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue and what it was opened with.
 *
 * @param engine null if no plugin has it, which the configuration's check rules out
 */
record OpenQueue(
        IngestQueue queue, QueueConfig config, @Nullable PluginType<?> engine) {

    /** Why it cannot go on as another configuration has it; null if it can. */
    @Nullable String obstacle(QueueConfig wanted, @Nullable PluginType<?> wantedEngine) {
        if (!config.keepsAs(wanted)) {
            return "engine and config of a queue cannot change while the gateway runs; drain it and restart the gateway,"
                    + " or give the other queue another name";
        }
        return wantedEngine != null && wantedEngine.equals(engine)
                ? null
                : "the plugin of the queue's engine has changed, which needs a restart";
    }
}
