package io.sluice.server;

import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.items;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that servers read in another way than they look, at the front door. */
class QueryFrontTest {
    private static final TestFilter PASSING = TestFilter.onRequest((head, exchange) -> RequestPlan.pass());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=0;q=*:*",
                "size=0%3B;q=*:*",
                ";",
                "=q=*:*",
                "pretty&=q=*:*",
                "q=%zz",
                "q=%",
                "q=%%41",
                "q=%C0%AF",
                "q=%ED%A0%80",
                "%FF=1"
            })
    void refusesAQueryThatCouldBeReadInTwoWaysWhereAFilterDecides(String query) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, PASSING);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /logs/_search?" + query + " HTTP/1.1\r\nHost: a\r\n\r\n");
            RawClient.Answer answer = client.read();

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("\"type\":\"illegal_argument_exception\"", "\"status\":400");
            assertThat(node.requests()).isEmpty();
        }
    }

    /** Servers take it for the body of a request that has none, where no filter would see it. */
    @ParameterizedTest
    @ValueSource(strings = {"source={}", "pretty&source=%7B%7D&source_content_type=application/json", "%73ource"})
    void refusesABodyInTheQueryWhereAFilterLooksIntoBodies(String query) throws Exception {
        TestFilter looking = TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, looking);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /logs/_search?" + query + " HTTP/1.1\r\nHost: a\r\n\r\n");
            RawClient.Answer answer = client.read();

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("[source]");
            assertThat(node.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_search?size=0&q=*:*         | /logs/_search?size=0&q=*:*
            /logs/_search?%73ize=0&q=%3b       | /logs/_search?size=0&q=%3B
            //logs//_search?&pretty&&q=a=b+c   | /logs/_search?pretty&q=a%3Db%20c
            /logs/_doc/a+b?                    | /logs/_doc/a%2Bb
            """)
    void sendsWhatItReadWhereAFilterDecides(String target, String sent) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, PASSING);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(200);
            assertThat(node.requests().getFirst().line()).isEqualTo("GET " + sent + " HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"//logs//_search?a=1;q=%zz&=b&%FF", "/logs/_doc/a%2Fb+c?", "/?a&&b="})
    void sendsBytesAsTheyCameWhereNothingDecides(String target) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(200);
            assertThat(node.requests().getFirst().line()).isEqualTo("GET " + target + " HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_bulk?refresh=false;pipeline=p",
                "/logs/_bulk?refresh=false&=pipeline=p",
                "//logs/_bulk",
                "/logs%2Fa/_bulk",
                "/_bulk?index=%FF"
            })
    void leavesABulkToTheServerOfWhichItCannotReadTheUrlForSure(String target) throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            String body = items(0, 200);
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body);
                assertThat(client.read().status()).isEqualTo(200);
            }

            List<String> sent = java.util.stream.Stream.of(one, two)
                    .flatMap(node -> node.requests().stream())
                    .map(TestNode.Request::line)
                    .filter(line -> line.contains("_bulk"))
                    .toList();
            assertThat(sent).containsExactly("POST " + target + " HTTP/1.1");
        }
    }

    @Test
    void splitsABulkOfWhichItReadsTheUrl() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            assertThat(bulk(gateway, "/logs/_bulk?refresh=false&filter_path=errors%2Citems", items(0, 200))
                            .statusCode())
                    .isEqualTo(200);

            assertThat(BulkNode.bulks(one)).hasSize(1);
            assertThat(BulkNode.bulks(two))
                    .singleElement()
                    .satisfies(sent -> assertThat(sent.line()).contains("refresh=false&filter_path=took,errors,"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/_search?index=logs, 400",
        "/_close?index=logs, 400",
        "/?index=deleted, 400",
        "/?index=other, 200",
        "/_cat/indices?index=logs, 400",
        "/_nodes/_bulk, 400",
        "/_bulk?index=logs, 200",
        "/_search?index=other, 200",
        "/logs/_search?index=other, 200"
    })
    void refusesAnIndexInTheQueryWhereRoutesLookForItInThePath(String target, int status) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(
                        TestGateway.yaml("", "nodes: [" + node.address() + "]\n    discovery: { enabled: false }")
                                .replace("  default:\n", "  guarded:\n    relay: { cluster: primary }\n  default:\n")
                                .replace("routes:\n", """
                                routes:
                                      - match: { paths: ["/logs/_search", "/{index}/_close", "/_cat/indices/{index}", "/deleted"] }
                                        flow: guarded
                                      - match: { paths: ["/_bulk", "/{index}/_bulk"] }
                                        flow: guarded
                                """));
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(status);
        }
    }
}
