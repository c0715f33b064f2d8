package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.HostPort;
import io.sluice.plugin.FilterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a node that fails when it is told to; against servers that do not, {@code ShardRoutingIT} runs. */
@Tag("slow")
class ClusterViewsTest {

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean failing;
    private volatile boolean extra;
    /** Which answers are too long where they say something of a name with {@code long} in it. */
    private volatile String longAnswers = "none";

    private volatile boolean broken;
    private volatile boolean unreached;
    private volatile String uuid = "first-cluster";
    private volatile String shardNode = "a";
    /** What the node waits for before it answers. */
    private volatile CountDownLatch held = new CountDownLatch(0);

    private HttpServer node;
    private ClusterViews views;

    @BeforeEach
    void start() throws IOException, ConfigException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", this::answer);
        node.start();
        views = new ClusterViews(ControlPlanes.of(config()), this::reached);
        views.start();
        await().until(() -> views.refreshes() == 1);
    }

    @AfterEach
    void stop() {
        held.countDown();
        views.close();
        node.stop(0);
    }

    private Set<HostPort> reached() {
        if (broken) {
            throw new StackOverflowError("as a test wants it");
        }
        return unreached ? Set.of() : Set.of(address());
    }

    private ClusterConfig config() throws ConfigException {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [http://%s], discovery: { every: 1d, maxBytes: 1MiB } } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(address());
        Path file = Path.of("target", "test-views.yml").toAbsolutePath();
        return new ConfigLoader(Map.of())
                .parse(yaml, file, config -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
    }

    private HostPort address() {
        return HostPort.parse("127.0.0.1:" + node.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (!path.startsWith("/_cluster/state/version")) {
            asked.add(exchange.getRequestURI().toString());
        }
        awaitQuietly(held);
        byte[] body = (failing ? "no" : body(path)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(failing ? 503 : 200, body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private String body(String path) {
        if (path.startsWith("/_cluster/state/version")) {
            return "{\"cluster_uuid\":\"" + uuid + "\"}";
        }
        if (path.startsWith("/_nodes")) {
            return "{'nodes':{'a':{'name':'n','version':'8.1.0','roles':['data'],'http':{".replace('\'', '"')
                    + "\"publish_address\":\"" + address() + "\",\"max_content_length_in_bytes\":1000}},"
                    + "\"b\":{\"http\":{\"publish_address\":\"127.0.0.1:1\"}}}}";
        }
        String names = path.substring(path.lastIndexOf('/') + 1);
        if (path.startsWith(longAnswers) && names.contains("long")) {
            return " ".repeat(2 << 20) + "{}";
        }
        List<String> found = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        for (String name : names.split(",")) {
            if (name.startsWith("there")) {
                found.add(
                        path.startsWith("/_resolve")
                                ? "{'name':'%s'}".formatted(name)
                                : "'%s':{'routing_num_shards':1024,'settings':{'index':{'number_of_shards':'1','uuid':'u'}}}"
                                        .formatted(name));
                tables.add("'%s':{'shards':{'0':[{'state':'STARTED','primary':true,'node':'%s'}]}}"
                        .formatted(name, shardNode));
            }
        }
        if (extra && path.startsWith("/_resolve")) {
            IntStream.range(0, 5000).forEach(i -> found.add("{'name':'uninvited%d'}".formatted(i)));
        }
        String text = path.startsWith("/_resolve")
                ? "{'indices':[%s]}".formatted(String.join(",", found))
                : "{'metadata':{'indices':{%s}},'routing_table':{'indices':{%s}}}"
                        .formatted(String.join(",", found), String.join(",", tables));
        return text.replace('\'', '"');
    }

    private String shardOf(String name) {
        WriteTarget target = views.current().target(name);
        return target == null
                ? "not known"
                : String.valueOf(target.index().primaries().getFirst().node());
    }

    @Test
    void readsNodesAtOnceAndNoNamesUnlessABulkUsesThem() {
        assertThat(views.current().nodes()).containsExactly(address().toString());
        assertThat(views.current().maxContentLength(address().toString())).isEqualTo(1000);
        assertThat(views.current().version()).isEqualTo(new ServerVersion(8, 1));
        assertThat(asked).singleElement().asString().startsWith("/_nodes/http");
    }

    @Test
    void knowsTheVersionOfNodesThatPublishOtherAddresses() {
        unreached = true;

        views.refreshSoon();

        await().until(() -> views.refreshes() == 2);
        assertThat(views.current().nodes()).isEmpty();
        assertThat(views.current().version()).isEqualTo(new ServerVersion(8, 1));
    }

    @Test
    void readsANameSoonAfterABulkUsedIt() {
        views.want("there");

        await().until(() -> views.current().target("there") != null);
        assertThat(shardOf("there")).isEqualTo(address().toString());
    }

    @Test
    void readsOnlyTheNewNamesAndKeepsTheOthers() {
        views.want("there1");
        await().until(() -> views.current().target("there1") != null);
        asked.clear();
        views.want("there2");

        await().until(() -> views.current().target("there2") != null);
        assertThat(shardOf("there1")).isEqualTo(address().toString());
        assertThat(asked).noneMatch(path -> path.contains("there1"));
    }

    @Test
    void readsAllAgainWhenItIsToldThatTheViewIsStale() {
        views.want("there");
        await().until(() -> views.current().target("there") != null);
        shardNode = "b";
        views.refreshSoon();

        await().until(() -> shardOf("there").equals("null"));
    }

    @Test
    void keepsWhatItKnowsWhileTheClusterFailsAndGoesOnAfterwards() {
        views.want("there");
        await().until(() -> views.current().target("there") != null);
        ClusterView before = views.current();
        failing = true;
        views.refreshSoon();

        await().until(() -> views.failures() > 0);
        assertThat(views.current()).isSameAs(before);
        assertThat(views.lastProblem()).isNotNull();

        failing = false;
        views.want("there too");
        views.want("there-too");
        await().until(() -> views.current().target("there-too") != null);
        assertThat(views.current()).isNotSameAs(before);
        await().until(() -> views.lastProblem() == null);
    }

    @Test
    void neverAsksForWhatCannotBeAName() {
        views.want("<there-{now/d}>");
        views.want("there*");
        views.want("_all");
        views.want("there");

        await().until(() -> views.current().target("there") != null);
        assertThat(asked).noneMatch(path -> path.contains("now") || path.contains("*,") || path.contains("_all"));
    }

    @Test
    void boundsTheNamesThatWait() {
        IntStream.range(0, 100_000).forEach(i -> views.want("elsewhere" + i));
        await().until(() -> views.refreshes() > 1);

        List<Integer> namesOfLooks = new ArrayList<>();
        for (String path : List.copyOf(asked)) {
            if (path.startsWith("/_nodes")) {
                namesOfLooks.add(0);
            } else {
                namesOfLooks.add(namesOfLooks.removeLast() + path.split(",").length);
            }
        }
        assertThat(namesOfLooks).allMatch(names -> names <= 1000).anyMatch(names -> names > 0);
        assertThat(views.names()).isZero();
    }

    @Test
    void looksForANameThatIsNowhereAgainOnlyAfterAPause() {
        long end = System.nanoTime() + 1_500_000_000L;
        while (System.nanoTime() < end) {
            views.want("nowhere");
            Thread.onSpinWait();
        }

        assertThat(views.refreshes()).isLessThanOrEqualTo(4);
        await().until(() -> views.refreshes() > 1);
    }

    @Test
    void takesNothingOfAnotherClusterThatAnswersInThePlaceOfTheFirst() {
        views.want("there1");
        await().until(() -> views.current().target("there1") != null);
        uuid = "another-cluster";
        views.want("there2");

        await().until(() -> views.lastProblem() != null);
        assertThat(views.lastProblem()).contains("another-cluster");
        assertThat(views.current().target("there2")).isNull();
        assertThat(views.current().target("there1")).isNotNull();
    }

    @Test
    void takesNoNamesThatItDidNotAskFor() {
        extra = true;
        views.want("there");

        await().until(() -> views.current().target("there") != null);
        assertThat(asked)
                .filteredOn(path -> path.startsWith("/_cluster"))
                .noneMatch(path -> path.contains("uninvited"));
        assertThat(views.names()).isEqualTo(1);
    }

    @Test
    void escapesNamesInPaths() {
        views.want("there%+индекс");

        await().until(() -> views.current().target("there%+индекс") != null);
    }

    @Test
    void tellsWhoAsksWhenANameWasRead() {
        ClusterView seen = views.current();
        AtomicInteger told = new AtomicInteger();

        assertThat(views.ask(List.of("there", "nowhere"), seen, Runnable::run, told::incrementAndGet))
                .isTrue();
        await().until(() -> told.get() == 1);
        assertThat(shardOf("there")).isEqualTo(address().toString());

        // What was learnt meanwhile is told at once, what is nowhere is not worth waiting for.
        assertThat(views.ask(List.of("there"), seen, Runnable::run, told::incrementAndGet))
                .isTrue();
        assertThat(told).hasValue(2);
        assertThat(views.ask(List.of("nowhere"), views.current(), Runnable::run, told::incrementAndGet))
                .isFalse();
        assertThat(views.ask(List.of("<there-{now/d}>", "_all"), seen, Runnable::run, told::incrementAndGet))
                .isFalse();
    }

    @Test
    void readsANameOnceForAllWhoAsk() {
        // Otherwise the name may have been read before all have asked.
        held = new CountDownLatch(1);
        ClusterView seen = views.current();
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertThat(views.ask(List.of("nowhere"), seen, Runnable::run, told::incrementAndGet))
                    .isTrue();
        }
        held.countDown();

        await().until(() -> told.get() == 100);
        assertThat(asked).filteredOn(path -> path.contains("nowhere")).hasSize(1);
    }

    @Test
    void boundsThoseWhoWait() {
        ClusterView seen = views.current();
        AtomicInteger told = new AtomicInteger();
        AtomicInteger waiting = new AtomicInteger();
        for (int i = 0; i < 5_000; i++) {
            if (views.ask(List.of("nowhere"), seen, Runnable::run, told::incrementAndGet)) {
                waiting.incrementAndGet();
            }
        }

        assertThat(waiting).hasValueLessThanOrEqualTo(2_000);
        await().until(() -> told.get() == waiting.get());
        assertThat(views.ask(List.of("there"), seen, Runnable::run, told::incrementAndGet))
                .isTrue();
        await().until(() -> told.get() == waiting.get() + 1);
    }

    @Test
    void letsNobodyWaitForAClusterThatDoesNotAnswer() {
        failing = true;
        AtomicInteger told = new AtomicInteger();
        assertThat(views.ask(List.of("there"), views.current(), Runnable::run, told::incrementAndGet))
                .isTrue();

        await().until(() -> told.get() == 1);
        assertThat(views.failures()).isPositive();
    }

    @Test
    void goesOnAfterALookThatEndsInAnError() {
        broken = true;
        AtomicInteger told = new AtomicInteger();
        assertThat(views.ask(List.of("there"), views.current(), Runnable::run, told::incrementAndGet))
                .isTrue();
        await().until(() -> told.get() == 1);
        assertThat(views.lastProblem()).contains("as a test wants it");
        broken = false;

        views.refreshSoon();

        await().until(() -> shardOf("there").equals(address().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_resolve", "/_cluster/state"})
    void readsOtherNamesBesideOneOfWhichTheAnswerIsTooLong(String answers) {
        longAnswers = answers;
        views.want("there-long");
        for (int i = 0; i < 9; i++) {
            views.want("there-" + i);
        }

        await().until(() -> views.names() == 9);
        assertThat(views.current().target("there-long")).isNull();
        assertThat(views.lastProblem()).isNull();
        assertThat(views.ask(List.of("there-long"), views.current(), Runnable::run, () -> {}))
                .isFalse();
    }

    @Test
    void asksOnlyForWhatItReadsOfNames() {
        views.want("there");

        await().until(() -> views.current().target("there") != null);
        assertThat(asked)
                .filteredOn(path -> path.startsWith("/_resolve"))
                .isNotEmpty()
                .allMatch(path -> path.contains("filter_path=indices.name"));
    }
}
