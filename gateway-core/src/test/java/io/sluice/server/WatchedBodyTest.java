package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestPlan;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that only looks into bodies. */
class WatchedBodyTest {
    private static final byte[] PLAIN = "{\"size\":10}".getBytes(StandardCharsets.UTF_8);

    private final AtomicInteger unread = new AtomicInteger();
    private final AtomicInteger values = new AtomicInteger();
    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok("{}"));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private TestFilter watching() {
        JsonVisitor counting = at -> {
            values.incrementAndGet();
            return JsonEdit.descend();
        };
        return TestFilter.onRequest(
                "watching",
                (head, exchange) ->
                        new RequestPlan.Watch(new RequestPlan.Json(head, counting), unread::incrementAndGet));
    }

    private static int send(TestGateway gateway, String encoding, byte[] body) throws Exception {
        return gateway.send(gateway.request("/a/_search")
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", encoding)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build())
                .statusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "gzip, gzip"})
    void letsEncodedBodiesPassAsTheyCome(String encoding) throws Exception {
        byte[] compressed = TestFilter.gzip(PLAIN);
        byte[] cutOff = Arrays.copyOf(compressed, compressed.length - 3);
        try (TestGateway gateway = TestFilter.gateway(node, watching())) {
            // When
            int status = send(gateway, encoding, cutOff);

            // Then
            assertThat(status).isEqualTo(200);
            assertThat(node.requests().getLast().body()).isEqualTo(cutOff);
            assertThat(node.requests().getLast().header("content-encoding")).isEqualTo(encoding);
            assertThat(unread).hasValue(1);
            assertThat(values).hasValue(0);
        }
    }

    @Test
    void looksIntoABodyThatAFilterBeforeItDecodes() throws Exception {
        TestFilter reading = TestFilter.onRequest(
                "reading", (head, exchange) -> new RequestPlan.Json(head, at -> JsonEdit.descend()));
        try (TestGateway gateway = TestFilter.gateway(node, reading, watching())) {
            // When
            int status = send(gateway, "gzip", TestFilter.gzip(PLAIN));

            // Then
            assertThat(status).isEqualTo(200);
            assertThat(node.requests().getLast().body()).isEqualTo(PLAIN);
            assertThat(unread).hasValue(0);
            assertThat(values).hasPositiveValue();
        }
    }
}
