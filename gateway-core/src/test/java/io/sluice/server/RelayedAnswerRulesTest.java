package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponsePlan;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 9110 and 9112 ask of an intermediary with an answer on its way to the client; docs/http.md names each test at its rule. */
class RelayedAnswerRulesTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static RawClient.Answer relayed(String answer) throws Exception {
        return relayed(answer, GET);
    }

    private static RawClient.Answer relayed(String answer, String request) throws Exception {
        try (TestNode node = TestNode.answering(answer);
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send(request);
            return request.startsWith("HEAD") ? client.readHead() : client.read();
        }
    }

    private static void isNow(String date) {
        assertThat(date).isNotNull().matches("[a-z]{3}, \\d\\d [a-z]{3} \\d{4} \\d\\d:\\d\\d:\\d\\d gmt");
        String form = date.substring(0, 1).toUpperCase(Locale.ROOT)
                + date.substring(1, 8)
                + date.substring(8, 9).toUpperCase(Locale.ROOT)
                + date.substring(9).replace("gmt", "GMT");
        Instant said =
                ZonedDateTime.parse(form, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        assertThat(Duration.between(said, Instant.now())).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    }

    @Test
    void saysItsOwnVersion() throws Exception {
        assertThat(relayed("HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}").head())
                .startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(relayed("HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}", "GET / HTTP/1.0\r\n\r\n")
                        .head())
                .startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void tellsTheTimeWhereTheNodeDoesNot() throws Exception {
        isNow(relayed(TestNode.ok("{}")).header("date"));
        isNow(relayed("HTTP/1.1 204 No Content\r\n\r\n").header("date"));
        isNow(relayed("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                .header("date"));
        assertThat(relayed("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\ncontent-length: 2\r\n\r\n{}")
                        .header("date"))
                .isEqualTo("sun, 06 nov 1994 08:49:37 gmt");
    }

    @Test
    void tellsTheTimeInItsOwnAnswers() throws Exception {
        TestFilter answering =
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Answer(Reply.text(200, "from here")));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, answering)) {
            for (String request : List.of(
                    GET,
                    "GET / HTTP/1.1\r\n\r\n",
                    "rubbish\r\n\r\n",
                    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                    "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n")) {
                try (RawClient client = new RawClient(gateway.port())) {
                    isNow(client.send(request).read().header("date"));
                }
            }
        }
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway full = new TestGateway(TestGateway.yaml(
                        "limits: { connections: 1 }",
                        "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                RawClient first = new RawClient(full.port())) {
            assertThat(first.send(GET).read().status()).isEqualTo(200);
            try (RawClient second = new RawClient(full.port())) {
                isNow(second.read().header("date"));
            }
        }
    }

    @Test
    void keepsUnknownHeadersAndTheOrderOfRepeatedOnes() throws Exception {
        String head = relayed(
                        "HTTP/1.1 200 OK\r\nSet-Cookie: b=1\r\nX-A: 2\r\nVia: 1.1 p\r\nWarning: 299 a \"x\"\r\nX-A: 1,,3\r\n"
                                + "Set-Cookie: a=2\r\nWWW-Authenticate: Basic realm=\"x\"\r\nAllow: GET\r\ncontent-length: 2\r\n\r\n{}")
                .head();
        assertThat(head)
                .containsSubsequence("set-cookie: b=1\r\n", "set-cookie: a=2\r\n")
                .containsSubsequence("x-a: 2\r\n", "x-a: 1,,3\r\n")
                .contains(
                        "via: 1.1 p\r\n", "www-authenticate: basic realm=\"x\"\r\n", "allow: get\r\n", "warning: 299");
    }

    @Test
    void keepsWhatBelongsToTheNodesConnectionToItself() throws Exception {
        String head = relayed(
                        "HTTP/1.1 200 OK\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=1\r\n"
                                + "Proxy-Connection: x\r\nTE: gzip\r\nTrailer: X-Last\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}")
                .head();
        assertThat(head).doesNotContain("x-hop", "keep-alive", "proxy-connection", "\nte:", "trailer", "upgrade");
        assertThat(head).doesNotContain("connection:");
    }

    @Test
    void takesOutWhiteSpaceBeforeTheColon() throws Exception {
        String head = relayed("HTTP/1.1 200 OK\r\nX-A \t: 1\r\nContent-Length : 2\r\n\r\n{}")
                .head();
        assertThat(head).contains("x-a: 1\r\n", "content-length: 2\r\n");
    }

    @Test
    void putsNoTrailerIntoTheHead() throws Exception {
        RawClient.Answer answer =
                relayed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Last\r\n\r\n2;a=b\r\n{}\r\n0\r\n"
                        + "X-Last: 1\r\nContent-Length: 7\r\n\r\n");
        assertThat(answer.body()).isEqualTo("{}");
        assertThat(answer.head()).doesNotContain("x-last", "content-length");
    }

    @ParameterizedTest
    @CsvSource({"content-length: 5", "transfer-encoding: chunked"})
    void framesNoAnswerWithoutABody(String framing) throws Exception {
        String head =
                relayed("HTTP/1.1 204 No Content\r\n" + framing + "\r\n\r\n").head();
        assertThat(head).doesNotContain("content-length", "transfer-encoding");
    }

    @Test
    void keepsTheLengthThatTheBodyWouldHaveHad() throws Exception {
        assertThat(relayed("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\ncontent-length: 5\r\n\r\n")
                        .head())
                .contains("content-length: 5\r\n", "etag: \"a\"\r\n");
    }

    @Test
    void answersHeadWithoutABodyAlsoWhereItRefuses() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            for (String rest : List.of("\r\n", "Host: a b\r\n\r\n", "Host: a\r\nExpect: x\r\n\r\n")) {
                try (RawClient client = new RawClient(gateway.port())) {
                    client.send("HEAD / HTTP/1.1\r\n" + rest);
                    assertThat(client.readHead().status()).isBetween(400, 417);
                    assertThat(client.readAll()).isEmpty();
                }
            }
        }
    }

    @Test
    void answersHeadWithoutABodyAlsoWhereTheRestCannotBeRead() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("", node)) {
            for (String rest : List.of(
                    " / HTTP/1.1\r\nHost : a\r\n\r\n",
                    "/".repeat(17_000),
                    "/ HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(33_000) + "\r\n\r\n")) {
                try (RawClient client = new RawClient(gateway.port())) {
                    client.send("HEAD " + rest);
                    assertThat(client.readHead().status()).isBetween(400, 431);
                    assertThat(client.readAll()).isEmpty();
                }
            }
        }
    }

    @Test
    void asksForNoBodyThatIsRefused() throws Exception {
        TestFilter refusing =
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Answer(Reply.text(403, "not you")));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, refusing);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.readAll()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0", "HTTP/1.1"})
    void passesNoInformationalAnswersOn(String version) throws Exception {
        RawClient.Answer answer = relayed(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + TestNode.ok("{}"),
                "GET / " + version + "\r\nHost: a\r\n\r\n");
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void forgetsWhatWasSaidAboutABodyThatIsRewritten() throws Exception {
        String answer =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"a\"\r\nContent-MD5: x\r\nDigest: x\r\n"
                        + "Content-Digest: sha-256=:x:\r\nRepr-Digest: sha-256=:x:\r\nAccept-Ranges: bytes\r\nLast-Modified: x\r\n"
                        + "Content-Length: 11\r\n\r\n{\"size\":10}";
        String[] names = {"etag:", "content-md5:", "digest:", "accept-ranges:"};
        TestFilter editing =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        TestFilter naming =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Head(head.withHeader("x-seen", "1")));
        try (TestNode node = TestNode.answering(answer);
                TestGateway rewriting = TestFilter.gateway(node, editing);
                TestGateway looking = TestFilter.gateway(node, naming)) {
            try (RawClient client = new RawClient(rewriting.port())) {
                RawClient.Answer rewritten = client.send(GET).read();
                assertThat(rewritten.body()).isEqualTo("{\"size\":7}");
                assertThat(rewritten.head()).doesNotContain(names).contains("last-modified:");
            }
            try (RawClient client = new RawClient(looking.port())) {
                assertThat(client.send(GET).read().head()).contains(names);
            }
        }
        try (TestNode node = TestNode.answering("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"a\"\r\n"
                        + "Content-Length: 11\r\n\r\n");
                TestGateway rewriting = TestFilter.gateway(node, editing);
                RawClient client = new RawClient(rewriting.port())) {
            assertThat(client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                            .readHead()
                            .head())
                    .doesNotContain("etag", "content-length");
        }
    }
}
