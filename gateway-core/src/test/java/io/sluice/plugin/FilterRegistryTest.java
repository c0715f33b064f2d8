package io.sluice.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.FilterMeters;
import io.sluice.api.Key;
import io.sluice.api.ListenerInfo;
import io.sluice.api.PerValue;
import io.sluice.api.QueueFactory;
import io.sluice.api.RouterContext;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Place;
import io.sluice.config.Problem;
import io.sluice.metrics.InstanceMeters;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterRegistryTest {

    private final FilterExecutor executor = new FilterExecutor(2);
    private final FilterServices services = new FilterServices(
            executor, InstantSource.system(), (name, type) -> new NoMeters(), Path.of("/etc/sluice"), Map.of());
    private final Recording factory = new Recording();

    @AfterEach
    void stop() {
        executor.close();
    }

    @Test
    void makesTheFiltersOfAllFlowsInTheirOrderWithTheirPlaceAsName() throws Exception {
        // When
        Map<String, List<FilterInstance>> filters =
                FilterRegistry.of(factory).createAll(config("ok, ok", "ok"), services);

        // Then
        assertThat(filters.keySet()).containsExactly("a", "b");
        assertThat(filters.get("a"))
                .extracting(FilterInstance::name)
                .containsExactly("flows.a.filters[0]", "flows.a.filters[1]");
        assertThat(factory.contexts.getFirst().clusters()).containsExactly("primary");
        assertThat(factory.contexts.getFirst().listeners()).containsExactly(new ListenerInfo("http", true));
        assertThat(factory.contexts.getLast().listeners())
                .containsExactly(new ListenerInfo("http", true), new ListenerInfo("outside", false));
        assertThat(factory.contexts.getFirst().reached())
                .as("nothing is sent anywhere")
                .isEmpty();
        assertThat(factory.contexts.getFirst().configDirectory()).isEqualTo(Path.of("/etc/sluice"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"trustedProxies: [127.0.0.1]", "proxyProtocol: [127.0.0.0/8]"})
    void tellsThatAListenerBehindAProxyIsReachedFromOtherMachines(String proxy) throws Exception {
        // When
        FilterRegistry.of(factory).createAll(config("ok", "ok", proxy + ","), services);

        // Then
        assertThat(factory.contexts.getFirst().listeners()).containsExactly(new ListenerInfo("http", false));
    }

    @Test
    void reportsAllFiltersThatCannotBeMadeAndClosesTheOthers() throws Exception {
        // Given
        GatewayConfig config = config("ok, bad, missing", "broken, deep, mute");

        // When
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> FilterRegistry.of(factory).createAll(config, services));

        // Then
        assertThat(refused.problems())
                .extracting(Problem::toString)
                .satisfiesExactly(
                        bad -> assertThat(bad).contains("flows.a.filters[1]: this cannot work"),
                        missing -> assertThat(missing).contains("flows.a.filters[2]: ", "users.txt"),
                        broken -> assertThat(broken).contains("flows.b.filters[0]: ", "IllegalStateException"),
                        deep -> assertThat(deep).contains("flows.b.filters[1]: ", "StackOverflowError"),
                        mute -> assertThat(mute).contains("flows.b.filters[2]: ", "IllegalArgumentException"));
        assertThat(refused.problems().getFirst().place().line()).isPositive();
        assertThat(factory.closed).isEqualTo(1);
    }

    @Test
    void repeatsATaskThatFailsUntilTheFilterIsClosed() throws Exception {
        // Given
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch thrice = new CountDownLatch(3);
        Map<String, List<FilterInstance>> filters = FilterRegistry.of(factory).createAll(config("ok", "ok"), services);
        factory.contexts.getFirst().every(Duration.ofMillis(1), () -> {
            runs.incrementAndGet();
            thrice.countDown();
            throw new IllegalStateException("expected by the test");
        });
        assertThat(thrice.await(10, TimeUnit.SECONDS)).isTrue();

        // When
        filters.get("a").getFirst().close();

        // Then
        int atClose = runs.get();
        CountDownLatch otherFilter = new CountDownLatch(5);
        factory.contexts.getLast().every(Duration.ofMillis(1), otherFilter::countDown);
        assertThat(otherFilter.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValueBetween(atClose, atClose + 1);
    }

    @Test
    void refusesFactoriesOfOneType() {
        assertThatThrownBy(() -> FilterRegistry.of(new Recording(), new Recording()))
                .hasMessageContaining("'recording' is already brought by");
    }

    @Test
    void makesARouterOrSaysWhereItCannotBeMade() throws Exception {
        // Given
        FilterRegistry registry = FilterRegistry.of(new Constant());
        Place place = Place.inCode("flows.a.relay.bulk");

        // When
        BulkRouter router = registry.createRouter("constant", new Constant.Settings(7), place, new Primary());

        // Then
        assertThat(router.group(null, 0, null)).isEqualTo(7);
        assertThatThrownBy(() -> registry.createRouter("constant", new Constant.Settings(-1), place, new Primary()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("flows.a.relay.bulk: -1 is no group of primary");
    }

    @Test
    void opensAQueueOrSaysWhereItCannotBeOpened() throws Exception {
        // When
        try (RecordQueue queue = openShelf(3)) {

            // Then
            assertThat(queue.lanes()).isEqualTo(3);
        }
        assertThatThrownBy(() -> openShelf(0))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("queues.ingest: ingest needs a lane");
        assertThatThrownBy(() -> openShelf(-1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("queues.ingest: the queue could not be made: ")
                .hasMessageContaining("IllegalStateException");
    }

    @Test
    void tellsAQueueThatCannotBeOpenedNowFromAWrongConfiguration() {
        assertThatThrownBy(() -> openShelf(1))
                .isInstanceOf(QueueUnavailableException.class)
                .hasMessageContaining("queues.ingest: ingest is open");
    }

    private static RecordQueue openShelf(int lanes) throws Exception {
        FilterRegistry registry = FilterRegistry.of(new Shelf());
        String yaml = """
                clusters: { primary: { nodes: ["http://127.0.0.1:1"] } }
                queues: { ingest: { engine: shelf, config: { lanes: %d }, cluster: primary } }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(lanes);
        var loaded = new ConfigLoader(Map.of()).parse(yaml, Path.of("gateway.yml"), config -> registry);
        return registry.queueEngines()
                .open(Objects.requireNonNull(loaded.config().queues().get("ingest")), new NamedContext("ingest"));
    }

    private record NamedContext(String name) implements QueueContext {
        @Override
        public Path configDirectory() {
            return Path.of("/etc/sluice");
        }

        @Override
        public InstantSource clock() {
            return InstantSource.system();
        }

        @Override
        public ByteBufAllocator allocator() {
            return ByteBufAllocator.DEFAULT;
        }
    }

    /** Opens queues that keep nothing. */
    private static final class Shelf implements QueueFactory<Shelf.Settings> {

        private record Settings(@Key("how many lanes") int lanes) {}

        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "shelf";
        }

        @Override
        public String description() {
            return "keeps nothing";
        }

        @Override
        public Class<Settings> configType() {
            return Settings.class;
        }

        @Override
        public int lanes(Settings settings) {
            return settings.lanes();
        }

        @Override
        public RecordQueue open(Settings settings, QueueContext context) throws IOException {
            if (settings.lanes() < 0) {
                throw new IllegalStateException("a bug");
            }
            if (settings.lanes() == 0) {
                throw new IllegalArgumentException(context.name() + " needs a lane");
            }
            if (settings.lanes() == 1) {
                throw new IOException(context.name() + " is open");
            }
            return new EmptyQueue(settings.lanes());
        }
    }

    private record EmptyQueue(int lanes) implements RecordQueue {
        @Override
        public int maxRecordBytes() {
            return 0;
        }

        @Override
        public CompletionStage<Void> append(List<LaneRecord> records) {
            records.forEach(each -> each.bytes().release());
            return CompletableFuture.failedStage(new QueueFullException("it keeps nothing"));
        }

        @Override
        public void consume(LaneUser user) {}

        @Override
        public void release() {}

        @Override
        public QueueStats stats() {
            return new QueueStats(0, 0, 0, null, List.of(), 0, Duration.ZERO, null);
        }

        @Override
        public void close() {}
    }

    private record Primary() implements RouterContext {
        @Override
        public String cluster() {
            return "primary";
        }

        @Override
        public Set<String> clusters() {
            return Set.of("primary");
        }
    }

    private static final class Constant implements BulkRouterFactory<Constant.Settings> {

        private record Settings(
                @Key("the group of every item") int group) {}

        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "constant";
        }

        @Override
        public String description() {
            return "puts all items into one group";
        }

        @Override
        public Class<Settings> configType() {
            return Settings.class;
        }

        @Override
        public BulkRouter create(Settings settings, RouterContext context) {
            if (settings.group() < 0) {
                throw new IllegalArgumentException(settings.group() + " is no group of " + context.cluster());
            }
            return (action, position, groups) -> settings.group();
        }
    }

    private static GatewayConfig config(String a, String b) throws ConfigException {
        return config(a, b, "");
    }

    /** @param listener further keys of the first listener */
    private static GatewayConfig config(String a, String b, String listener) throws ConfigException {
        String yaml = """
                clusters: { primary: { nodes: [http://127.0.0.1:9200] } }
                flows:
                  a: { filters: [%s], relay: { cluster: primary } }
                  b: { filters: [%s], relay: { cluster: primary } }
                listeners:
                  - { name: http, bind: 127.0.0.1:0, %s routes: [{ match: { methods: [GET] }, flow: a }, { flow: b }] }
                  - { name: outside, bind: 10.0.0.1:8000, routes: [{ flow: b }] }
                """.formatted(filters(a), filters(b), listener);
        return new ConfigLoader(Map.of())
                .parse(yaml, Path.of("gateway.yml"), plugins -> FilterRegistry.of(new Recording()))
                .config();
    }

    private static String filters(String modes) {
        return modes.replaceAll("(\\w+)", "{ type: recording, config: { mode: $1 } }");
    }

    private static final class Recording implements FilterFactory<Recording.Settings> {

        private final List<FilterContext> contexts = new ArrayList<>();
        private int closed;

        private record Settings(@Key("what happens") String mode) {}

        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "recording";
        }

        @Override
        public String description() {
            return "records what happens to it";
        }

        @Override
        public Class<Settings> configType() {
            return Settings.class;
        }

        @Override
        public Filter create(Settings settings, FilterContext context) throws IOException {
            contexts.add(context);
            switch (settings.mode()) {
                case "bad" -> throw new IllegalArgumentException("this cannot work");
                case "missing" -> throw new FileNotFoundException("users.txt");
                case "deep" -> throw new StackOverflowError();
                case "mute" -> throw new IllegalArgumentException();
                case "broken" -> throw new IllegalStateException("a bug");
                default -> {}
            }
            return new Filter() {
                @Override
                public void close() {
                    closed++;
                }
            };
        }
    }

    private static final class NoMeters implements InstanceMeters {
        @Override
        public void close() {}

        @Override
        public Counter counter(String name, String description) {
            return amount -> {};
        }

        @Override
        public Timer timer(String name, String description) {
            return nanos -> {};
        }

        @Override
        public void gauge(String name, String description, LongSupplier value) {}

        @Override
        public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
            return new PerValue<>(most, value -> meters.apply(this));
        }
    }
}
