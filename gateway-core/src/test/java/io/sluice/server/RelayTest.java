package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

class RelayTest {

    @Test
    void relaysHeadAndBodyBothWays() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(TestNode.ok("{\"ok\":true}"));
                TestGateway gateway = TestGateway.before("", node)) {
            // When
            var response = gateway.post("/logs/_search?pretty", "{\"query\":{}}");

            // Then
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("{\"ok\":true}");
            assertThat(node.requests().getFirst().line()).isEqualTo("POST /logs/_search?pretty HTTP/1.1");
            assertThat(node.requests().getFirst().text()).isEqualTo("{\"query\":{}}");
        }
    }

    @Test
    void usesOneConnectionForRequestsThatFollowEachOther() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/" + i).statusCode()).isEqualTo(200);
            }
            assertThat(node.requests()).hasSize(20);
            assertThat(node.accepted()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void relaysALargeBodyOfUnknownLength() throws Exception {
        byte[] body = new byte[5_000_000];
        new java.util.Random(1).nextBytes(body);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            var request = gateway.request("/_bulk")
                    .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                    .build();
            assertThat(gateway.send(request).statusCode()).isEqualTo(200);
            assertThat(node.requests().getFirst().body()).isEqualTo(body);
        }
    }

    @Test
    void tellsTheNodeWhoTheClientIs() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            HttpRequest request =
                    gateway.request("/").header("X-Forwarded-For", "6.6.6.6").build();
            gateway.send(request);
            assertThat(node.requests().getFirst().header("x-forwarded-for")).isEqualTo("127.0.0.1");
            assertThat(node.requests().getFirst().header("x-forwarded-host")).isEqualTo("127.0.0.1:" + gateway.port());
            assertThat(node.requests().getFirst().header("forwarded"))
                    .isEqualTo("for=127.0.0.1;proto=http;host=\"127.0.0.1:" + gateway.port() + "\"");
            assertThat(node.requests().getFirst().header("host")).isEqualTo("127.0.0.1:" + node.port());
        }
    }
}
