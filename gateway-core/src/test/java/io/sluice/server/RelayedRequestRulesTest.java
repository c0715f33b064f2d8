package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 9110 and 9112 ask of an intermediary with a request on its way to a node; docs/http.md names each test at its rule. */
class RelayedRequestRulesTest extends OneNodeTest {
    private TestNode.Request relayed(String request) throws Exception {
        int before = node.requests().size();
        assertThat(send(request).status()).isEqualTo(200);
        assertThat(node.requests()).hasSize(before + 1);
        return node.requests().getLast();
    }

    private static List<String> lines(TestNode.Request request, String name) {
        return request.headers().stream()
                .filter(line -> line.toLowerCase().startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0", "HTTP/1.1", "HTTP/1.9"})
    void saysItsOwnVersion(String version) throws Exception {
        assertThat(relayed("GET / " + version + "\r\nHost: a\r\n\r\n").line()).isEqualTo("GET / HTTP/1.1");
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1, 1.1", "HTTP/1.0, 1.0", "HTTP/1.9, 1.9"})
    void addsItselfToVia(String version, String received) throws Exception {
        TestNode.Request seen = relayed("GET / " + version + "\r\nHost: a\r\nVia: 1.0 fred\r\n"
                + "Connection: Via\r\nVia: 1.1 p.example (x)\r\n\r\n");
        assertThat(lines(seen, "via")).hasSize(3).startsWith("1.0 fred", "1.1 p.example (x)");
        assertThat(lines(seen, "via").getLast()).matches(received.replace(".", "\\.") + " sluice-[0-9a-f]+");
    }

    @Test
    void refusesARequestThatCameBack() throws Exception {
        String via = relayed("GET / HTTP/1.1\r\nHost: a\r\n\r\n").header("via");
        int before = node.requests().size();
        for (String returned : new String[] {via, "1.0 fred, " + via + ", 1.1 other", "1.0 fred\r\nVia: " + via}) {
            RawClient.Answer answer = send("GET / HTTP/1.1\r\nHost: a\r\nVia: " + returned + "\r\n\r\n");
            assertThat(answer.status()).isEqualTo(508);
            assertThat(answer.body()).contains("a node is the gateway itself");
        }
        assertThat(node.requests()).hasSize(before);
    }

    @Test
    void letsRequestsOfOtherGatewaysThrough() throws Exception {
        try (TestGateway first = new TestGateway(TestGateway.yaml(
                "", "nodes: [\"http://127.0.0.1:" + gateway.port() + "\"]\n    discovery: { enabled: false }"))) {
            assertThat(first.get("/").statusCode()).isEqualTo(200);
            assertThat(lines(node.requests().getLast(), "via")).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void keepsUnknownHeadersAndTheOrderOfRepeatedOnes() throws Exception {
        TestNode.Request seen =
                relayed("GET / HTTP/1.1\r\nHost: a\r\nX-A: 2\r\nX-Unknown: y,,z\r\nX-A: 1, 3\r\nx-a:\r\n"
                        + "X-A: \u00e4\r\n\r\n");
        assertThat(lines(seen, "x-a")).containsExactly("2", "1, 3", "", "\u00e4");
        assertThat(seen.header("x-unknown")).isEqualTo("y,,z");
    }

    @Test
    void passesConditionsRangesAndCredentialsOn() throws Exception {
        TestNode.Request seen = relayed(
                "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a\", W/\"b\"\r\nRange: bytes=0-1\r\n"
                        + "If-Range: \"a\"\r\nAuthorization: Basic YTpi\r\nCookie: a=b\r\nCache-Control: no-transform\r\n\r\n");
        assertThat(seen.header("if-none-match")).isEqualTo("\"a\", W/\"b\"");
        assertThat(seen.header("range")).isEqualTo("bytes=0-1");
        assertThat(seen.header("if-range")).isEqualTo("\"a\"");
        assertThat(seen.header("authorization")).isEqualTo("Basic YTpi");
        assertThat(seen.header("cookie")).isEqualTo("a=b");
        assertThat(seen.header("cache-control")).isEqualTo("no-transform");
    }

    @ParameterizedTest
    @CsvSource({"5, 4", "1, 0", "007, 6", "99999999999999999999, 2147483646"})
    void countsTheHopsOfOptions(String hops, String left) throws Exception {
        TestNode.Request seen = relayed("OPTIONS /logs HTTP/1.1\r\nHost: a\r\nMax-Forwards: " + hops + "\r\n\r\n");
        assertThat(seen.line()).isEqualTo("OPTIONS /logs HTTP/1.1");
        assertThat(lines(seen, "max-forwards")).containsExactly(left);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OPTIONS /logs HTTP/1.1\r\nMax-Forwards: 0",
                "OPTIONS * HTTP/1.1",
                "OPTIONS * HTTP/1.1\r\nMax-Forwards: 7",
                "OPTIONS * HTTP/1.1\r\nContent-Length: 2"
            })
    void answersOptionsThatGoNoFurther(String begin) throws Exception {
        int before = node.requests().size();
        RawClient.Answer answer = send(begin + "\r\nHost: a\r\n\r\n{}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("allow")).contains("get, head, post");
        assertThat(answer.header("content-length")).isEqualTo("0");
        assertThat(node.requests()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "", "1, 1", "1\r\nMax-Forwards: 1"})
    void refusesOptionsWhoseHopsCannotBeCounted(String hops) throws Exception {
        assertThat(send("OPTIONS / HTTP/1.1\r\nHost: a\r\nMax-Forwards: " + hops + "\r\n\r\n")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void countsNoHopsOfOtherMethods() throws Exception {
        assertThat(relayed("GET / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n")
                        .header("max-forwards"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE / HTTP/1.1", "CONNECT a:443 HTTP/1.1", "CONNECT / HTTP/1.1"})
    void namesTheMethodsThatAreAllowed(String line) throws Exception {
        RawClient.Answer answer = send(line + "\r\nHost: a\r\n\r\n");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("get, head, post, put, delete, patch, options");
    }

    @Test
    void leavesUnknownMethodsToTheNode() throws Exception {
        assertThat(relayed("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n").line()).isEqualTo("BREW /pot HTTP/1.1");
    }

    @ParameterizedTest
    @CsvSource({
        "GET a:443, 400",
        "GET http://a?b, 200",
        "GET http://a, 200",
        "GET HTTP://a/, 200",
        "GET http://u@a/, 400"
    })
    void readsTheFormOfTheTarget(String begin, int status) throws Exception {
        assertThat(send(begin + " HTTP/1.1\r\nHost: b\r\n\r\n").status()).isEqualTo(status);
    }

    @Test
    void ignoresTheExpectationOfAnOldClient() throws Exception {
        RawClient.Answer answer =
                send("POST / HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}");
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void putsNoTrailerIntoTheHead() throws Exception {
        TestNode.Request seen = relayed("POST / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\nTrailer: X-Last\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n2;ext=\"1;2\";b\r\n{}\r\n0;last\r\n"
                + "X-Last: 1\r\nContent-Length: 7\r\nHost: b\r\nAuthorization: x\r\n\r\n");
        assertThat(seen.text()).isEqualTo("{}");
        for (String name : new String[] {"x-last", "authorization", "content-length", "te", "trailer"}) {
            assertThat(seen.header(name)).as(name).isNull();
        }
    }

    @Test
    void readsListsWithEmptyElements() throws Exception {
        TestNode.Request seen = relayed("GET / HTTP/1.1\r\nHost: a\r\nConnection: ,, X-Secret ,,\t,\r\nConnection:\r\n"
                + "Connection: X-Other\r\nX-Secret: 1\r\nX-Other: 1\r\nX-Kept: 1\r\n\r\n");
        assertThat(seen.header("x-secret")).isNull();
        assertThat(seen.header("x-other")).isNull();
        assertThat(seen.header("x-kept")).isEqualTo("1");
    }

    @Test
    void takesNoRequestBehindTheLast() throws Exception {
        int before = node.requests().size();
        try (RawClient client = new RawClient(gateway.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().header("connection")).isEqualTo("close");
            assertThat(client.closed()).isTrue();
        }
        assertThat(node.requests()).hasSize(before + 1);
    }

    @Test
    void ignoresAnUpgrade() throws Exception {
        RawClient.Answer answer = send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(node.requests().getLast().header("upgrade")).isNull();
        assertThat(node.requests().getLast().header("http2-settings")).isNull();
    }

    @Test
    void forgetsWhatWasSaidAboutABodyThatIsRewritten() throws Exception {
        String said = "Content-MD5: x\r\nContent-Digest: sha-256=:x:\r\nRepr-Digest: sha-256=:x:\r\nDigest: x\r\n";
        String request = "POST /logs/_search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" + said
                + "Content-Length: 11\r\n\r\n{\"size\":10}";
        List<String> names = List.of("content-md5", "content-digest", "repr-digest", "digest");
        try (TestGateway editing = TestFilter.gateway(
                        node,
                        TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7)));
                RawClient client = new RawClient(editing.port())) {
            assertThat(client.send(request).read().status()).isEqualTo(200);
            TestNode.Request seen = node.requests().getLast();
            assertThat(seen.text()).isEqualTo("{\"size\":7}");
            assertThat(names).allSatisfy(name -> assertThat(seen.header(name)).isNull());
        }
        TestNode.Request untouched = relayed(request);
        assertThat(names).allSatisfy(name -> assertThat(untouched.header(name)).isNotNull());
    }
}
