package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A write whose head came before the drain of a queue, and whose body comes after it. */
class QueueDrainTest {
    private static final String LINES = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"v\":1}\n";

    @Test
    void aQueueThatIsDrainedTakesNoWriteThatHadBegun() throws Exception {
        try (ModelCluster cluster = new ModelCluster(1).index("logs", 2);
                QueueGateway gateway = new QueueGateway(new MemoryEngine(), "", cluster)) {
            InetSocketAddress address =
                    Objects.requireNonNull(gateway.gateway().gateway().address("http"));
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                send(
                        client,
                        "POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nExpect: 100-continue\r\n"
                                + "Content-Length: " + LINES.length() + "\r\n\r\n");
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                assertThat(answers.readLine()).startsWith("HTTP/1.1 100");
                assertThat(answers.readLine()).isEmpty();

                gateway.queue().drain();
                assertThat(gateway.queue().isDrained()).isTrue();
                send(client, LINES);

                assertThat(answers.readLine()).startsWith("HTTP/1.1 429");
                assertThat(gateway.queue().isDrained()).isTrue();
                assertThat(cluster.executed()).isEmpty();
            }
        }
    }

    @Test
    void writesThatAreRefusedMeanwhileEndAsOverloaded() throws Exception {
        try (ModelCluster cluster = new ModelCluster(1).index("logs", 2);
                QueueGateway gateway = new QueueGateway(new MemoryEngine(), "", cluster)) {
            gateway.queue().drain();

            var answer = gateway.bulk(LINES);

            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("10");
            var meters = gateway.gateway().meters();
            Bulks.await(() -> meters.find("sluice.request")
                            .tag("failure", "overloaded")
                            .timers()
                            .size()
                    == 1);
        }
    }

    private static void send(Socket client, String text) throws Exception {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
