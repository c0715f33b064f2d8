package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.server.RandomClient.End;
import io.sluice.server.RandomClient.Kind;
import io.sluice.server.RandomExchange.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated exchanges with faults on both sides. Each client gets a complete answer that is right for what happened, or a closed
 * connection where that is the only honest sign; never a byte of another exchange; and nothing is left when all is over.
 * {@code -Dsluice.exchanges=100000} runs more, {@code -Dsluice.seed=1} the same again.
 */
@Tag("slow")
class RandomExchangesTest {
    private static final int CLIENTS = 32;
    private static final long LATE_MILLIS = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Integer, RandomExchange> underWay = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final AtomicInteger marks = new AtomicInteger();
    private final LongAdder perfect = new LongAdder();
    private final LongAdder perfectlyAnswered = new LongAdder();

    @TempDir
    Path spools;

    @Test
    void everyClientGetsItsAnswerOrAClosedConnection() throws Exception {
        int count = Integer.getInteger("sluice.exchanges", 1_500);
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("RandomExchangesTest: " + count + " exchanges, seed " + seed);
        RandomNode script = new RandomNode(underWay, violations);
        try (TestNode one = new TestNode(script);
                TestNode two = new TestNode(script);
                TestGateway gateway = gateway(one, two)) {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    Random random = new Random(seed + i);
                    clients.add(threads.submit(() -> client(gateway, random, seed, count)));
                }
                for (Future<?> client : clients) {
                    client.get();
                }
            }
            System.out.println("RandomExchangesTest: " + new TreeMap<>(outcomes));
            assertThat(violations).as("seed " + seed).isEmpty();
            nothingIsLeft(gateway);
            // Where machines are slow some are late; most cannot be.
            assertThat(perfectlyAnswered.sum()).isGreaterThan(perfect.sum() / 2);
        }
    }

    private Void client(TestGateway gateway, Random random, long seed, int count) throws Exception {
        Map<Way, RandomClient> connections = new EnumMap<>(Way.class);
        try {
            while (marks.get() < count && violations.size() < 20) {
                Way way = RandomExchange.pick(random, Way.values());
                List<RandomExchange> batch = new ArrayList<>();
                for (int i = random.nextInt(4) == 0 ? 3 : 1; i > 0; i--) {
                    int mark = 1_000_000 + marks.incrementAndGet();
                    batch.add(new RandomExchange(mark, way, new Random(seed * 31 + mark)));
                }
                batch.forEach(exchange -> underWay.put(exchange.mark, exchange));
                run(gateway, connections, batch, random);
                batch.forEach(exchange -> underWay.remove(exchange.mark));
                if (batch.getFirst().mark % 2_000 == 0) {
                    System.out.println("RandomExchangesTest: " + marks + " begun, "
                            + PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() + " bytes in buffers");
                }
            }
        } finally {
            for (RandomClient connection : connections.values()) {
                connection.close();
            }
        }
        return null;
    }

    private void run(TestGateway gateway, Map<Way, RandomClient> connections, List<RandomExchange> batch, Random random)
            throws Exception {
        Way way = batch.getFirst().way;
        boolean pipelined =
                batch.stream().allMatch(exchange -> exchange.clientFault == RandomExchange.ClientFault.NONE);
        if (pipelined && batch.size() > 1) {
            RandomClient client = connection(gateway, connections, way, random);
            long began = System.nanoTime();
            client.pipeline(batch);
            boolean reached = true;
            for (RandomExchange exchange : batch) {
                End end = reached ? client.read(exchange) : End.of(Kind.LEFT);
                judge(exchange, end, millisSince(began));
                reached = reached && client.isOpen();
            }
        } else {
            for (RandomExchange exchange : batch) {
                RandomClient client = connection(gateway, connections, way, random);
                long began = System.nanoTime();
                End end = client.run(exchange);
                long millis = millisSince(began);
                judge(exchange, end, millis);
                // A client that was late with its body may have been answered and given up on: its connection ends when
                // the
                // next request is already under way.
                if (!exchange.clientFault.keepsConnection() || isLate(millis)) {
                    client.close();
                }
            }
        }
    }

    private static RandomClient connection(
            TestGateway gateway, Map<Way, RandomClient> connections, Way way, Random random) throws IOException {
        RandomClient client = connections.get(way);
        if (client == null || !client.isOpen() || random.nextInt(20) == 0) {
            if (client != null) {
                client.close();
            }
            client = new RandomClient(gateway.gateway().address(way.listener()).getPort());
            connections.put(way, client);
        }
        return client;
    }

    private static long millisSince(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private static boolean isLate(long millis) {
        return millis > LATE_MILLIS;
    }

    // The oracle.

    private void judge(RandomExchange exchange, End end, long millis) {
        boolean late = isLate(millis);
        outcomes.computeIfAbsent(
                        exchange.way + (end.kind() == Kind.ANSWERED ? " " + end.status() : " " + end.kind()),
                        any -> new LongAdder())
                .increment();
        String wrong = switch (end.kind()) {
            case NOTHING -> "no answer and no end of the connection";
            case CUT, CLOSED -> exchange.mayBeCut() || late ? null : "the connection was closed";
            case LEFT -> null;
            case ANSWERED -> wrongAnswer(exchange, end, late);
        };
        if (wrong != null) {
            violations.add(exchange + " after " + millis + " ms: " + end.kind() + " " + end.status() + ": " + wrong
                    + "\n" + end.head()
                    + end.body().substring(0, Math.min(300, end.body().length())));
        }
        if (exchange.isPerfect() && end.kind() != Kind.LEFT) {
            perfect.increment();
            perfectlyAnswered.add(end.status() == 200 ? 1 : 0);
        }
    }

    /** What is wrong with a complete answer; null if nothing is. */
    private static String wrongAnswer(RandomExchange exchange, End end, boolean late) {
        if (!exchange.mayBe(end.status(), late)) {
            return "this status cannot be";
        }
        if ((end.head() + end.body()).contains("poison")) {
            return "what belongs to no answer";
        }
        String mark = end.header("x-mark");
        if (mark != null && !mark.equals(String.valueOf(exchange.mark))) {
            return "the answer of another exchange";
        }
        if (exchange.isHead()) {
            return end.status() == 200 && mark == null ? "not the node's answer" : null;
        }
        try {
            JsonNode body = JSON.readTree(end.body());
            return end.status() != 200 && mark == null
                    ? wrongError(exchange, end, body)
                    : wrongBody(exchange, end, body);
        } catch (IOException e) {
            return "the body is not JSON";
        }
    }

    private static String wrongError(RandomExchange exchange, End end, JsonNode body) {
        boolean own = exchange.way != Way.ANSWER
                || end.status() != 403
                || body.path("error").path("reason").asText().equals("m" + exchange.mark);
        return own && body.path("status").asInt() == end.status() ? null : "the error is not of this exchange";
    }

    private static String wrongBody(RandomExchange exchange, End end, JsonNode body) {
        if (exchange.way.isBulk() && end.status() == 200) {
            return wrongItems(exchange, body);
        }
        boolean early = end.status() == 413;
        int size = exchange.way == Way.RESPONSE ? 7 : 10;
        boolean right = body.path("mark").asInt() == exchange.mark
                && body.path("size").asInt() == size
                && (early || body.path("fill").asText().equals(exchange.fill(exchange.answerFill)));
        return right || exchange.way.isBulk() && early ? null : "the body is not the node's";
    }

    private static String wrongItems(RandomExchange exchange, JsonNode body) {
        JsonNode items = body.path("items");
        if (items.size() != exchange.items) {
            return items.size() + " results instead of " + exchange.items;
        }
        boolean failed = false;
        for (int i = 0; i < items.size(); i++) {
            JsonNode item = items.get(i).path("index");
            JsonNode id = item.path("_id");
            if (!id.isNull() && !id.asText().equals("m" + exchange.mark + "-" + i)) {
                return "the result of item " + i + " is that of " + id;
            }
            failed |= item.path("status").asInt() != 201;
        }
        if (failed != body.path("errors").asBoolean()) {
            return "errors is " + !failed;
        }
        return failed
                        && exchange.nodeFault == RandomExchange.NodeFault.NONE
                        && !body.toString().contains("sluice_")
                ? "items failed for no reason"
                : null;
    }

    private void nothingIsLeft(TestGateway gateway) {
        Awaitility.await().until(() -> gateway.gateway().connections() == 0);
        Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        gateway.gateway()
                .clusters()
                .forEach(cluster -> cluster.cluster().nodes().forEach(node -> {
                    Awaitility.await().until(() -> node.inFlight() == 0 && node.queued() == 0);
                    Awaitility.await().until(() -> cluster.cluster().slots().inUse(node) == 0);
                }));
        Awaitility.await().until(() -> Bulks.gauge(gateway, "sluice.bulk.spool.bytes") == 0);
        Awaitility.await().until(() -> Bulks.files(spools).isEmpty());
        assertThat(gateway.meters().get("sluice.internal.errors").counter().count())
                .isZero();
    }

    // The gateway.

    private TestGateway gateway(TestNode one, TestNode two) throws Exception {
        StringBuilder flows = new StringBuilder();
        StringBuilder listeners = new StringBuilder();
        for (Way way : Way.values()) {
            flows.append("  ")
                    .append(way.listener())
                    .append(": { ")
                    .append(flow(way))
                    .append(" }\n");
            listeners
                    .append("  - { name: ")
                    .append(way.listener())
                    .append(", bind: 127.0.0.1:0, timeouts: { head: 1s, body: 1s, idle: 1h }, routes: [{ flow: ")
                    .append(way.listener())
                    .append(" }] }\n");
        }
        String yaml = """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                plugins: { filterTimeout: 10s }
                clusters:
                  primary:
                    nodes: [%s, %s]
                    discovery: { enabled: false }
                    health: { failures: 1000000 }
                    timeouts: { response: 1s, stall: 1s, total: 8s }
                flows:
                %slisteners:
                %s""".formatted(one.address(), two.address(), flows, listeners);
        return new TestGateway(
                yaml, json(), aggregate(), later(), response(), throwing(), answering(), TestRouter.inRunsOf(3));
    }

    private String flow(Way way) {
        String bulk = "relay: { cluster: primary, bulk: { groupBy: test, minBytes: 1KiB, minItems: 5, queueTimeout: 1s"
                + ", spool: { directory: " + spools + " }, ";
        return switch (way) {
            case PLAIN, REPLAY -> "relay: { cluster: primary }";
            case BULK -> bulk + "retry: { attempts: 2 } } }";
            case ROUNDS -> bulk + "splitBytes: 4KiB } }";
            case ATOMIC -> bulk + "atomic: true } }";
            default -> "filters: [{ type: " + way.listener() + ", config: {} }], relay: { cluster: primary }";
        };
    }

    private static TestFilter json() {
        return TestFilter.onRequest("json", (head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));
    }

    private static TestFilter aggregate() {
        return TestFilter.onRequest(
                "aggregate", (head, exchange) -> new RequestPlan.Aggregate(1 << 20, whole -> RequestPlan.pass()));
    }

    private static TestFilter later() {
        return TestFilter.onRequest(
                "later",
                (head, exchange) -> new RequestPlan.Later<>(
                        CompletableFuture.supplyAsync(() -> 1),
                        one -> new RequestPlan.Aggregate(1 << 20, whole -> RequestPlan.pass())));
    }

    private static TestFilter response() {
        return TestFilter.onResponse(
                "response",
                (head, exchange) -> head.origin() == ResponseHead.Origin.UPSTREAM
                        ? new ResponsePlan.Json(head, TestFilter.SIZE_TO_7)
                        : ResponsePlan.pass());
    }

    private static TestFilter throwing() {
        JsonVisitor visitor = at -> {
            throw new NoClassDefFoundError("thrown by a test");
        };
        return TestFilter.onRequest("throwing", (head, exchange) -> switch (Math.floorMod(
                head.target().raw().hashCode(), 3)) {
            case 0 -> throw new IllegalStateException("thrown by a test");
            case 1 -> new RequestPlan.Json(head, visitor);
            default ->
                new RequestPlan.Aggregate(1 << 20, whole -> {
                    throw new StackOverflowError("thrown by a test");
                });
        });
    }

    private static TestFilter answering() {
        return TestFilter.onRequest(
                "answer",
                (head, exchange) -> RequestPlan.answer(Reply.error(
                        403, "security_exception", head.target().raw().split("/")[1])));
    }
}
