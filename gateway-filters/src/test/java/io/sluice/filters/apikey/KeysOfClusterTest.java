package io.sluice.filters.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.config.ConfigLoader;
import io.sluice.filters.upstreamcredentials.UpstreamCredentialsFilter_Factory;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.Gateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway before a node with the security endpoint, which is slow, down, or lies. */
@Timeout(180)
@Tag("slow")
class KeysOfClusterTest {

    private static final int WRONG_KEYS = Integer.getInteger("sluice.keys.wrong", 1_500);
    private static final String KEY = Keys.header("user-1", "secret");

    /** However slow the machine is, the node answers in time. */
    private static final String PATIENT = ", timeout: 1m";

    @TempDir
    private Path directory;

    private final CountDownLatch end = new CountDownLatch(1);
    private SecurityStub node;
    private Gateway gateway;
    private HttpClient client;

    @BeforeEach
    void start() throws Exception {
        node = new SecurityStub(SecurityStub::honest);
        client = HttpClient.newHttpClient();
        start(PATIENT, "");
    }

    private void start(String keys, String filters) throws Exception {
        String yaml = """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary:
                    nodes: [%s]
                    discovery: { enabled: false }
                    auth: { username: gateway, password: secret, inject: true }
                flows:
                  default:
                    filters:
                      - type: api-key
                        config: { cluster: { name: primary%s } }
                %s
                    relay: { cluster: primary }
                listeners:
                  - name: http
                    bind: 127.0.0.1:0
                    trustedProxies: [127.0.0.1/32]
                    routes: [{ flow: default }]
                """.formatted(node.address(), keys, filters);
        FilterRegistry registry =
                FilterRegistry.of(new ApiKeyFilter_Factory(), new UpstreamCredentialsFilter_Factory());
        var loaded = new ConfigLoader(Map.of()).parse(yaml, directory.resolve("gateway.yml"), plugins -> registry);
        gateway = Gateway.start(loaded.config(), loaded.filters(), new SimpleMeterRegistry(), directory);
    }

    private void again(String keys, String filters) throws Exception {
        gateway.close();
        start(keys, filters);
    }

    @AfterEach
    void stop() {
        end.countDown();
        client.close();
        gateway.close();
        node.close();
    }

    private HttpRequest request(String authorization, String address) {
        int port = Objects.requireNonNull(gateway.address("http")).getPort();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/logs/_search"))
                .header("Authorization", authorization)
                .header("X-Forwarded-For", address)
                .header("es-security-runas-user", "mallory")
                .build();
    }

