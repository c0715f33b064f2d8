package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gauge;
import static io.sluice.server.Bulks.names;
import static io.sluice.server.Bulks.withIds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes with results that are longer than what the gateway holds of one: their answers end there. */
@Timeout(120)
class BulkLongResultTest {
    private static final int ITEMS = 400;
    /** Much more than is held, and than fits into the sockets between. */
    private static final int CHUNKS = 1000;

    private static final int CHUNK_BYTES = 64 * 1024;

    private static final String DONE = "{\"index\":{\"_id\":\"document0\",\"status\":201}}";

    @ParameterizedTest
    @ValueSource(strings = {"{\"index\":{\"_id\":\"|a", "| ", "DONE| ", "DONE,|\\n"})
    void tellsThatTheItemsMayBeStoredWhereAnotherRoundFollows(String form) throws Exception {
        var cut = new CountDownLatch(1);
        try (TestNode node = goingOnForEver(form, cut);
                TestGateway gateway = gateway("mergeBytes: 1MiB, splitBytes: 4KiB", node)) {
            var response = bulk(gateway, withIds(0, ITEMS));

            cut.await();
            int done = form.startsWith("DONE") ? 1 : 0;
            int first = BulkNode.ids(BulkNode.bulks(node).getFirst().text()).size();
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(Bulks.ids(response)).isEqualTo(names(0, ITEMS));
            assertThat(response.body().split("\"type\":\"sluice_outcome_unknown\"", -1))
                    .hasSize(first - done + 1);
            assertThat(response.body()).contains("more than the 1048576 bytes that are held");
            await(() -> gateway.gateway().requests() == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"index\":{\"_id\":\"|a", "| "})
    void closesTheClientsConnectionWhereItsAnswerHasBegun(String form) throws Exception {
        var cut = new CountDownLatch(1);
        try (TestNode node = goingOnForEver(form, cut);
                TestGateway gateway = gateway("mergeBytes: 1MiB", node)) {
            assertThatThrownBy(() -> bulk(gateway, withIds(0, ITEMS)))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(java.net.http.HttpTimeoutException.class);
            cut.await();
            await(() -> gateway.gateway().requests() == 0 && gateway.connections(node) == 0);
        }
    }

    /**
     * A node of which the answer to the first bulk goes on for ever.
     *
     * @param form how the items begin, where DONE is a whole result, a bar, and what follows again and again
     * @param cut counted down when the gateway has closed the connection before it had all of a very long answer
     */
    private static TestNode goingOnForEver(String form, CountDownLatch cut) throws IOException {
        String begin = form.substring(0, form.indexOf('|')).replace("DONE", DONE);
        String more = form.substring(form.indexOf('|') + 1).replace("\\n", "\n").repeat(CHUNK_BYTES);
        return BulkNode.answering((number, connection, answer) -> {
            if (number > 1) {
                connection.send(answer);
                return;
            }
            connection.send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
                    + chunk("{\"took\":1,\"errors\":false,\"items\":[" + begin));
            try {
                for (int i = 0; i < CHUNKS; i++) {
                    connection.send(chunk(more));
                }
            } catch (IOException e) {
                cut.countDown();
                throw e;
            }
        });
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }
}
