package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients find in every answer of a server they find in the answers of the gateway too. */
class OwnAnswersTest {
    private static final String FORBIDDEN_LAID_OUT = """
            {
              "error" : {
                "root_cause" : [
                  {
                    "type" : "security_exception",
                    "reason" : "no"
                  }
                ],
                "type" : "security_exception",
                "reason" : "no",
                "request_id" : "ID"
              },
              "status" : 403
            }
            """;

    private static String laidOut(String id) {
        return FORBIDDEN_LAID_OUT.replace("ID", id);
    }

    private static TestFilter answering(Reply reply) {
        return TestFilter.onRequest((head, exchange) ->
                head.target().rawPath().equals("/relayed") ? RequestPlan.pass() : RequestPlan.answer(reply));
    }

    private static TestFilter forbidding() {
        return answering(Reply.error(403, "security_exception", "no"));
    }

    private static String request(String line, String... fields) {
        String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
        return line + " HTTP/1.1\r\nhost: a\r\n" + more + "\r\n";
    }

    private static RawClient.Answer answer(TestGateway gateway, String request) throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send(request).read();
        }
    }

    @Test
    void repeatTheRequestsOwnName() throws Exception {
        Reply another = Reply.error(403, "security_exception", "no").withHeader("X-Opaque-Id", "another");
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, answering(another));
                TestGateway down = TestGateway.before("", closed())) {
            for (TestGateway each : new TestGateway[] {gateway, down}) {
                var named = answer(each, request("GET /a", "x-opaque-id: m\u00efne/1"));
                assertThat(named.header("x-opaque-id")).isEqualTo("m\u00efne/1");
                var nameless = answer(each, request("GET /a"));
                assertThat(nameless.header("x-opaque-id")).isNull();
            }
        }
    }

    @Test
    void repeatTheNameOfARequestThatIsRefusedAtTheDoor() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            var named = answer(gateway, request("GET ftp://b/a?pretty", "x-opaque-id: mine"));

            assertThat(named.status()).isEqualTo(400);
            assertThat(named.header("x-opaque-id")).isEqualTo("mine");
            assertThat(named.body()).startsWith("{\"error\":{\"root_cause\"");
            assertThat(answer(gateway, request("GET http://h:8x/a?pretty=true")).body())
                    .startsWith("{\n  \"error\" : {\n");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1025, 5000})
    void repeatNoNameThatIsTooLong(int length) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, forbidding())) {
            assertThat(answer(gateway, request("GET /a", "x-opaque-id: " + "x".repeat(length)))
                            .header("x-opaque-id"))
                    .isNull();
            assertThat(answer(gateway, request("GET /a", "x-opaque-id: " + "x".repeat(1024)))
                            .header("x-opaque-id"))
                    .hasSize(1024);
        }
    }

    @Test
    void nameTheProductThatTheServersName() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    for (int i = 0; connection.readRequest() != null; i++) {
                        String named =
                                TestNode.ok("{}").replace("\r\n\r\n", "\r\nX-elastic-product: Elasticsearch\r\n\r\n");
                        String error = TestNode.ok("{}").replace("200 OK", "503 Busy");
                        connection.send(
                                i == 0 ? TestNode.ok("{}") : i == 1 ? named : i == 2 ? error : TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = TestFilter.gateway(node, answering(Reply.json(200, Json.parse("{}"))))) {
            assertThat(answer(gateway, request("GET /a")).header("x-elastic-product"))
                    .isNull();
            gateway.get("/relayed");
            assertThat(answer(gateway, request("GET /a")).header("x-elastic-product"))
                    .isNull();
            gateway.get("/relayed");
            assertThat(answer(gateway, request("GET /a")).header("x-elastic-product"))
                    .isEqualTo("elasticsearch");
            // An error may be that of a proxy before the node.
            gateway.get("/relayed");
            assertThat(answer(gateway, request("GET /a")).header("x-elastic-product"))
                    .isEqualTo("elasticsearch");
            gateway.get("/relayed");
            assertThat(answer(gateway, request("GET /a")).header("x-elastic-product"))
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?pretty", "?pretty=true", "?error_trace=true&pretty=true", "?pretty=false&pretty"})
    void areLaidOutForPeopleWhoAskForIt(String query) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, forbidding())) {
            var response = gateway.get("/a" + query);

            assertThat(response.body())
                    .isEqualTo(laidOut(
                            response.headers().firstValue("x-request-id").orElseThrow()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?pretty=false", "?error_trace=true", "?pretty=yes", "?format=yaml", "?pretty=%zz"})
    void areCompactOtherwise(String query) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, forbidding())) {
            assertThat(answer(gateway, request("GET /a" + query)).body()).startsWith("{\"error\":{\"root_cause\"");
        }
    }

    @Test
    void leaveTextsThatAreNotJsonAsTheyAre() throws Exception {
        Reply lines = Reply.json(200, Json.parse("{}"));
        byte[] two = "{\"a\":1}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, answering(new Reply(200, lines.headers(), two)));
                TestGateway text = TestFilter.gateway(node, answering(Reply.text(200, "{\"a\":1}")))) {
            assertThat(gateway.get("/a?pretty").body()).isEqualTo("{\"a\":1}\n{\"a\":2}\n");
            assertThat(text.get("/a?pretty").body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void haveNoBodyForHeadRequests() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, forbidding());
                RawClient client = new RawClient(gateway.port());
                RawClient refused = new RawClient(gateway.port())) {
            var answer = client.send(request("HEAD /a?pretty") + request("GET /a?pretty"))
                    .readHead();
            String id = answer.header("x-request-id");
            assertThat(answer.header("content-length"))
                    .isEqualTo("" + laidOut(id).length());
            var next = client.read();
            assertThat(next.body()).isEqualTo(laidOut(next.header("x-request-id")));

            assertThat(refused.send(request("HEAD ftp://b/a")).readAll())
                    .startsWith("HTTP/1.1 400")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void beginBulksAsAServerWould() throws Exception {
        // One node is busy, the other breaks: there are no results, and no head that a node gave with them.
        try (TestNode busy = TestNode.answering("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n");
                TestNode broken = new TestNode(connection -> {
                    BulkNode.readBulk(connection);
                    connection.reset();
                });
                TestGateway gateway = Bulks.gateway("", busy, broken)) {
            var response = gateway.send(gateway.request("/logs/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .header("X-Opaque-Id", "mine")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(Bulks.items(0, 1000)))
                    .build());

            assertThat(response.body()).contains("sluice_outcome_unknown");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().allValues("X-Opaque-Id")).containsExactly("mine");
        }
    }

    /** A node that is not there. */
    private static TestNode closed() throws Exception {
        TestNode node = TestNode.answering("");
        node.close();
        return node;
    }
}
