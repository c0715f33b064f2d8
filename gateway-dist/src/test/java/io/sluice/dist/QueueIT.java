package io.sluice.dist;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients write through a queue while the gateway is killed again and again and the server goes away and comes back: what was
 * acknowledged is there, nothing is there twice, and each document has the last of its acknowledged values, or a later one. {@code
 * -Dsluice.queue.kills=50} kills more often.
 */
class QueueIT {
    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 2);
    /** So many kills of the gateway to one of the node. */
    private static final int ROUND = 5;

    @TempDir
    Path directory;

    @Test
    void losesNothingThatWasAcknowledgedAndKeepsTheOrderOfEachDocument() throws Exception {
        try (QueueUnderLoad queue = QueueUnderLoad.start(directory)) {
            queue.begin(UnaryOperator.identity());

            for (int kill = 0; kill < KILLS; kill++) {
                if (kill % ROUND == 0) {
                    queue.killNode();
                    queue.awaitMore();
                    queue.bounceGateway();
                    queue.restartNode();
                    queue.awaitMore();
                } else {
                    queue.bounceGateway();
                }
            }

            queue.finish("queue");
        }
    }
}
