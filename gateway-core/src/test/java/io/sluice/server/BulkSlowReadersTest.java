package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.items;
import static io.sluice.server.Bulks.readUntil;
import static io.sluice.server.Bulks.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that take the merged answer of a bulk later than the nodes give it. */
@Timeout(120)
@Tag("slow")
class BulkSlowReadersTest {
    private static final String REASON = "y".repeat(20_000);
    private static final int ITEMS = 500;

    /** The rest of the answer is merged, and the exchange ended, while it is read for the client. */
    @Test
    void mayBeIdleForAsLongAsOthersAfterIt() throws Exception {
        BulkNode.Results large =
                (request, id) -> "\"status\":400,\"error\":{\"type\":\"x\",\"reason\":\"" + REASON + "\"}";
        try (TestNode one = BulkNode.answering(large);
                TestNode two = BulkNode.answering(large);
                TestGateway gateway = new TestGateway(
                        Bulks.yaml("", Bulks.REGROUPED.formatted("splitBytes: 1MiB"), one, two)
                                .replace("127.0.0.1:0", "127.0.0.1:0\n    timeouts: { idle: 1s }"),
                        TestRouter.inRunsOf(7));
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(16 << 10);
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.setSoTimeout(30_000);
            String body = items(0, ITEMS);
            socket.getOutputStream().write(request(body, body.length()));
            await(() -> BulkNode.bulks(one).size() + BulkNode.bulks(two).size() >= 2);

            assertThat(readUntil(socket, "]}\r\n0\r\n\r\n")).startsWith("HTTP/1.1 200");
            assertThat(socket.getInputStream().read())
                    .as("end of an idle connection")
                    .isNegative();
        }
    }
}
