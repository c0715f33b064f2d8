package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers choose the parser of a body by Content-Type: what a filter reads as JSON must be JSON to them. */
class MediaTypeFrontTest {
    private static final TestFilter LOOKING =
            TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Content-Type: application/yaml                                     | 406 | [application/yaml] is not supported
            Content-Type: application/cbor                                     | 406 | [application/cbor] is not supported
            Content-Type: application/smile                                    | 406 | is not supported
            Content-Type: text/plain                                           | 406 | is not supported
            Content-Type: application/*                                        | 406 | is not supported
            Content-Type: application/json, application/yaml                   | 406 | is not supported
            Content-Type:                                                      | 406 | is not supported
            Content-Type: application/json~Content-Type: application/yaml      | 400 | only one Content-Type
            """)
    void refusesOtherTypesThanJsonWhereAFilterLooksIntoTheBody(String fields, int status, String reason)
            throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, LOOKING);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_search HTTP/1.1\r\nHost: a\r\n" + fields.replace("~", "\r\n")
                    + "\r\nContent-Length: 10\r\n\r\n{\"size\":1}");
            RawClient.Answer answer = client.read();

            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(reason);
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void refusesOtherTypesAlsoForABodyThatAFilterMayMake() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, LOOKING);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /logs/_search HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(406);
            assertThat(node.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/json",
                "content-type: Application/JSON ; charset=utf-8",
                "Content-Type: application/x-ndjson",
                "Content-Type: application/vnd.elasticsearch+json;compatible-with=8",
                "X-Other: a"
            })
    void letsJsonBy(String field) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, LOOKING);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_search HTTP/1.1\r\nHost: a\r\n" + field
                    + "\r\nContent-Length: 10\r\n\r\n{\"size\":1}");

            assertThat(client.read().status()).isEqualTo(200);
        }
    }

    @Test
    void letsAnyTypeByWhereNoFilterLooksIntoTheBody() throws Exception {
        TestFilter passing = TestFilter.onRequest((head, exchange) -> RequestPlan.pass());
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, passing);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_search HTTP/1.1\r\nHost: a\r\nContent-Type: application/yaml\r\n"
                    + "Content-Length: 7\r\n\r\nsize: 1");

            assertThat(client.read().status()).isEqualTo(200);
        }
    }
}
