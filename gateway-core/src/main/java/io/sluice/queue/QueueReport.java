package io.sluice.queue;

import io.sluice.api.queue.QueueStats;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a queue looks like at a moment.
 *
 * @param cluster that it is drained to
 * @param accepting whether it takes writes
 * @param drained whether nothing is left to be sent, and nothing comes; looked at before the dead letters, which come of what is sent
 * @param records what it holds
 * @param dead its dead letters
 * @param problem why something is sent again; null if nothing is
 * @param failedLanes the lanes that stand still until a restart, with the reason
 */
public record QueueReport(
        String name,
        String cluster,
        boolean accepting,
        boolean drained,
        QueueStats records,
        QueueStats dead,
        @Nullable String problem,
        Map<Integer, String> failedLanes) {

    /** Why the queue, or that of its dead letters, takes nothing; null if both do. */
    public @Nullable String failure() {
        return records.failure() == null ? dead.failure() : records.failure();
    }

    /** What the engine fails at and tries again; null if nothing. */
    public @Nullable String trouble() {
        return records.trouble() == null ? dead.trouble() : records.trouble();
    }
}
