package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkRouter;
import io.sluice.api.Exchange;
import io.sluice.api.GroupTable;
import io.sluice.api.Headers;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exceptions that nobody expects, raised inside the gateway's own calls by doubles of what it is given: headers that throw when they
 * are read, routers that throw. Each ends its exchange with 500, is logged once and counted; no other exchange notices.
 */
@Tag("slow")
class BugsEndOneExchangeTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String FINE = "GET /fine HTTP/1.1\r\nHost: a\r\n\r\n";

    @TempDir
    Path directory;

    @RegisterExtension
    private final SeenLog log = new SeenLog();

    /** Headers that throw as soon as somebody reads all of them. */
    private record Throwing(Headers of) implements Headers {
        @Override
        public String get(String name) {
            return of.get(name);
        }

        @Override
        public void forEach(BiConsumer<String, String> consumer) {
            throw new IllegalStateException("thrown by a test");
        }

        @Override
        public int size() {
            return of.size();
        }
    }

    /** Throws at one of its items. */
    private static TestRouter routerThatThrowsAt(int position) {
        TestRouter runs = TestRouter.inRunsOf(7);
        return new TestRouter(new BulkRouter() {
            @Override
            public int group(BulkAction action, int item, GroupTable groups) {
                if (item == position) {
                    throw new java.util.NoSuchElementException("thrown by a test");
                }
                return runs.router().group(action, item, groups);
            }
        });
    }

    @Test
    void whereANewConnectionIsHandedToTheExchange() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, onRequest(false));
                RawClient client = new RawClient(gateway.port())) {
            client.send(GET);
            isInternal(client.read());
            client.send(FINE);
            assertThat(client.read().status()).isEqualTo(200);
            nothingIsLeft(gateway, 1);
        }
    }

    @Test
    void whereAnIdleConnectionIsHandedToTheExchange() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, onRequest(false));
                RawClient client = new RawClient(gateway.port())) {
            client.send(FINE);
            assertThat(client.read().status()).isEqualTo(200);
            client.send(GET);
            isInternal(client.read());
            nothingIsLeft(gateway, 1);
        }
    }

    /** The exchange that gives its connection back calls the one that waits: what that one throws is not the first one's. */
    @Test
    void whereAnotherExchangeHandsItsConnectionOn() throws Exception {
        var served = new AtomicInteger();
        try (TestNode node = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        Awaitility.await().until(() -> served.get() > 0);
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = TestFilter.gateway(
                        "plugins: { filterTimeout: 300ms }",
                        "pool: { maxConnectionsPerNode: 1, acquireTimeout: 20s }",
                        node,
                        onRequest(false));
                // Connections take turns with the two event loops: every second one is on the first one's.
                RawClient first = new RawClient(gateway.port());
                RawClient between = new RawClient(gateway.port());
                RawClient second = new RawClient(gateway.port());
                RawClient after = new RawClient(gateway.port());
                RawClient third = new RawClient(gateway.port())) {
            first.send(FINE);
            Awaitility.await().until(() -> !node.requests().isEmpty());
            second.send(GET);
            Awaitility.await().until(() -> queued(gateway) == 1);
            third.send(FINE);
            Awaitility.await().until(() -> queued(gateway) == 2);
            served.incrementAndGet();

            assertThat(first.read().status()).isEqualTo(200);
            isInternal(second.read());
            assertThat(third.read().status()).isEqualTo(200);
            first.send(FINE);
            assertThat(first.read().status()).isEqualTo(200);
            nothingIsLeft(gateway, 1);
        }
    }

    @Test
    void whereAnExecutorHandsAPlanBack() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("plugins: { filterTimeout: 20s }", node, onRequest(true));
                RawClient client = new RawClient(gateway.port())) {
            client.send(FINE);
            assertThat(client.read().status()).isEqualTo(200);
            client.send(GET);
            isInternal(client.read());
            nothingIsLeft(gateway, 1);
        }
    }

    @Test
    void whereTheNodesHeadComes() throws Exception {
        var filter = TestFilter.onResponse(
                (head, exchange) -> isFine(exchange) || head.origin() == ResponseHead.Origin.GATEWAY
                        ? ResponsePlan.pass()
                        : new ResponsePlan.Head(throwing(head)));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send(GET);
            isInternal(client.read());
            client.send(FINE);
            assertThat(client.read().status()).isEqualTo(200);
            nothingIsLeft(gateway, 1);
            assertThat(gateway.gateway().clusters().iterator().next().cluster().nodes())
                    .allMatch(each -> each.health().available());
        }
    }

    @Test
    void whereEvenTheErrorCannotBeWritten() throws Exception {
        var filter = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Head(throwing(head)));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send(GET);
            assertThat(client.closed()).isTrue();
            nothingIsLeft(gateway, 2);
        }
    }

    @Test
    void whereThePipelinedRequestBeforeHasJustEnded() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, onRequest(false));
                RawClient client = new RawClient(gateway.port())) {
            client.send(GET + GET + FINE + GET + FINE);
            isInternal(client.read());
            isInternal(client.read());
            assertThat(client.read().status()).isEqualTo(200);
            isInternal(client.read());
            assertThat(client.read().status()).isEqualTo(200);
            nothingIsLeft(gateway, 3);
        }
    }

    @Test
    void whereARouterLooksAtTheBeginningOfABulk() throws Exception {
        bulkEndsWith500(routerThatThrowsAt(3), "", Bulks.items(0, 1000));
    }

    @Test
    void whereARouterLooksAtTheRestOfABulk() throws Exception {
        bulkEndsWith500(routerThatThrowsAt(15_000), "", Bulks.items(0, 20_000));
    }

    @Test
    void whereASpoolFileHandsABulkBack() throws Exception {
        String spool = "atomic: true, mergeBytes: 1MiB, spool: { directory: " + directory + " }";
        bulkEndsWith500(routerThatThrowsAt(70_000), spool, Bulks.items(0, 80_000));
        Bulks.await(() -> Bulks.files(directory).isEmpty());
    }

    @Test
    void whereABulksNextRoundBegins() throws Exception {
        bulkEndsWith500(routerThatThrowsAt(600), "splitBytes: 4KiB", Bulks.items(0, 20_000));
    }

    private void bulkEndsWith500(TestRouter router, String more, String body) throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = Bulks.gatewayWith("", more, router, one, two);
                RawClient client = new RawClient(gateway.port())) {
            client.send(Bulks.request(body, body.length()));
            isInternal(client.read());
            nothingIsLeft(gateway, 1);
            assertThat(Bulks.gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
            try (RawClient next = new RawClient(gateway.port())) {
                next.send(FINE);
                assertThat(next.read().status()).isEqualTo(200);
            }
        }
    }

    private static TestFilter onRequest(boolean later) {
        return TestFilter.onRequest((head, exchange) -> {
            if (isFine(exchange)) {
                return RequestPlan.pass();
            }
            var plan = new RequestPlan.Head(head.withHeaders(new Throwing(head.headers())));
            return later
                    ? new RequestPlan.Later<>(
                            CompletableFuture.supplyAsync(
                                    () -> 1, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)),
                            one -> plan)
                    : plan;
        });
    }

    private static boolean isFine(Exchange exchange) {
        return exchange.original().target().raw().equals("/fine");
    }

    private static ResponseHead throwing(ResponseHead head) {
        return head.withHeaders(new Throwing(head.headers()));
    }

    private static void isInternal(RawClient.Answer answer) {
        assertThat(answer).as("the answer").isNotNull();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("sluice_internal");
    }

    private static int queued(TestGateway gateway) {
        return gateway.gateway().clusters().iterator().next().cluster().nodes().stream()
                .mapToInt(node -> node.queued())
                .sum();
    }

    /** Nothing is in use any more, and so many exceptions were logged and counted. */
    private void nothingIsLeft(TestGateway gateway, int thrown) {
        Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        gateway.gateway()
                .clusters()
                .forEach(cluster -> cluster.cluster().nodes().forEach(node -> {
                    Awaitility.await().until(() -> node.inFlight() == 0);
                    assertThat(node.queued()).isZero();
                    assertThat(cluster.cluster().slots().inUse(node)).isZero();
                }));
        assertThat(log.list.stream().filter(event -> event.getThrowableProxy() != null))
                .hasSize(thrown);
        assertThat(gateway.meters().get("sluice.internal.errors").counter().count())
                .isEqualTo(thrown);
    }
}
