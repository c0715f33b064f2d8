package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Queues whose cluster leads back to them. */
class QueueLoopTest {
    private static final String BULK = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n";

    private static HttpResponse<String> bulk(QueueGateway gateway, String via) throws Exception {
        return gateway.gateway()
                .send(gateway.bulkRequest("/_bulk")
                        .header("Via", via)
                        .POST(BodyPublishers.ofString(BULK))
                        .build());
    }

    @Test
    void refuseWhatTheySentThemselves() throws Exception {
        try (ModelCluster cluster = new ModelCluster(1).index("logs", 1);
                QueueGateway gateway = QueueGateway.before(cluster)) {
            assertThat(gateway.bulk(BULK).statusCode()).isEqualTo(200);
            gateway.awaitEmpty();
            String via = BulkNode.bulks(cluster.nodes()[0]).getFirst().header("via");
            assertThat(via).startsWith("1.1 sluice-queue-");

            HttpResponse<String> response = bulk(gateway, "1.1 before, " + via + ", 1.1 behind");

            assertThat(response.statusCode()).isEqualTo(508);
            assertThat(response.body()).contains("came back");
            assertThat(gateway.queue().isEmpty()).isTrue();
            var meters = gateway.gateway().meters();
            Bulks.await(() ->
                    meters.find("sluice.request").tag("failure", "bad-request").timer() != null);
        }
    }

    @Test
    void takeWhatQueuesOfOthersSent() throws Exception {
        try (ModelCluster cluster = new ModelCluster(1).index("logs", 1);
                QueueGateway gateway = QueueGateway.before(cluster)) {
            assertThat(bulk(gateway, "1.1 sluice-queue-1234").statusCode()).isEqualTo(200);
            gateway.awaitEmpty();
        }
    }
}
