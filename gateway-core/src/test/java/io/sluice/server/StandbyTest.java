package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow whose reads go to another cluster while its own is away. */
@Tag("slow")
class StandbyTest {
    private static final String FIRST = TestNode.ok("{\"from\":\"first\"}");

    private int port;
    private TestNode first;
    private TestNode other;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        first = TestNode.answering(FIRST);
        port = first.port();
        other = TestNode.answering(TestNode.ok("{\"from\":\"other\"}"));
        gateway = new TestGateway("""
                admin: { enabled: false }
                process: { eventLoops: 1, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false }, health: { ejection: 50ms, maxEjection: 100ms, probeEvery: 50ms } }
                  next: { nodes: [%s], discovery: { enabled: false } }
                flows:
                  default: { relay: { cluster: primary, standby: next } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [ { flow: default } ] }
                """.formatted(first.address(), other.address()));
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        first.close();
        other.close();
    }

    private void awaitFailOver() {
        await().until(() -> {
            HttpResponse<String> answer = gateway.post("/logs/_search", "{}");
            return answer.statusCode() == 200 && answer.body().contains("other");
        });
    }

    @Test
    void isNotAskedWhileItsOwnClusterIsThere() throws Exception {
        assertThat(gateway.post("/logs/_search", "{}").body()).contains("first");
        assertThat(other.requests()).isEmpty();
    }

    @Test
    void isAskedUntilItsOwnClusterIsBack() throws Exception {
        first.close();
        awaitFailOver();
        assertThat(gateway.get("/logs/_doc/1").body()).contains("other");

        first = new TestNode(reopened(), connection -> {
            while (connection.readRequest() != null) {
                connection.send(FIRST);
            }
        });

        await().untilAsserted(
                        () -> assertThat(gateway.get("/logs/_doc/1").body()).contains("first"));
    }

    private ServerSocket reopened() throws IOException {
        return new ServerSocket(port, 1000, InetAddress.getLoopbackAddress());
    }

    /** What it does not hold, and what must not be done in one cluster only. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/logs/_doc", "/_bulk", "/logs/_delete_by_query", "/_search/scroll", "/logs/_search?scroll=1m"})
    void isNotAskedForOthersThanReads(String path) throws Exception {
        first.close();
        awaitFailOver();
        int asked = other.requests().size();

        assertThat(gateway.post(path, "{}").statusCode()).isGreaterThanOrEqualTo(502);

        assertThat(other.requests()).hasSize(asked);
    }
}
