package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a node that two readers could understand in two ways: the client gets 502 in Elasticsearch's shape. */
class BadAnswerTest {

    private static RawClient.Answer through(String answer, String method) throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(answer.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                        if (!answer.endsWith("\n")) {
                            return;
                        }
                    }
                });
                TestGateway gateway = TestGateway.before("    replay: { attempts: 1 }\n", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");
            return method.equals("HEAD") ? client.readHead() : client.read();
        }
    }

    private static void isRefused(RawClient.Answer answer) {
        assertThat(answer).as("an answer").isNotNull();
        assertThat(answer.status()).as(answer.head()).isEqualTo(502);
        assertThat(answer.body())
                .startsWith("{\"error\":{\"root_cause\":[{\"type\":\"sluice_upstream_reset\",\"reason\":\"")
                .doesNotContain("netty", "Exception", "java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip\r\n\r\nhello",
                "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, gzip\r\n\r\nhello",
                "Transfer-Encoding: identity\r\n\r\nhello",
                "Transfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked;a=b\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding:\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
                "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "Content-Length: 5, 6\r\n\r\nhello!",
                "Content-Length: +5\r\n\r\nhello",
                "Content-Length: -5\r\n\r\nhello",
                "Content-Length: 0x5\r\n\r\nhello",
                "Content-Length: 5 5\r\n\r\nhello",
                "Content-Length: five\r\n\r\nhello",
                "Content-Length:\r\n\r\nhello",
                "Content-Length: 99999999999999999999\r\n\r\nhello",
                "X: 1\r\n folded\r\nContent-Length: 2\r\n\r\n{}",
                " X: 1\r\nContent-Length: 2\r\n\r\n{}",
                "X\u0000Y: 1\r\nContent-Length: 2\r\n\r\n{}",
                "X: 1\u00002\r\nContent-Length: 2\r\n\r\n{}",
                "X: 1\r2\r\nContent-Length: 2\r\n\r\n{}",
                "X: 1\u000b2\r\nContent-Length: 2\r\n\r\n{}",
                "X: 1\u007f2\r\nContent-Length: 2\r\n\r\n{}",
                "X: 1\nY: 2\r\nContent-Length: 2\r\n\r\n{}",
                "X Y: 1\r\nContent-Length: 2\r\n\r\n{}",
                ": 1\r\nContent-Length: 2\r\n\r\n{}",
                "no colon\r\nContent-Length: 2\r\n\r\n{}",
                "X\u00e4: 1\r\nContent-Length: 2\r\n\r\n{}",
                "(X): 1\r\nContent-Length: 2\r\n\r\n{}",
                "Content-Length: 2\r\n\n{}",
                "Content-Length: 2\n\n{}"
            })
    void refusesHeadersThatCouldBeReadInTwoWays(String rest) throws Exception {
        isRefused(through("HTTP/1.1 200 OK\r\n" + rest, "GET"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 2000 OK",
                "HTTP/1.1 099 X",
                "HTTP/1.1 99 X",
                "HTTP/1.1 000 X",
                "HTTP/1.1 600 X",
                "HTTP/1.1 999 X",
                "HTTP/1.1 20 OK",
                "HTTP/1.1 2x0 OK",
                "HTTP/1.1 +200 OK",
                "HTTP/1.1 -200 OK",
                "HTTP/1.1 200OK",
                "HTTP/1.1  200 OK",
                "HTTP/1.1\t200 OK",
                "HTTP/1.1",
                "HTTP/1.1 ",
                "HTTP/1.1 200 O\u0000K",
                "HTTP/1.1 200 O\rK",
                "http/1.1 200 OK",
                "HTTP/1 200 OK",
                "HTTP/11 200 OK",
                "HTTP/2.0 200 OK",
                "HTTP/0.9 200 OK",
                "HTTPS/1.1 200 OK",
                "ICY 200 OK",
                " HTTP/1.1 200 OK",
                "\r\nHTTP/1.1 200 OK",
                "200 OK",
                "{\"took\":1}"
            })
    void refusesStatusLinesThatAreNotOfHttp1(String line) throws Exception {
        isRefused(through(line + "\r\nContent-Length: 2\r\n\r\n{}", "GET"));
    }

    @Test
    void refusesAnAnswerWithoutAHead() throws Exception {
        isRefused(through("<html>this is an answer of HTTP/0.9</html>", "GET"));
    }

    @Test
    void refusesAChangeOfTheProtocolThatNobodyAskedFor() throws Exception {
        isRefused(through("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nbytes", "GET"));
        isRefused(through(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\nHTTP/1.1 200 OK\r\n"
                        + "content-length: 2\r\n\r\n{}",
                "GET"));
    }

    @Test
    void refusesAnswersThatAnnounceThemselvesForEver() throws Exception {
        isRefused(through("HTTP/1.1 102 Processing\r\n\r\n".repeat(1000) + TestNode.ok("{}"), "GET"));
    }

    @Test
    void refusesFramingThatIsAmbiguousAlsoWhereNoBodyFollows() throws Exception {
        String both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(through("HTTP/1.1 200 OK\r\n" + both, "HEAD").status()).isEqualTo(502);
        assertThat(through("HTTP/1.1 304 Not Modified\r\n" + both, "GET").status())
                .isEqualTo(502);
        assertThat(through("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "GET")
                        .status())
                .isEqualTo(502);
    }

    @Test
    void boundsTheHeadOfAnAnswerWhileItIsRead() throws Exception {
        isRefused(through("HTTP/1.1 200 OK\r\n" + "a:\r\n".repeat(10_000) + "Content-Length: 0\r\n\r\n", "GET"));
        isRefused(through("HTTP/1.1 200 OK\r\nX: " + "a".repeat(100_000) + "\r\nContent-Length: 0\r\n\r\n", "GET"));
        isRefused(through("HTTP/1.1 200 " + "a".repeat(100_000) + "\r\nContent-Length: 0\r\n\r\n", "GET"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 Sch\u00f6n\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length:2  \r\n\r\n{}",
                "HTTP/1.1 200 OK\r\ncontent-LENGTH:\t 2\t\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 0000002\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: CHUNKED\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n002;a=b;c=\"d;\"\r\n{}\r\n000\r\nX: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: \u00e4\r\nY:\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\n\r\n{}"
            })
    void relaysWhatIsOnlyUnusual(String answer) throws Exception {
        RawClient.Answer relayed = through(answer, "GET");
        assertThat(relayed.status()).isEqualTo(200);
        assertThat(relayed.body()).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: 1\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n bad trailer\r\n\r\n"
            })
    void neverEndsABodyWellThatIsCutOffOrBroken(String rest) throws Exception {
        String answer = "HTTP/1.1 200 OK\r\n" + rest;
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(answer);
                });
                TestGateway gateway = TestGateway.before("    replay: { attempts: 1 }\n", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            String all = client.readAll();
            assertThat(all.startsWith("HTTP/1.1 502 ") || isIncomplete(all))
                    .as(all)
                    .isTrue();
        }
    }

    private static boolean isIncomplete(String answer) {
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        return answer.toLowerCase(java.util.Locale.ROOT).contains("content-length: 10")
                ? body.length() < 10
                : !body.isEmpty() && !body.endsWith("0\r\n\r\n");
    }
}
