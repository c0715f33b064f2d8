package io.sluice.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestPlan;
import io.sluice.api.Secret;
import io.sluice.api.UpstreamCredentials;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a filter chooses for the cluster is sent on every way, and nothing that a client says of users beside it. */
class UpstreamCredentialsTest {

    private static final String AUTH = "auth: { username: gateway, password: secret%s }";
    private static final String OWN = "basic z2f0zxdhetpzzwnyzxq=";
    private static final UpstreamCredentials KEY = UpstreamCredentials.apiKey(new Secret("Q0hPU0VO"));
    private static final String CHOSEN = "authorization: apikey q0hpu0vo";
    /** What clients send who would like to be another. */
    private static final String FORGED = "authorization: Basic bWFsbG9yeQ==\r\nes-security-runas-user: mallory\r\n"
            + "es-secondary-authorization: Basic bWFsbG9yeQ==\r\nX-Proxy-User: mallory\r\n";

    private static TestFilter choosing(UpstreamCredentials credentials) {
        return TestFilter.onRequest("choosing", (head, exchange) -> {
            exchange.put(ExchangeKey.UPSTREAM_CREDENTIALS, credentials);
            return RequestPlan.pass();
        });
    }

    /** A filter behind the one that chooses, which has nothing to say about credentials. */
    private static final TestFilter FORGING = TestFilter.onRequest(
            "forging",
            (head, exchange) -> new RequestPlan.Head(head.withHeader("Authorization", "Basic bWFsbG9yeQ==")
                    .withHeader("es-security-runas-user", "mallory")));

    private static String filtered(String yaml) {
        return yaml.replace(
                "relay: { cluster: primary",
                "filters: [{ type: choosing }, { type: forging }]\n    relay: { cluster: primary");
    }

    private static TestGateway gateway(UpstreamCredentials credentials, String auth, TestNode... nodes)
            throws Exception {
        String list =
                String.join(", ", List.of(nodes).stream().map(TestNode::address).toList());
        String yaml = TestGateway.yaml("", "nodes: [" + list + "]\n    discovery: { enabled: false }\n    " + auth);
        return new TestGateway(filtered(yaml), choosing(credentials), FORGING);
    }

    private static String get(TestGateway gateway) throws Exception {
        try (Socket client = gateway.connect()) {
            client.getOutputStream()
                    .write(("GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n" + FORGED + "\r\n")
                            .getBytes(US_ASCII));
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private static String head(TestNode.Request request) {
        return String.join("\r\n", request.headers()).toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "auth: { username: gateway, password: secret }",
                "auth: { username: gateway, password: secret, inject: true }"
            })
    void areSentWhateverTheClusterIsConfiguredToGet(String auth) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(KEY, auth, node)) {
            assertThat(get(gateway)).startsWith("HTTP/1.1 200");

            assertThat(head(node.requests().getFirst()))
                    .containsOnlyOnce(CHOSEN)
                    .containsOnlyOnce("authorization")
                    .doesNotContain("mallory", "bwfsbg9yeq", OWN);
        }
    }

    @Test
    void nameTheUserInWhoseNameTheClusterActs() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(UpstreamCredentials.ofCluster().as("jane"), AUTH.formatted(""), node)) {
            get(gateway);

            assertThat(head(node.requests().getFirst()))
                    .contains("authorization: " + OWN, "es-security-runas-user: jane")
                    .containsOnlyOnce("es-security-runas-user")
                    .doesNotContain("mallory");
        }
    }

    @Test
    void fallOnNothingWhereTheClusterHasNone() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(UpstreamCredentials.ofCluster(), "", node)) {
            assertThat(get(gateway)).startsWith("HTTP/1.1 500").contains("sluice_filter_failed");
            assertThat(gateway.post("/_bulk", Bulks.items(0, 2)).statusCode()).isEqualTo(500);

            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void nameNoUserBesideAKeyWithWhichServersMayIgnoreIt() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway =
                        gateway(UpstreamCredentials.ofCluster().as("jane"), "auth: { apiKey: YTpi }", node)) {
            assertThat(get(gateway)).startsWith("HTTP/1.1 500").contains("sluice_filter_failed");

            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void areSentAgainWithARequestThatIsTriedAgain() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        TestNode.Script breakingOnce = connection -> {
            while (connection.readRequest() != null) {
                if (tries.incrementAndGet() == 1) {
                    connection.reset();
                    return;
                }
                connection.send(TestNode.ok("{}"));
            }
        };
        try (TestNode one = new TestNode(breakingOnce);
                TestNode two = new TestNode(breakingOnce);
                TestGateway gateway = gateway(KEY, AUTH.formatted(", inject: true"), one, two)) {
            assertThat(get(gateway)).startsWith("HTTP/1.1 200");

            assertThat(tries).hasValue(2);
            assertThat(List.of(one, two))
                    .allSatisfy(node -> assertThat(node.requests())
                            .allSatisfy(request ->
                                    assertThat(head(request)).contains(CHOSEN).doesNotContain("mallory", OWN)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 200})
    void areSentWithEachPartOfABulkAndWithItemsThatAreSentAgain(int items) throws Exception {
        AtomicInteger refused = new AtomicInteger();
        BulkNode.Results busyOnce =
                (request, id) -> refused.incrementAndGet() == 1 ? BulkNode.busy() : BulkNode.CREATED.of(request, id);
        try (TestNode one = BulkNode.answering(busyOnce);
                TestNode two = BulkNode.answering(busyOnce)) {
            String cluster = "    " + AUTH.formatted(", inject: true") + "\n";
            String yaml = filtered(
                    Bulks.yaml(cluster, Bulks.REGROUPED.formatted("retry: { attempts: 3, pause: 1ms }"), one, two));
            try (TestGateway gateway = new TestGateway(yaml, choosing(KEY), FORGING, TestRouter.inRunsOf(7))) {
                var answer = gateway.send(gateway.request("/logs/_bulk")
                        .header("Content-Type", "application/x-ndjson")
                        .header("es-security-runas-user", "mallory")
                        .header("Authorization", "Basic bWFsbG9yeQ==")
                        .POST(BodyPublishers.ofString(Bulks.items(0, items)))
                        .build());

                assertThat(answer.statusCode()).isEqualTo(200);
                int sent = BulkNode.bulks(one).size() + BulkNode.bulks(two).size();
                assertThat(sent).isEqualTo(items == 2 ? 1 : 3);
                for (TestNode node : List.of(one, two)) {
                    assertThat(BulkNode.bulks(node))
                            .allSatisfy(request -> assertThat(head(request))
                                    .contains(CHOSEN)
                                    .containsOnlyOnce("authorization")
                                    .doesNotContain("mallory", OWN));
                }
            }
        }
    }
}
