package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest extends OneNodeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\tfolded\r\n\r\n",
                "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX\u0000Y: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u00002\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r2\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n",
                "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /#f HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n",
                ": x HTTP/1.1\r\nHost: a\r\n\r\n",
                "garbage\r\n\r\n"
            })
    void refusesWhatCouldBeReadInTwoWaysAndCloses(String request) throws Exception {
        int before = node.requests().size();
        try (RawClient client = new RawClient(gateway.port())) {
            client.send(request);
            RawClient.Answer answer = client.read();
            assertThat(answer).as("an answer").isNotNull();
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.header("content-type")).startsWith("application/json");
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(answer.body())
                    .startsWith("{\"error\":{\"root_cause\":[{\"type\":\"illegal_argument_exception\",\"reason\":\"");
            assertThat(client.closed()).isTrue();
        }
        assertThat(node.requests()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "gzip, chunked",
                "chunked, gzip",
                "identity",
                "chunked\r\nTransfer-Encoding: chunked",
                "xchunked",
                "chunked;q=1"
            })
    void refusesOtherTransferCodings(String coding) throws Exception {
        int before = node.requests().size();
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n");
            assertThat(client.read().status()).isIn(400, 501);
            assertThat(client.closed()).isTrue();
        }
        assertThat(node.requests()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n", "5\r\nhelloX\r\n", "ffffffffffffffffff\r\n", "5 \nhello\r\n", "\r\n"})
    void refusesBadChunksWithoutEndingTheRequestWell(String chunk) throws Exception {
        int before = node.requests().size();
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.closed()).isTrue();
        }
        assertThat(node.requests()).hasSize(before);
    }

    @Test
    void seesAFoldedLineThatComesByteByByte() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            for (char c : "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n y: 2\r\n\r\n".toCharArray()) {
                client.send(String.valueOf(c));
                Thread.onSpinWait();
            }
            assertThat(client.read().status()).isEqualTo(400);
        } catch (java.net.SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken).*");
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        try (TestNode echoing = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        connection.send(TestNode.ok("\"" + request.line().split(" ")[1] + "\""));
                    }
                });
                TestGateway before = TestGateway.before("", echoing);
                RawClient client = new RawClient(before.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 1; i <= 50; i++) {
                requests.append("POST /").append(i).append(" HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            }
            client.send(requests.toString());
            for (int i = 1; i <= 50; i++) {
                assertThat(client.read().body()).isEqualTo("\"/" + i + "\"");
            }
        }
    }

    @Test
    void answersOldClientsWithoutChunksAndCloses() throws Exception {
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
        try (TestNode chunking = TestNode.answering(chunked);
                TestGateway before = TestGateway.before("", chunking);
                RawClient client = new RawClient(before.port())) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertThat(answer.header("transfer-encoding")).isNull();
            assertThat(answer.body()).isEqualTo("hello");
        }
    }

    @Test
    void keepsOldClientsThatAskForIt() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.read().header("connection")).isEqualTo("keep-alive");
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void answersHeadWithoutBodyAndKeepsTheConnection() throws Exception {
        try (TestNode heads = TestNode.answering("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n");
                TestGateway before = TestGateway.before("", heads);
                RawClient client = new RawClient(before.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("HEAD /logs HTTP/1.1\r\nHost: a\r\n\r\n");
                RawClient.Answer answer = client.readHead();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("content-length")).isEqualTo("500");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void relaysAnswersThatHaveNoBody(int status) throws Exception {
        try (TestNode bare = TestNode.answering("HTTP/1.1 " + status + " X\r\n\r\n");
                TestGateway before = TestGateway.before("", bare);
                RawClient client = new RawClient(before.port())) {
            for (int i = 0; i < 2; i++) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.read().status()).isEqualTo(status);
            }
        }
    }

    @Test
    void asksForTheBodyOnlyWhenItIsWanted() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            client.send("hello");
            assertThat(client.read().status()).isEqualTo(200);
        }
        TestNode.Request last = node.requests().getLast();
        assertThat(last.text()).isEqualTo("hello");
        assertThat(last.header("expect")).isNull();
    }

    @Test
    void refusesExpectationsItDoesNotKnow() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: the-spanish-inquisition\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(417);
        }
    }

    @Test
    void makesOriginFormOfAbsoluteForm() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET http://search.example:9200/a?b=c HTTP/1.1\r\nHost: other\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
        TestNode.Request last = node.requests().getLast();
        assertThat(last.line()).isEqualTo("GET /a?b=c HTTP/1.1");
        assertThat(last.header("x-forwarded-host")).isEqualTo("search.example:9200");
    }

    @Test
    void forwardsTargetsByteForByteWhereNothingIsDecidedByThem() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET /%3Clogs-%7Bnow%2Fd%7D%3E/_search?q=%2B HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
        assertThat(node.requests().getLast().line()).startsWith("GET /%3Clogs-%7Bnow%2Fd%7D%3E/_search?q=%2B HTTP");
    }

    @Test
    void doesNotForwardHopByHopHeaders() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, X-Secret\r\nX-Secret: 1\r\n"
                    + "Keep-Alive: timeout=5\r\nTE: trailers\r\nUpgrade: h2c\r\nProxy-Connection: x\r\n"
                    + "X-Opaque-Id: mine\r\ntraceparent: 00-1-2-01\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
        TestNode.Request last = node.requests().getLast();
        for (String name : new String[] {"x-secret", "keep-alive", "te", "upgrade", "proxy-connection", "connection"}) {
            assertThat(last.header(name)).as(name).isNull();
        }
        assertThat(last.header("x-opaque-id")).isEqualTo("mine");
        assertThat(last.header("traceparent")).isEqualTo("00-1-2-01");
    }

    @Test
    void swallowsInformationalAnswers() throws Exception {
        try (TestNode chatty = TestNode.answering("HTTP/1.1 102 Processing\r\n\r\n" + TestNode.ok("{}"));
                TestGateway before = TestGateway.before("", chatty);
                RawClient client = new RawClient(before.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
    }
}
