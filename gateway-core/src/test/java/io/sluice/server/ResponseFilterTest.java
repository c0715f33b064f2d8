package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseFilterTest {
    private static final ResponseHead HEAD =
            new ResponseHead(200, Headers.of("Content-Type", "application/json"), ResponseHead.Origin.UPSTREAM);

    @Test
    void editsAnswersAndCompressesThemForClientsThatTakeIt() throws Exception {
        TestFilter filter = TestFilter.onResponse(
                (head, exchange) -> new ResponsePlan.Json(head.withHeader("x-edited", "yes"), TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            RawClient.Answer plain = client.read();
            assertThat(plain.body()).isEqualTo("{\"size\":7}");
            assertThat(plain.header("x-edited")).isEqualTo("yes");
            assertThat(plain.header("content-length")).isEqualTo("10");
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            assertThat(client.read().header("content-encoding")).isEqualTo("gzip");
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readHead().header("content-length")).isNull();
        }
    }

    @Test
    void undoesGzipOfAnswersThatAreEdited() throws Exception {
        byte[] body = TestFilter.gzip("{\"size\":10}".getBytes(StandardCharsets.UTF_8));
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(
                                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n"
                                        + "content-length: " + body.length + "\r\n\r\n");
                        connection.send(body);
                    }
                });
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.get("/").body()).isEqualTo("{\"size\":7}");
        }
    }

    @Test
    void neverRelaysAnAnswerOfAnotherTypeThanTheOneToBeEdited() throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering(
                        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nsecret");
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("sluice_upstream_answer").doesNotContain("secret");
        }
    }

    @Test
    void rewritesNoPartOfABody() throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}")
                        .replace("200 OK", "206 Partial Content\r\nContent-Range: bytes 0-10/20"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("sluice_upstream_answer", "it is only a part of what");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"204 No Content\r\n\r\n", "200 OK\r\ncontent-length: 0\r\n\r\n"})
    void hasNothingToEditWhereThereIsNoBody(String answer) throws Exception {
        TestFilter filter = TestFilter.onResponse(
                (head, exchange) -> new ResponsePlan.Json(head.withHeader("x-edited", "yes"), TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering("HTTP/1.1 " + answer);
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(Integer.parseInt(answer.substring(0, 3)));
            assertThat(response.headers().firstValue("x-edited")).hasValue("yes");
            assertThat(response.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"content-type: application/yaml\r\ncontent-length: 6\r\n", "content-length: 6\r\n"})
    void relaysNothingOfAnAnswerWhoseTypeIsUnknown(String fields) throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = TestNode.answering("HTTP/1.1 200 OK\r\n" + fields + "\r\nsecret");
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', not JSON",
        "'', '{\"size\":10'",
        "'', '{\"size\":10}{}'",
        "gzip, 'this is not gzip'",
        "x-gzip, 'this is not gzip'",
        "br, 'this is anything'",
        "deflate, 'this is anything'"
    })
    void blamesTheNodeForAnAnswerThatCannotBeRead(String encoding, String body) throws Exception {
        String head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
                + (encoding.isEmpty() ? "" : "content-encoding: " + encoding + "\r\n");
        for (ResponsePlan plan : List.of(
                new ResponsePlan.Json(HEAD, TestFilter.SIZE_TO_7),
                new ResponsePlan.Aggregate(1000, whole -> new ResponsePlan.Json(HEAD, TestFilter.SIZE_TO_7)))) {
            try (TestNode node = TestNode.answering(head + "content-length: " + body.length() + "\r\n\r\n" + body);
                    TestGateway gateway = TestFilter.gateway(node, TestFilter.onResponse((any, exchange) -> plan))) {
                var response = gateway.get("/");
                assertThat(response.statusCode()).isEqualTo(502);
                assertThat(response.body()).contains("\"type\":\"sluice_upstream_answer\"", "the node's answer");
                Awaitility.await()
                        .until(() -> gateway.meters()
                                        .find("sluice.request")
                                        .tag("failure", "upstream-answer")
                                        .timer()
                                != null);
            }
        }
    }

    @Test
    void blamesTheNodeForAnAnswerThatGrowsTooMuch() throws Exception {
        byte[] bomb = TestFilter.gzip(("[" + "0,".repeat(4 << 20) + "0]").getBytes(StandardCharsets.UTF_8));
        String head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n";
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(head + "content-length: " + bomb.length + "\r\n\r\n");
                    connection.send(bomb);
                });
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onResponse((any, exchange) ->
                                new ResponsePlan.Aggregate(16 << 20, whole -> ResponsePlan.pass())))) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("sluice_upstream_answer", "compressed more than");
        }
    }

    @Test
    void collectsAnAnswerBeforeItsHeadGoesOut() throws Exception {
        TestFilter filter = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Aggregate(
                100,
                body -> new ResponsePlan.Head(
                        head.withStatus(body.toString(StandardCharsets.UTF_8).contains("bad") ? 418 : 200))));
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        connection.send(
                                TestNode.ok(request.line().contains("large") ? "x".repeat(200) : "{\"bad\":1}"));
                    }
                });
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(418);
            assertThat(response.body()).isEqualTo("{\"bad\":1}");
            assertThat(gateway.get("/large").statusCode()).isEqualTo(502);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, 200 OK, content-length: 5",
        "HEAD, 200 OK, content-encoding: br",
        "GET, 204 No Content, x-a: b",
        "GET, 304 Not Modified, content-length: 5"
    })
    void endsAnAnswerWithoutABodyThatAFilterCollects(String method, String status, String header) throws Exception {
        TestFilter filter = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Aggregate(
                100, body -> new ResponsePlan.Head(head.withHeader("x-bytes", "" + body.readableBytes()))));
        try (TestNode node = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send("HTTP/1.1 " + status + "\r\n" + header + "\r\n\r\n");
                    }
                });
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 2; i++) {
                client.send(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");
                RawClient.Answer answer = client.readHead();

                assertThat(answer.status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
                assertThat(answer.header("x-bytes")).isEqualTo("0");
            }
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        }
    }

    @Test
    void letsAFilterAnswerInThePlaceOfTheNode() throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Answer(Reply.text(404, "nothing here")));
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get("/").body()).isEqualTo("nothing here");
            }
        }
    }

    @Test
    void putsRejectedItemsAtTheirPlaceInTheAnswer() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Bulk(
                head,
                (action, url, position) -> position % 2 == 0
                        ? BulkItemPlan.keep()
                        : new BulkItemPlan.Reject(403, "security_exception", "not you")));
        String items =
                "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_id\":\"0\",\"status\":201}},{\"index\":{\"_id\":\"2\",\"status\":201}}]}";
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            bulk.append("{\"index\":{\"_index\":\"i\",\"_id\":\"").append(i).append("\"}}\n{\"a\":1}\n");
        }
        try (TestNode node = TestNode.answering(TestNode.ok(items));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.post("/_bulk", bulk.toString());
            assertThat(node.requests().getFirst().text()).doesNotContain("\"1\"", "\"3\"");
            assertThat(response.body())
                    .contains("\"errors\":true")
                    .containsSubsequence(
                            "\"_id\":\"0\"",
                            "\"_id\":\"1\",\"status\":403",
                            "\"_id\":\"2\"",
                            "\"_id\":\"3\",\"status\":403");
        }
    }

    @Test
    void answersByItselfWhenEveryItemWasRejected() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Bulk(
                head, (action, url, position) -> new BulkItemPlan.Reject(403, "security_exception", "not you")));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            var response = gateway.post("/_bulk", "{\"index\":{\"_index\":\"i\",\"_id\":\"1\"}}\n{\"a\":1}\n");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"errors\":true", "\"status\":403");
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void answersForAllFiltersThatTogetherRejectedEveryItem() throws Exception {
        TestFilter first = new TestFilter("first", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Bulk(
                        head,
                        (action, url, position) -> position % 2 == 0
                                ? BulkItemPlan.keep()
                                : new BulkItemPlan.Reject(403, "security_exception", "first"));
            }
        });
        TestFilter second = TestFilter.onRequest((head, exchange) -> new RequestPlan.Bulk(
                head, (action, url, position) -> new BulkItemPlan.Reject(409, "other_exception", "second")));
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            bulk.append("{\"index\":{\"_index\":\"i\",\"_id\":\"").append(i).append("\"}}\n{\"a\":1}\n");
        }
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, first, second)) {
            assertThat(gateway.post("/_bulk", bulk.toString()).body())
                    .containsSubsequence(
                            "\"_id\":\"0\",\"status\":409",
                            "\"_id\":\"1\",\"status\":403",
                            "\"_id\":\"2\",\"status\":409",
                            "\"_id\":\"3\",\"status\":403");
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void tellsEveryFilterExactlyOnceHowItEnded() throws Exception {
        List<ExchangeSummary> completed = new CopyOnWriteArrayList<>();
        List<ResponseHead.Origin> origins = new CopyOnWriteArrayList<>();
        TestFilter watching = new TestFilter("watching", new Filter() {
            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                origins.add(head.origin());
                return new ResponsePlan.Head(head.withHeader("x-watched", "yes"));
            }

            @Override
            public void onComplete(ExchangeSummary summary) {
                completed.add(summary);
            }
        });
        TestFilter deciding =
                TestFilter.onRequest((head, exchange) -> switch (head.target().rawPath()) {
                    case "/answer" -> RequestPlan.answer(Reply.text(200, "by a filter"));
                    case "/throw" -> throw new IllegalStateException("thrown");
                    case "/bad" -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7);
                    default -> RequestPlan.pass();
                });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, watching, deciding)) {
            for (String path : List.of("/answer", "/throw", "/bad", "/fine")) {
                assertThat(gateway.post(path, "x").headers().firstValue("x-watched"))
                        .as(path)
                        .contains("yes");
            }
            Awaitility.await().until(() -> completed.size() == 4);
        }
        assertThat(completed).hasSize(4);
        assertThat(completed.stream().map(ExchangeSummary::failure))
                .containsExactly(null, "filter-failed", "bad-request", null);
        assertThat(completed.stream().map(ExchangeSummary::status)).containsExactly(200, 500, 400, 200);
        assertThat(origins)
                .containsExactly(
                        ResponseHead.Origin.FILTER,
                        ResponseHead.Origin.GATEWAY,
                        ResponseHead.Origin.FILTER,
                        ResponseHead.Origin.UPSTREAM);
    }
}
