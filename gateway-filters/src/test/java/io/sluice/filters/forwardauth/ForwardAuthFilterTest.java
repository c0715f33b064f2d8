package io.sluice.filters.forwardauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@Tag("slow")
class ForwardAuthFilterTest {

    private static final String USER = "timeout: 30s\nnameHeader: Remote-User\nclaims: { groups: Remote-Groups }\n";

    private final List<Headers> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Answer answer = with(204, Map.of("Remote-User", "alice", "Remote-Groups", "reader, writer"));
    private HttpServer server;
    private FilterHarness harness;

    private interface Answer {
        void write(HttpExchange exchange) throws Exception;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestHeaders());
            try {
                answer.write(exchange);
            } catch (Exception e) {
                throw new IOException(e);
            } finally {
                exchange.close();
            }
        });
        server.start();
        harness = harness(USER);
    }

    @AfterEach
    void stop() {
        end.countDown();
        harness.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private FilterHarness harness(String yaml) {
        return harness(server.getAddress().getPort(), yaml);
    }

    private static FilterHarness harness(int port, String yaml) {
        return FilterHarness.of(
                ForwardAuthFilter.class,
                "address: http://127.0.0.1:" + port + "/check?a=b\n" + yaml,
                new TestContext().filterTimeout(Duration.ofMinutes(2)));
    }

    private void configure(String yaml) {
        harness.close();
        harness = harness(yaml);
    }

    private static Answer with(int status, Map<String, String> headers) {
        return exchange -> {
            headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            exchange.sendResponseHeaders(status, -1);
        };
    }

    private HarnessCall request() {
        return harness.request("POST", "/logs/_search?size=1")
                .header("Host", "search.example")
                .header("Authorization", "Bearer secret")
                .header("X-Other", "not shown")
                .client("192.0.2.7")
                .body("{\"size\":1}");
    }

    private void assertUnavailable() {
        HarnessResult result = request().send();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.headers().get("Retry-After")).isEqualTo("5");
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void letsRequestsThroughAndNotesTheUser() {
        HarnessResult result = request().everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal("alice", "forward-auth", Map.of("groups", List.of("reader", "writer"))));
        assertThat(result.upstreamBody()).isEqualTo("{\"size\":1}");
        assertThat(result.upstreamHead().headers().contains("Authorization")).isFalse();
        assertThat(result.upstreamHead().headers().get("X-Other")).isEqualTo("not shown");
    }

    @Test
    void showsTheServiceWhatIsAskedAndTheChosenHeadersOnly() {
        request().header("Cookie", "a=b").header("X-Forwarded-Uri", "/other").send();

        Headers shown = asked.getFirst();
        assertThat(shown.getFirst("X-Forwarded-Method")).isEqualTo("POST");
        assertThat(shown.get("X-Forwarded-Uri")).containsExactly("/logs/_search?size=1");
        assertThat(shown.getFirst("X-Forwarded-Host")).isEqualTo("search.example");
        assertThat(shown.getFirst("X-Forwarded-Proto")).isEqualTo("http");
        assertThat(shown.getFirst("X-Forwarded-For")).isEqualTo("192.0.2.7");
        assertThat(shown.getFirst("Authorization")).isEqualTo("Bearer secret");
        assertThat(shown.getFirst("Cookie")).isEqualTo("a=b");
        assertThat(shown.containsKey("X-Other")).isFalse();
        assertThat(shown.getFirst("Content-Length")).isIn(null, "0");
    }

    @Test
    void forwardsCredentialsWhereThatIsWanted() {
        configure(USER + "forwardCredentials: true");

        assertThat(request().send().upstreamHead().headers().get("Authorization"))
                .isEqualTo("Bearer secret");
    }

    @Test
    void takesAwayWhatClientsSendInPlaceOfTheService() {
        HarnessResult result = request()
                .header("remote-user", "admin")
                .header("Remote-Groups", "admins")
                .header("Remote_User", "admin")
                .header("REMOTE_GROUPS", "admins")
                .send();

        assertThat(result.upstreamHead().headers().contains("Remote-User")).isFalse();
        assertThat(result.upstreamHead().headers().contains("Remote-Groups")).isFalse();
        assertThat(result.upstreamHead().headers().contains("Remote_User")).isFalse();
        assertThat(result.upstreamHead().headers().contains("Remote_Groups")).isFalse();
        assertThat(asked.getFirst().containsKey("Remote-User")).isFalse();
    }

    @Test
    void keepsTheUserOfAnEarlierFilterWhereTheServiceNamesNone() {
        configure("timeout: 30s");

        assertThat(request().principal("bob").send().fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal("bob", "test"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void handsRefusalsOn(int status) {
        answer = with(
                status, Map.of("WWW-Authenticate", "Bearer realm=\"x\"", "Location", "https://login.example/?a=b"));

        HarnessResult result = request().send();

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.headers().get("WWW-Authenticate")).isEqualTo("Bearer realm=\"x\"");
        assertThat(result.headers().get("Location")).isEqualTo("https://login.example/?a=b");
        assertThat(result.body()).contains("security_exception").endsWith("\"status\":" + status + "}");
        assertThat(harness.context().meters().count("service_denied_requests")).isEqualTo(1);
    }

    @Test
    void handsNothingElseOnOfARefusal() {
        answer = exchange -> {
            exchange.getResponseHeaders().put("WWW-Authenticate", Collections.nCopies(20, "Basic realm=x"));
            exchange.getResponseHeaders().add("Location", "/" + "x".repeat(5000));
            exchange.getResponseHeaders().add("Set-Cookie", "a=b");
            exchange.getResponseHeaders().add("X-Other", "x");
            byte[] body = "secret of the service".getBytes(UTF_8);
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
        };

        HarnessResult result = request().send();

        assertThat(result.headers().all("WWW-Authenticate")).hasSize(8);
        assertThat(result.headers().contains("Location")).isFalse();
        assertThat(result.headers().contains("Set-Cookie")).isFalse();
        assertThat(result.headers().contains("X-Other")).isFalse();
        assertThat(result.body()).doesNotContain("secret of the service");
    }

    @Test
    void refusesWithoutAChallengeIfThereIsNone() {
        answer = with(401, Map.of());

        assertThat(request().send().status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 302, 307, 400, 404, 407, 429, 500, 503, 599})
    void letsNobodyInByAnyOtherAnswer(int status) {
        answer = with(status, Map.of("Location", "/elsewhere", "Remote-User", "alice"));

        assertUnavailable();
        assertThat(asked).hasSize(1);
    }

    @Test
    void letsNobodyInWithoutTheName() {
        answer = with(200, Map.of());
        assertUnavailable();

        answer = with(200, Map.of("Remote-User", " "));
        assertUnavailable();

        answer = with(200, Map.of("Remote-User", "x".repeat(1025)));
        assertUnavailable();

        answer = exchange -> {
            exchange.getResponseHeaders().put("Remote-User", List.of("alice", "bob"));
            exchange.sendResponseHeaders(200, -1);
        };
        assertUnavailable();
        assertThat(harness.context().meters().count("service_failures")).isEqualTo(4);
    }

    @Test
    void letsNobodyInWhileTheServiceIsDown() throws Exception {
        // Bound, so that nobody else listens there.
        try (Socket unused = new Socket()) {
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            harness.close();
            harness = harness(unused.getLocalPort(), USER);

            assertUnavailable();
        }
    }

    @Test
    void waitsForNobodyLongerThanConfigured() {
        configure("timeout: 400ms");
        answer = exchange -> end.await();
        assertUnavailable();

        answer = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            end.await();
        };
        assertUnavailable();
    }

    @Test
    void hearsNoAnswerOutThatNeverEnds() {
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (end.getCount() > 0) {
                exchange.getResponseBody().write(new byte[8192]);
            }
        };

        assertUnavailable();
    }

    @Test
    void asksAboutEachRequestUnlessToldToRemember() {
        request().send();
        request().send();

        assertThat(asked).hasSize(2);
    }

    @Test
    void remembersPermissionsForRequestsAlike() {
        configure(USER + "cacheFor: 1m");
        request().send();
        request().send();
        assertThat(asked).hasSize(1);

        harness.request("GET", "/logs/_search?size=1")
                .header("Authorization", "Bearer secret")
                .send();
        request().header("Authorization", "Bearer other").send();
        request().client("192.0.2.8").send();
        assertThat(asked).hasSize(4);

        harness.context().clock().advance(Duration.ofMinutes(1));
        request().send();
        assertThat(asked).hasSize(5);
    }

    @Test
    void remembersPermissionsForTheSameHeaders() {
        configure(USER + "cacheFor: 1m\ncacheBy: headers");
        request().send();
        HarnessResult other = harness.request("DELETE", "/logs")
                .header("Authorization", "Bearer secret")
                .send();
        assertThat(other.fact(ExchangeKey.PRINCIPAL)).isNotNull();
        assertThat(asked).hasSize(1);

        request().header("Cookie", "a=b").send();
        harness.request("GET", "/").header("Cookie", "Bearer secret").send();
        assertThat(asked).hasSize(3);

        harness.request("GET", "/").send();
        harness.request("GET", "/").send();
        assertThat(asked).hasSize(5);
    }

    @Test
    void remembersNoRefusal() {
        configure(USER + "cacheFor: 1m");
        answer = with(403, Map.of());
        request().send();
        answer = with(500, Map.of());
        request().send();
        answer = with(204, Map.of("Remote-User", "alice"));

        assertThat(request().send().relayed()).isTrue();
        assertThat(asked).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_search?index=secret",
                "/_close?index=logs",
                "/a/../b",
                "/%5fsearch",
                "/logs%2f_search",
                "/a;b?x;y"
            })
    void asksAboutNoTargetThatTheClusterMayReadInAnotherWay(String target) {
        HarnessResult result = harness.request("POST", target).send();

        assertThat(result.status()).isEqualTo(400);
        assertThat(asked).isEmpty();
    }

    @Test
    void tellsThePathAsTheClusterReadsIt() {
        harness.request("GET", "//logs///_search").send();

        assertThat(asked.getFirst().getFirst("X-Forwarded-Uri")).isEqualTo("/logs/_search");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer \u00e9", "Bearer \u00fc"})
    void handsNoHeaderOnThatTheServiceCouldReadInAnotherWay(String value) {
        HarnessResult result =
                harness.request("GET", "/").header("Authorization", value).send();

        assertThat(result.status()).isEqualTo(400);
        assertThat(asked).isEmpty();
    }

    @Test
    void handsNoHeadersOnOfAnyLength() {
        assertThat(harness.request("GET", "/")
                        .header("Authorization", "x".repeat(17 << 10))
                        .send()
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "address: http://auth.example/check",
                "address: ftp://127.0.0.1/",
                "address: https://user@auth.example/",
                "address: /check",
                "ca: missing.pem",
                "send: [Host]",
                "send: [Content-Length]",
                "send: [X-Forwarded-Uri]",
                "send: ['a b']",
                "send: [Remote-User]\nnameHeader: remote-user",
                "claims: { groups: Remote-Groups }",
                "nameHeader: 'a b'",
                "timeout: 0s",
                "timeout: 2m",
                "concurrency: 0",
                "maxPending: 1",
                "cacheFor: 1m\ncacheBy: headers\nsend: []",
                "cacheSize: 0"
            })
    void isNotMadeOfAConfigurationThatCannotWork(String lines) {
        String yaml = lines.startsWith("address") ? lines : "address: http://127.0.0.1/\n" + lines;

        assertThatThrownBy(() -> FilterHarness.of(ForwardAuthFilter.class, yaml, new TestContext()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNotMadeWhereItsRequestsWouldBeLate() {
        TestContext hasty = new TestContext().filterTimeout(Duration.ofSeconds(5));

        assertThatThrownBy(() -> FilterHarness.of(ForwardAuthFilter.class, "address: http://127.0.0.1/\n", hasty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout, 5000 ms, must be shorter than plugins.filterTimeout");
    }
}
