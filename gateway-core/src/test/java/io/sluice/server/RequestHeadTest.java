package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads of requests: hosts, versions, and headers that a client would have the gateway take out. */
@Tag("slow")
class RequestHeadTest extends OneNodeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a/b",
                "u@h",
                "u:p@h",
                "[::1",
                "::1]",
                "::1",
                "[::1]x",
                "[]",
                "[1]",
                "[fe80::1%25eth0]",
                "h:8x",
                "h:-1",
                "h:65536",
                "h:999999",
                "h:1:2",
                "a?b",
                "a#b",
                "a\\b",
                "a\"b",
                "<a>",
                "a,b c",
                "a%2",
                "a%zz",
                "\u00e4",
                "a|b",
                "a^b",
                "a`b",
                "{a}",
                ":80"
            })
    void refusesHostsThatAreNone(String host) throws Exception {
        int before = node.requests().size();
        assertThat(send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status())
                .isEqualTo(400);
        assertThat(send("GET / HTTP/1.0\r\nHost: " + host + "\r\n\r\n").status())
                .isEqualTo(400);
        boolean ends = host.contains("/") || host.contains("?");
        assertThat(
                        ends
                                ? 400
                                : send("GET http://" + host + "/ HTTP/1.1\r\nHost: a\r\n\r\n")
                                        .status())
                .isEqualTo(400);
        assertThat(send("GET http://a/ HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status())
                .isEqualTo(400);
        assertThat(node.requests()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a:80",
                "a:",
                "127.0.0.1",
                "127.0.0.1:9200",
                "[::1]",
                "[::1]:9200",
                "[::ffff:1.2.3.4]",
                "es-1.example.org:9200",
                "A_b",
                "a%41",
                "xn--4ca",
                "a,b",
                "h:00080"
            })
    void takesHostsThatAreOne(String host) throws Exception {
        assertThat(send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status())
                .isEqualTo(200);
        assertThat(node.requests().getLast().header("x-forwarded-host")).isEqualTo(host);
    }

    @Test
    void takesOldRequestsWithoutAHost() throws Exception {
        assertThat(send("GET / HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "http/1.1, 400",
        "Http/1.1, 400",
        "HTTPS/1.1, 400",
        "FOO/1.1, 400",
        "HTTP/1, 400",
        "HTTP/1.1.1, 400",
        "HTTP/11, 400",
        "HTTP/1.x, 400",
        "HTTP /1.1, 400",
        "HTTP/2.0, 505",
        "HTTP/0.9, 505",
        "HTTP/3.0, 505",
        "HTTP/1.9, 200"
    })
    void readsTheVersionExactly(String version, int status) throws Exception {
        assertThat(send("GET / " + version + "\r\nHost: a\r\n\r\n").status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET  / HTTP/1.1",
                "GET /  HTTP/1.1",
                "GET\t/ HTTP/1.1",
                "GET / HTTP/1.1 ",
                " GET / HTTP/1.1",
                "GET /",
                "GET",
                "G(T / HTTP/1.1",
                "G\u0000T / HTTP/1.1",
                "GET /a\u0001 HTTP/1.1",
                "GET /a\u007f HTTP/1.1",
                "GET /\r HTTP/1.1",
                "\u0016\u0003\u0001"
            })
    void refusesRequestLinesThatAreNotExact(String line) throws Exception {
        assertThat(send(line + "\r\nHost: a\r\n\r\n").status()).isEqualTo(400);
    }

    @Test
    void refusesWhatIsNotHttpBeforeALineEnds() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            // The first bytes of a TLS handshake: no line feed is to come.
            client.send(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00});
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void ignoresEmptyLinesBeforeARequest() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}\r\n");
                assertThat(client.read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void doesNotGiveHandshakesOfEarlyWebSocketsABody() throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n"
                    + "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.closed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "x-forwarded-for, X-Forwarded-Proto, X-FORWARDED-HOST, Forwarded",
                "close, X-Forwarded-For",
                "Host, X-Forwarded-For ,Forwarded",
                "Content-Length",
                "Content-Type",
                "Transfer-Encoding",
                "Authorization"
            })
    void takesOutNothingThatTheGatewayOrANodeNeeds(String connection) throws Exception {
        RawClient.Answer answer = send("POST / HTTP/1.1\r\nHost: search:9200\r\nConnection: " + connection
                + "\r\nX-Forwarded-For: 6.6.6.6\r\nAuthorization: Basic YTpi\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2\r\n\r\n{}");
        assertThat(answer.status()).isEqualTo(200);
        TestNode.Request seen = node.requests().getLast();
        assertThat(seen.header("x-forwarded-for")).isEqualTo("127.0.0.1");
        assertThat(seen.header("x-forwarded-proto")).isEqualTo("http");
        assertThat(seen.header("x-forwarded-host")).isEqualTo("search:9200");
        assertThat(seen.header("forwarded")).contains("for=127.0.0.1");
        assertThat(seen.header("host")).isEqualTo("127.0.0.1:" + node.port());
        assertThat(seen.header("authorization")).isEqualTo("Basic YTpi");
        assertThat(seen.header("content-type")).isEqualTo("application/json");
        assertThat(seen.text()).isEqualTo("{}");
    }

    @Test
    void takesOutNothingOfAnAnswerThatTheClientNeeds() throws Exception {
        String answer =
                "HTTP/1.1 401 Unauthorized\r\nConnection: Content-Length, Content-Type, WWW-Authenticate, X-Mine\r\n"
                        + "Content-Type: application/json\r\nWWW-Authenticate: Basic\r\nX-Mine: 1\r\nContent-Length: 2\r\n\r\n{}";
        try (TestNode naming = TestNode.answering(answer);
                TestGateway before = TestGateway.before("", naming);
                RawClient client = new RawClient(before.port())) {
            RawClient.Answer seen =
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();
            assertThat(seen.header("content-type")).isEqualTo("application/json");
            assertThat(seen.header("www-authenticate")).isEqualTo("basic");
            assertThat(seen.header("content-length")).isEqualTo("2");
            assertThat(seen.header("x-mine")).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "\r\n", "5\r\nhelloX\r\n", "-1\r\n", "5\nhello\r\n"})
    void answersABrokenChunkRightBehindTheHead(String chunk) throws Exception {
        for (String path : new String[] {"/_bulk", "/logs/_search", "/"}) {
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk);
                assertThat(client.read().status()).isEqualTo(400);
                assertThat(client.closed()).isTrue();
            }
        }
    }

    @Test
    void closesAtOnceAfterTellingThatABodyStalled() throws Exception {
        try (TestGateway slow = new TestGateway(TestGateway.yaml(
                        "timeouts: { body: 4s }",
                        "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                RawClient client = new RawClient(slow.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc");
            assertThat(client.read().status()).isEqualTo(408);
            long answered = System.nanoTime();
            assertThat(client.closed()).isTrue();
            assertThat(System.nanoTime() - answered).isLessThan(TimeUnit.MILLISECONDS.toNanos(3_500));
        }
    }

    @Test
    void closesAKeptConnectionSilentlyAfterAnAnswerThatItMadeAtOnce() throws Exception {
        TestFilter answering = TestFilter.onRequest(
                (head, exchange) -> new RequestPlan.Answer(Reply.error(400, "illegal_argument_exception", "no")));
        try (TestGateway quick = TestFilter.gateway("", node, "timeouts: { head: 200ms, idle: 600ms }", answering);
                RawClient client = new RawClient(quick.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void answersWhatIsRefusedAfterTheAnswersBefore() throws Exception {
        try (TestNode slow = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        TimeUnit.MILLISECONDS.sleep(50);
                        connection.send(TestNode.ok("\"own\""));
                    }
                });
                TestGateway before = TestGateway.before("", slow);
                RawClient client = new RawClient(before.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nrubbish\r\n\r\n"
                    + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
            assertThat(client.read().status()).isEqualTo(200);
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.closed()).isTrue();
            assertThat(slow.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Tenant", "x-tenant", "keep-alive, X-TENANT", "close,, X-Tenant ,", "X-Other, X-Tenant"})
    void refusesWhatWouldEraseAHeaderThatAFilterMayJudgeBy(String connection) throws Exception {
        TestFilter judging = TestFilter.onRequest((head, exchange) -> RequestPlan.pass());
        String head = "GET / HTTP/1.1\r\nHost: a\r\nConnection: " + connection + "\r\nX-Tenant: acme\r\n\r\n";
        try (TestGateway judged = TestFilter.gateway(node, judging);
                RawClient client = new RawClient(judged.port())) {
            int before = node.requests().size();
            client.send(head);
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(node.requests()).hasSize(before);
        }
        assertThat(send(head).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keep-alive",
                "Upgrade, HTTP2-Settings",
                "TE",
                "X-Tenant",
                "Authorization",
                "proxy-connection, close"
            })
    void takesWhatErasesNothingThatIsThere(String connection) throws Exception {
        TestFilter judging = TestFilter.onRequest((head, exchange) -> RequestPlan.pass());
        try (TestGateway judged = TestFilter.gateway(node, judging);
                RawClient client = new RawClient(judged.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: " + connection
                    + "\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\nTE: trailers\r\nProxy-Connection: x\r\n"
                    + "Keep-Alive: timeout=5\r\nAuthorization: Basic YTpi\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
    }
}