    private HttpResponse<String> get(String authorization) throws Exception {
        return client.send(request(authorization, "192.0.2.1"), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void asksWithTheKeyOfTheClientAndSendsTheRequestWithTheGatewaysOwn() throws Exception {
        assertThat(get(KEY).statusCode()).isEqualTo(200);
        assertThat(get(Keys.header("other", "secret")).statusCode()).isEqualTo(401);

        assertThat(node.asked()).isEqualTo(2);
        assertThat(node.relayed()).containsExactly("Basic Z2F0ZXdheTpzZWNyZXQ=");
    }

    @Test
    void givesTheClusterWhatTheOwnerOfTheKeyHas() throws Exception {
        again(PATIENT, """
                      - type: upstream-credentials
                        config: { rules: [{ when: { claims: { owner: [jane] } }, bearer: token-of-jane }] }
                """.stripTrailing());

        assertThat(get(KEY).statusCode()).isEqualTo(200);

        assertThat(node.relayed()).containsExactly("Bearer token-of-jane");
    }

    @Test
    void answers503WhileTheClusterIsSlowAndHoldsNoOtherKeys() throws Exception {
        again(", timeout: 200ms", "");
        // The node may need longer than the timeout for its first answers.
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(get(KEY).statusCode()).isEqualTo(200));
        node.answering((exchange, authorization) -> end.await());

        HttpResponse<String> slow = get(Keys.header("user-2", "secret"));

        assertThat(slow.statusCode()).isEqualTo(503);
        assertThat(slow.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(get(KEY).statusCode()).isEqualTo(200);
    }

    @Test
    void answers429WhileAsManyKeysWaitAsMay() throws Exception {
        again(", maxConcurrent: 1, maxPending: 1, timeout: 30s", "");
        assertThat(get(KEY).statusCode()).isEqualTo(200);
        node.answering((exchange, authorization) -> end.await());
        List<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(2, 6)
                .mapToObj(i -> client.sendAsync(
                        request(Keys.header("user-" + i, "secret"), "192.0.2.1"), HttpResponse.BodyHandlers.ofString()))
                .toList();

        HttpResponse<?> first = (HttpResponse<?>)
                CompletableFuture.anyOf(asked.toArray(CompletableFuture[]::new)).join();

        assertThat(first.statusCode()).isEqualTo(429);
        assertThat(first.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(first.body().toString()).contains("too many API keys wait to be checked");
        assertThat(get(KEY).statusCode()).isEqualTo(200);
    }

    @Test
    void answers503WhileTheClusterIsDown() throws Exception {
        node.close();

        assertThat(get(KEY).statusCode()).isEqualTo(503);
    }

    @Test
    void answers503WhereTheClusterLies() throws Exception {
        List<SecurityStub.Answer> lies = List.of(
                (exchange, authorization) -> SecurityStub.send(exchange, 200, SecurityStub.about("somebody-else")),
                (exchange, authorization) -> SecurityStub.send(exchange, 200, SecurityStub.about("user-1") + "{}"),
                (exchange, authorization) -> SecurityStub.send(
                        exchange,
                        200,
                        SecurityStub.about("user-1").replace("\"enabled\":true", "\"enabled\":true,\"enabled\":true")),
                (exchange, authorization) -> SecurityStub.send(exchange, 200, "[]"),
                (exchange, authorization) -> SecurityStub.send(exchange, 200, ""),
                (exchange, authorization) -> SecurityStub.send(exchange, 200, "x".repeat(2 << 20)),
                (exchange, authorization) -> SecurityStub.send(exchange, 200, "[".repeat(1 << 19)),
                (exchange, authorization) -> {
                    exchange.getResponseHeaders().add("Location", "/elsewhere");
                    SecurityStub.send(exchange, 302, "{}");
                },
                (exchange, authorization) -> SecurityStub.send(exchange, 500, "{}"));
        for (SecurityStub.Answer lie : lies) {
            node.answering(lie);

            assertThat(get(KEY).statusCode()).isEqualTo(503);
        }
        assertThat(node.relayed()).isEmpty();
    }

    @Test
    void letsUsersInAmongThousandsOfWrongKeysOfOneAddress() throws Exception {
        Semaphore inFlight = new Semaphore(200);
        List<CompletableFuture<Integer>> wrong = new ArrayList<>();
        List<CompletableFuture<Integer>> right = new ArrayList<>();
        for (int i = 0; i < WRONG_KEYS; i++) {
            inFlight.acquire();
            wrong.add(client.sendAsync(
                            request(Keys.header("wrong-" + i, "guess"), "192.0.2.66"),
                            HttpResponse.BodyHandlers.discarding())
                    .whenComplete((answer, failure) -> inFlight.release())
                    .thenApply(HttpResponse::statusCode));
            if (i % (WRONG_KEYS / 20) == 0) {
                right.add(client.sendAsync(
                                request(Keys.header("user-" + i, "secret"), "198.51.100." + right.size()),
                                HttpResponse.BodyHandlers.discarding())
                        .thenApply(HttpResponse::statusCode));
            }
        }

        assertThat(right).hasSize(20).extracting(CompletableFuture::join).containsOnly(200);
        assertThat(wrong).extracting(CompletableFuture::join).allMatch(status -> status == 401 || status == 429);
        assertThat(node.mostAtATime()).isLessThanOrEqualTo(4);
    }
}
