package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.RefusedRequest;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients, filters and the log call a request by the same id, whoever ends it. */
class RequestIdTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    @RegisterExtension
    private final SeenLog log = new SeenLog();

    private final BlockingQueue<String> completed = new LinkedBlockingQueue<>();
    private final BlockingQueue<RefusedRequest> refused = new LinkedBlockingQueue<>();

    private TestFilter noting() {
        return new TestFilter("noting", new Filter() {
            @Override
            public void onComplete(ExchangeSummary summary) {
                completed.add(summary.exchange().id());
            }

            @Override
            public void onRefused(RefusedRequest request) {
                refused.add(request);
            }
        });
    }

    private static String idIn(RawClient.Answer answer) throws Exception {
        return new ObjectMapper()
                .readTree(answer.body())
                .at("/error/request_id")
                .asText();
    }

    private RefusedRequest refused() throws InterruptedException {
        RefusedRequest request = refused.poll(10, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    @Test
    void isTheSameInHeaderBodyAndFiltersAndCountsOnAConnection() throws Exception {
        TestFilter forbidding = TestFilter.onRequest((head, exchange) -> RequestPlan.answer(Reply.refusal(403, "no")));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting(), forbidding);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 1; i <= 3; i++) {
                RawClient.Answer answer = client.send(GET).read();

                assertThat(answer.header("x-request-id")).matches("[0-9a-f]{16}-" + i);
                assertThat(idIn(answer)).isEqualTo(answer.header("x-request-id"));
                assertThat(completed.poll(10, TimeUnit.SECONDS)).isEqualTo(answer.header("x-request-id"));
            }
        }
    }

    @Test
    void isInTheErrorOfAGatewayWhoseNodeIsGone() throws Exception {
        TestNode node = TestNode.answering("");
        node.close();
        try (TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer = client.send(GET).read();

            assertThat(answer.status()).isGreaterThanOrEqualTo(500);
            assertThat(idIn(answer)).isNotEmpty().isEqualTo(answer.header("x-request-id"));
        }
    }

    @Test
    void isNotTheClientsAndNotInAnswersOfNodes() throws Exception {
        String named = TestNode.ok("{}").replace("\r\n\r\n", "\r\nX-Request-Id: the-nodes\r\n\r\n");
        try (TestNode node = TestNode.answering(named);
                TestGateway gateway = TestFilter.gateway(node, noting());
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer = client.send("GET /a HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n\r\n")
                    .read();

            assertThat(answer.header("x-request-id")).isEqualTo("the-nodes");
            assertThat(completed.poll(10, TimeUnit.SECONDS)).matches("[0-9a-f]{16}-1");
            assertThat(node.requests().getFirst().toString().toLowerCase(java.util.Locale.ROOT))
                    .contains("x-request-id: mine");
        }
    }

    @Test
    void isInTheLogWhereAFilterFails() throws Exception {
        TestFilter failing = TestFilter.onRequest((head, exchange) -> {
            throw new IllegalStateException("thrown by a test");
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, failing);
                RawClient client = new RawClient(gateway.port())) {
            String id = client.send(GET).read().header("x-request-id");

            assertThat(List.copyOf(log.list))
                    .filteredOn(line -> line.getMessage().equals("a filter failed"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getKeyValuePairs())
                            .anySatisfy(pair -> assertThat(pair).hasToString("request=\"" + id + "\"")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /a/../b HTTP/1.1|Host: a|User-Agent: curl/8,     400, bad-request, GET, /a/../b",
        "TRACE /x?y HTTP/1.1|Host: a|User-Agent: curl/8,      405, bad-request, TRACE, /x?y",
        "GET /a HTTP/1.1|Host: a|Host: b|User-Agent: curl/8,  400, bad-request, GET, /a"
    })
    void tellsFiltersOfARequestThatIsRefusedByItsHead(
            String head, int status, String failure, String method, String target) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting());
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer =
                    client.send(head.replace("|", "\r\n") + "\r\n\r\n").read();

            RefusedRequest request = refused();
            assertThat(answer.status()).isEqualTo(status).isEqualTo(request.status());
            assertThat(request.id()).isEqualTo(idIn(answer)).isEqualTo(answer.header("x-request-id"));
            assertThat(request.failure()).isEqualTo(failure);
            assertThat(request.listener()).isEqualTo("http");
            assertThat(request.client().getAddress().isLoopbackAddress()).isTrue();
            assertThat(request.head().method()).isEqualTo(method);
            assertThat(request.head().target()).isEqualTo(target);
            assertThat(request.head().headers().get("user-agent")).isEqualTo("curl/8");
            assertThat(completed).isEmpty();
        }
    }

    @Test
    void tellsFiltersOfWhatIsNoHead() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting());
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer =
                    client.send("GET / HTTP/1.1\r\n: b\r\n\r\n").read();

            RefusedRequest request = refused();
            assertThat(request.head()).isNull();
            assertThat(request.id()).isEqualTo(idIn(answer));
        }
    }

    @Test
    void tellsFiltersOfAHeadThatDoesNotComeInTime() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "timeouts: { head: 50ms }", noting());
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTT");

            RefusedRequest request = refused();
            assertThat(request.failure()).isEqualTo("client-timeout");
            assertThat(idIn(client.read())).isEqualTo(request.id());
        }
    }

    @Test
    void tellsFiltersOfAConnectionBeyondTheLimit() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "limits: { connections: 1 }", noting());
                RawClient first = new RawClient(gateway.port())) {
            first.send(GET).read();
            try (RawClient second = new RawClient(gateway.port())) {
                RawClient.Answer answer = second.read();

                assertThat(answer.status()).isEqualTo(429);
                RefusedRequest request = refused();
                assertThat(request.failure()).isEqualTo("overloaded");
                assertThat(idIn(answer)).isEqualTo(request.id()).isEqualTo(answer.header("x-request-id"));
            }
        }
    }

    @Test
    void tellsFiltersOfTheClientThatABalancerNames() throws Exception {
        String balanced = "proxyProtocol: [127.0.0.0/8]\n    limits: { connectionsPerAddress: 1 }";
        String header = "PROXY TCP4 203.0.113.7 10.0.0.1 5000 443\r\n";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, balanced, noting());
                RawClient first = new RawClient(gateway.port());
                RawClient second = new RawClient(gateway.port())) {
            first.send(header + GET).read();
            second.send(header + GET).read();

            assertThat(refused().client().getAddress().getHostAddress()).isEqualTo("203.0.113.7");
        }
    }

    @Test
    void tellsFiltersOfTheClientBehindATrustedProxy() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "trustedProxies: [127.0.0.0/8]", noting());
                RawClient client = new RawClient(gateway.port())) {
            client.send("TRACE / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.1.2.3\r\n\r\n")
                    .read();

            assertThat(refused().client().getAddress().getHostAddress()).isEqualTo("10.1.2.3");
        }
    }

    @Test
    void answersWhereAFilterFailsOverARefusal() throws Exception {
        TestFilter failing = new TestFilter("failing", new Filter() {
            @Override
            public void onRefused(RefusedRequest request) {
                throw new IllegalStateException("thrown by a test");
            }
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, failing, noting());
                RawClient client = new RawClient(gateway.port())) {
            assertThat(client.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n").read().status())
                    .isEqualTo(405);
            assertThat(refused().status()).isEqualTo(405);
        }
    }
}
