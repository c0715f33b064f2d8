package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Atomic bulks that one node gets whole, as their index is not known, and which that node is slow at. */
@Tag("slow")
class AtomicWholeBulkTest {
    private static final String BULK = "bulk: { groupBy: test, minBytes: 1KiB, minItems: 10, atomic: true, ";
    @TempDir
    Path directory;

    private ModelCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("known", 1);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private TestGateway gateway(String timeouts, String more) throws Exception {
        return Bulks.gatewayOf(
                "    timeouts: { " + timeouts + ", total: 20s }\n    health: { probeEvery: 1h }\n",
                BULK + more + "queueTimeout: 50ms }",
                TestRouter.byShard(),
                cluster.nodes());
    }

    private static String items(int bytes) {
        String item = "{\"index\":{\"_index\":\"nowhere\"}}\n{\"v\":\"" + "v".repeat(20_000) + "\"}\n";
        return item.repeat(bytes / item.length());
    }

    private static void assertThatItWasLate(HttpResponse<String> response, String reason) {
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.body()).contains("sluice_upstream_timeout", reason);
    }

    @Test
    void isGivenUpIfNoAnswerComesInTimeToWhatWasInAFile() throws Exception {
        cluster.behave((connection, node) -> {
            while (connection.read() >= 0) {}
            return true;
        });
        String spool = "mergeBytes: 1MiB, spool: { directory: '" + directory + "' }, ";
        try (TestGateway gateway = gateway("response: 300ms", spool)) {
            HttpResponse<String> response = Bulks.bulk(gateway, items(2_500_000));

            assertThatItWasLate(response, "did not answer in time");
        }
    }
}
