package io.sluice.devcluster;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Waits for nodes in short steps, and gives up with their log when one ends or four minutes have passed. */
final class StartWatch {

    private static final Duration DEADLINE = Duration.ofMinutes(4);
    private static final Duration STEP = Duration.ofMillis(50);

    private final ServerKind kind;
    private final List<DevNode> nodes;
    private final Instant deadline = Instant.now().plus(DEADLINE);

    StartWatch(ServerKind kind, List<DevNode> nodes) {
        this.kind = kind;
        this.nodes = nodes;
    }

    /** One step of waiting for the nodes to be in a state. */
    void pauseUntil(String state) {
        for (DevNode node : nodes) {
            if (!node.running()) {
                throw failure(node, "ended before it was " + state);
            }
        }
        if (Instant.now().isAfter(deadline)) {
            throw failure(nodes.getFirst(), "was not " + state + " after " + DEADLINE.toSeconds() + " s");
        }
        try {
            Thread.sleep(STEP);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Keeps the thread's interrupted status. */
    IllegalStateException interrupted() {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while " + kind.id() + " started");
    }

    private ServerStartException failure(DevNode node, String what) {
        ServerProcess process = node.process();
        String log = process == null ? "(it was never started)" : process.logTail();
        return new ServerStartException(
                node.home().name() + " of " + kind.id() + " " + what + "; its log ends with:\n" + log);
    }
}
