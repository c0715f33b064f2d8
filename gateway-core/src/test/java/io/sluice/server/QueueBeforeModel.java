package io.sluice.server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A gateway with a queue before two nodes with one index, anew for each test. */
abstract class QueueBeforeModel {
    ModelCluster cluster;
    QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(2).index("logs", 4);
        gateway = QueueGateway.before(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }
}
