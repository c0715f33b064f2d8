package io.sluice.queue;

import io.sluice.failure.LogPace;
import io.sluice.upstream.UpstreamNode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Why lanes of a queue do not get on. Safe from any thread. */
final class LaneProblems {
    private static final Logger LOG = LoggerFactory.getLogger(LaneProblems.class);

    private final String queue;
    private final LogPace pace = new LogPace(Duration.ofMinutes(1));
    private final Map<Integer, String> last = new ConcurrentHashMap<>();
    private final Map<Integer, String> failed = new ConcurrentHashMap<>();

    LaneProblems(String queue) {
        this.queue = queue;
    }

    /** Why a lane's last attempt did not succeed; null if it did. */
    void last(int lane, @Nullable String problem) {
        if (problem == null) {
            last.remove(lane);
        } else {
            last.put(lane, problem);
            log(lane, problem);
        }
    }

    private void log(int lane, String problem) {
        long unlogged = pace.next(System.nanoTime());
        if (unlogged >= 0) {
            LOG.atWarn()
                    .addKeyValue("queue", queue)
                    .addKeyValue("lane", lane)
                    .addKeyValue("reason", problem)
                    .addKeyValue("unlogged", unlogged)
                    .log("a queue sends items again");
        }
    }

    /** A node has not answered a lane's bulk in time, and is waited for. */
    void late(int lane, UpstreamNode node) {
        last.put(lane, "node " + node + " has not answered in time, and may yet execute what it was sent");
        LOG.atWarn()
                .addKeyValue("queue", queue)
                .addKeyValue("lane", lane)
                .addKeyValue("node", node)
                .log("a node hangs at a bulk of a queue; what follows it waits");
    }

    /** A lane went to another gateway, which says what is wrong with it. */
    void forget(int lane) {
        last.remove(lane);
        failed.remove(lane);
    }

    /** A lane stands still until the gateway is started anew. */
    void failed(int lane, String reason) {
        failed.put(lane, reason);
        LOG.atError()
                .addKeyValue("queue", queue)
                .addKeyValue("lane", lane)
                .addKeyValue("reason", reason)
                .log("a lane of a queue stands still");
    }

    /** The last problem of some lane; null if there is none. */
    @Nullable String some() {
        return last.values().stream().findFirst().orElse(null);
    }

    /** The lanes that stand still, with the reasons. */
    Map<Integer, String> failed() {
        return Map.copyOf(failed);
    }
}
