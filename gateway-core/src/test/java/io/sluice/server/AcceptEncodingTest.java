package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ResponsePlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers whose body a filter rewrites are encoded by the gateway: only as the client accepts it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcceptEncodingTest {
    private TestNode node;
    private TestGateway gateway;

    @BeforeAll
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok("{\"size\":10}"));
        gateway = TestFilter.gateway(
                node, TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7)));
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        node.close();
    }

    private RawClient.Answer get(String accepted) throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + accepted + "\r\n\r\n")
                    .read();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzip;q=0.1, identity", "deflate", "nogzip"})
    void makesNoGzipThatTheClientDoesNotWant(String accepted) throws Exception {
        RawClient.Answer answer = get(accepted);
        assertThat(answer.header("content-encoding")).isNull();
        assertThat(answer.body()).isEqualTo("{\"size\":7}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity;q=0, *", "identity;q=0\r\nAccept-Encoding: gzip", "br, GZIP;q=0.2, identity;q=0"})
    void makesGzipForClientsThatRefuseAPlainBody(String accepted) throws Exception {
        assertThat(get(accepted).header("content-encoding")).isEqualTo("gzip");
    }

    @ParameterizedTest
    @CsvSource({"'gzip, deflate, br', gzip", "'deflate', ", "'gzip;q=0, br', "})
    void asksTheNodeForNothingThatItCannotUndo(String accepted, String passedOn) throws Exception {
        assertThat(get(accepted).status()).isEqualTo(200);
        assertThat(node.requests().getLast().header("accept-encoding")).isEqualTo(passedOn);
    }

    @Test
    void asksTheNodeForWhatTheClientWantsWhereNobodyLooks() throws Exception {
        try (TestGateway plain = TestGateway.before("", node);
                RawClient client = new RawClient(plain.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate;q=0.5, br\r\n\r\n")
                    .read();
            assertThat(node.requests().getLast().header("accept-encoding")).isEqualTo("deflate;q=0.5, br");
        }
    }
}
