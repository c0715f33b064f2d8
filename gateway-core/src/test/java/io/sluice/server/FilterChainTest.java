package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.BodyTransform;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterChainTest {
    /** Turns every ASCII letter into a capital. */
    private static final BodyTransform CAPITALS = new BodyTransform() {
        @Override
        public void onChunk(ByteBuf chunk, BodySink sink) {
            byte[] bytes = new byte[chunk.readableBytes()];
            chunk.getBytes(chunk.readerIndex(), bytes);
            sink.write(new String(bytes, StandardCharsets.US_ASCII)
                    .toUpperCase(java.util.Locale.ROOT)
                    .getBytes(StandardCharsets.US_ASCII));
        }
    };

    @Test
    void editsJsonAndSetsItsLength() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            assertThat(gateway.post("/_search", "{\"size\": 10, \"x\":1.0}").statusCode())
                    .isEqualTo(200);
            TestNode.Request request = node.requests().getFirst();
            assertThat(request.text()).isEqualTo("{\"size\": 7, \"x\":1.0}");
            assertThat(request.header("content-length")).isEqualTo("20");
        }
    }

    @Test
    void streamsALargeEditedBodyInChunks() throws Exception {
        String large = "{\"size\":10,\"x\":\"" + "y".repeat(3_000_000) + "\"}";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            assertThat(gateway.post("/_search", large).statusCode()).isEqualTo(200);
            TestNode.Request request = node.requests().getFirst();
            assertThat(request.text()).isEqualTo(large.replace("10", "7"));
            assertThat(request.header("transfer-encoding")).isEqualTo("chunked");
            assertThat(request.header("content-length")).isNull();
        }
    }

    @Test
    void undoesGzipWhereAFilterLooksInside() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            var request = gateway.request("/_search")
                    .header("Content-Encoding", "gzip")
                    .POST(BodyPublishers.ofByteArray(TestFilter.gzip("{\"size\":10}".getBytes(StandardCharsets.UTF_8))))
                    .build();
            assertThat(gateway.send(request).statusCode()).isEqualTo(200);
            assertThat(node.requests().getFirst().text()).isEqualTo("{\"size\":7}");
            assertThat(node.requests().getFirst().header("content-encoding")).isNull();
        }
    }

    @Test
    void refusesGzipThatIsBrokenCutOffOrABomb() throws Exception {
        byte[] good = TestFilter.gzip("{\"size\":10}".getBytes(StandardCharsets.UTF_8));
        byte[] wrongSum = good.clone();
        wrongSum[wrongSum.length - 6] ^= 1;
        byte[] cut = java.util.Arrays.copyOf(good, good.length - 3);
        byte[] bomb = TestFilter.gzip(("{\"x\":\"" + "y".repeat(50_000_000) + "\"}").getBytes(StandardCharsets.UTF_8));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            for (byte[] body : List.of(wrongSum, cut, "plain".getBytes(StandardCharsets.UTF_8), bomb)) {
                var request = gateway.request("/_search")
                        .header("Content-Encoding", "gzip")
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
                assertThat(gateway.send(request).statusCode()).isEqualTo(body == bomb ? 413 : 400);
            }
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void relaysGzipUntouchedWhereNobodyLooksInside() throws Exception {
        byte[] body = TestFilter.gzip("{\"size\":10}".getBytes(StandardCharsets.UTF_8));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway =
                        TestFilter.gateway(node, TestFilter.onRequest((head, exchange) -> RequestPlan.pass()))) {
            var request = gateway.request("/_search")
                    .header("Content-Encoding", "gzip")
                    .POST(BodyPublishers.ofByteArray(body))
                    .build();
            gateway.send(request);
            assertThat(node.requests().getFirst().body()).isEqualTo(body);
            assertThat(node.requests().getFirst().header("content-encoding")).isEqualTo("gzip");
        }
    }

    @Test
    void refusesAnEncodingItCannotUndo() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            var request = gateway.request("/_search")
                    .header("Content-Encoding", "br")
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            assertThat(gateway.send(request).statusCode()).isEqualTo(415);
        }
    }

    @Test
    void tells400ForABodyThatIsNoJsonAndSendsNothing() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            assertThat(gateway.post("/_search", "{\"size\":}").statusCode()).isEqualTo(400);
            assertThat(gateway.post("/_search", "{\"size\":1").statusCode()).isEqualTo(400);
            assertThat(gateway.post("/_search", "{} {}").statusCode()).isEqualTo(400);
            assertThat(node.requests()).isEmpty();
            // The connections that were taken for them are still good.
            assertThat(gateway.post("/_search", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void neverEndsTheUpstreamRequestWellWhenTheBodyTurnsBadLate() throws Exception {
        String late = "{\"x\":\"" + "y".repeat(2_000_000) + "\",,}";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)))) {
            assertThat(gateway.post("/_search", late).statusCode()).isEqualTo(400);
            Awaitility.await().until(() -> node.openConnections() == 0);
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void showsTheWholeBodyToAFilterThatAsksForIt() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Aggregate(1000, body -> {
            String text = body.toString(StandardCharsets.UTF_8);
            return text.contains("secret")
                    ? RequestPlan.answer(Reply.error(403, "security_exception", "no"))
                    : new RequestPlan.Json(
                            head.withHeader("x-seen", Integer.toString(text.length())), TestFilter.SIZE_TO_7);
        }));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.post("/_search", "{\"a\":\"secret\"}").statusCode())
                    .isEqualTo(403);
            assertThat(gateway.post("/_search", "{\"size\":10}").statusCode()).isEqualTo(200);
            assertThat(gateway.post("/_search", "x".repeat(2000)).statusCode()).isEqualTo(413);
            assertThat(node.requests()).hasSize(1);
            assertThat(node.requests().getFirst().text()).isEqualTo("{\"size\":7}");
            assertThat(node.requests().getFirst().header("x-seen")).isEqualTo("11");
        }
    }

    @Test
    void collectsTwiceWhereTwoFiltersAsk() throws Exception {
        TestFilter first = new TestFilter("first", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Aggregate(1000, body -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));
            }
        });
        List<String> seen = new CopyOnWriteArrayList<>();
        TestFilter second = TestFilter.onRequest((head, exchange) -> new RequestPlan.Aggregate(1000, body -> {
            seen.add(body.toString(StandardCharsets.UTF_8));
            return RequestPlan.pass();
        }));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, first, second)) {
            assertThat(gateway.post("/_search", "{\"size\":10}").statusCode()).isEqualTo(200);
            assertThat(seen).containsExactly("{\"size\":7}");
            assertThat(node.requests().getFirst().text()).isEqualTo("{\"size\":7}");
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            -,          */*,                                                    application/json
            -,          application/vnd.elasticsearch+json; compatible-with=8,  application/vnd.elasticsearch+json; compatible-with=8
            application/vnd.elasticsearch+json, */*,                            application/vnd.elasticsearch+json
            """)
    void saysTheTypeOfABodyThatAFilterGivesToARequestWithoutOne(String said, String accept, String type)
            throws Exception {
        JsonVisitor own = new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.verbatim();
            }

            @Override
            public Json onEmptyBody() {
                return Json.parse("{\"size\":7}");
            }
        };
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, own));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /_search HTTP/1.1\r\nHost: a\r\nAccept: " + accept + "\r\n"
                    + (said == null ? "" : "Content-Type: " + said + "\r\n") + "\r\n");
            assertThat(client.read().status()).isEqualTo(200);

            TestNode.Request sent = node.requests().getFirst();
            assertThat(sent.text()).isEqualTo("{\"size\":7}");
            assertThat(sent.header("Content-Type")).isEqualTo(type);
        }
    }

    @Test
    void waitsForAPlanThatComesLater() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Later<>(
                CompletableFuture.supplyAsync(() -> "42"),
                value -> new RequestPlan.Head(head.withHeader("x-later", value))));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.post("/x", "body").statusCode()).isEqualTo(200);
            assertThat(node.requests().getFirst().header("x-later")).isEqualTo("42");
            assertThat(node.requests().getFirst().text()).isEqualTo("body");
        }
    }

    @Test
    void tells500WhenAPlanIsLateFailsOrIsNull() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> switch (head.target()
                .rawPath()) {
            case "/late" -> new RequestPlan.Later<>(new CompletableFuture<String>(), value -> RequestPlan.pass());
            case "/failed" ->
                new RequestPlan.Later<>(
                        CompletableFuture.<String>failedFuture(new IllegalStateException("no")),
                        value -> RequestPlan.pass());
            case "/null" -> null;
            default -> throw new IllegalStateException("thrown");
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("plugins: { filterTimeout: 300ms }", node, filter)) {
            assertThat(gateway.get("/late").body()).contains("sluice_filter_timeout");
            for (String path : List.of("/failed", "/null", "/thrown")) {
                var response = gateway.get(path);
                assertThat(response.statusCode()).isEqualTo(500);
                assertThat(response.body()).contains("sluice_filter_failed", "flows.default.filters[0]");
            }
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void runsTransformsInTheOrderOfTheFilters() throws Exception {
        BodyTransform append = new BodyTransform() {
            @Override
            public void onChunk(ByteBuf chunk, BodySink sink) {
                sink.relay(chunk);
            }

            @Override
            public void onEnd(BodySink sink) {
                sink.write("end".getBytes(StandardCharsets.US_ASCII));
            }
        };
        TestFilter first = new TestFilter("first", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Stream(head, append);
            }
        });
        TestFilter second = TestFilter.onRequest((head, exchange) -> new RequestPlan.Stream(head, CAPITALS));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, first, second)) {
            gateway.post("/x", "body");
            assertThat(node.requests().getFirst().text()).isEqualTo("BODYEND");
        }
    }

    @Test
    void sendsATransformedBodyAgainAsItWasTransformed() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));
        java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
        try (TestNode flaky = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        if (count.incrementAndGet() % 2 == 1) {
                            return;
                        }
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = TestFilter.gateway(flaky, filter)) {
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.post("/_search", "{\"size\":10}").statusCode())
                        .isEqualTo(200);
            }
            assertThat(flaky.requests())
                    .hasSize(10)
                    .allMatch(request -> request.text().equals("{\"size\":7}"));
        }
    }

    @Test
    void keepsTheConnectionWhenAFilterAnswersAtOnce() throws Exception {
        TestFilter filter = TestFilter.onRequest(
                (head, exchange) -> RequestPlan.answer(Reply.error(403, "security_exception", "no")));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                RawClient.Answer answer = client.read();
                assertThat(answer.status()).isEqualTo(403);
                assertThat(answer.header("connection")).isNull();
                client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345");
                assertThat(client.read().header("connection")).isNull();
                client.send("67890");
            }
        }
    }

    @Test
    void refusesAmbiguousPathsWhereAFilterDecides() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway =
                        TestFilter.gateway(node, TestFilter.onRequest((head, exchange) -> RequestPlan.pass()))) {
            for (String path :
                    List.of("/a/../b", "/a/./b", "/%5Fsearch", "/a%2Fb", "/a%00b", "/a%252Fb", "/a%zz", "/a%")) {
                try (RawClient client = new RawClient(gateway.port())) {
                    client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(client.read().status()).as(path).isEqualTo(400);
                }
            }
            assertThat(node.requests()).isEmpty();
        }
    }
}
