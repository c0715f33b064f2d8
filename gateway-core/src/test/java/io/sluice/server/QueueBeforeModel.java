package io.sluice.server;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A gateway with a queue before two nodes with one index, anew for each test. */
abstract class QueueBeforeModel {
    ModelCluster cluster;
    QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = model();
        gateway = QueueGateway.before(cluster);
    }

    ModelCluster model() throws Exception {
        return new ModelCluster(2).index("logs", 4);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    static String index(String index, String id, int value) {
        return "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"}}\n{\"v\":" + value + "}\n";
    }

    List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }
}
