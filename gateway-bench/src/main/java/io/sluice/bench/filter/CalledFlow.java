package io.sluice.bench.filter;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.RequestHead;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.Loaded;
import io.sluice.config.RouteConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import io.sluice.plugin.PluginDirectories;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request ready to be run again and again through the flow that a configuration leads it to, with the filters made as the
 * gateway makes them. For one thread; closing it closes the filters.
 */
public final class CalledFlow implements AutoCloseable {
    /** The gateway's own bounds for what it decompresses. */
    private static final int INFLATED_FACTOR = 10;

    private static final int MAX_RATIO = 200;
    private static final int CLIENT_PORT = 40_000;

    private final Loaded<FilterRegistry> loaded;
    private final FilterExecutor executor;
    private final Map<String, List<FilterInstance>> made;
    private final RequestBody body;
    private final Chosen chosen;
    private final DrivenExchange.Facts facts;
    private final List<NamedFilter> filters;
    private final BodyLimits limits;
    private final WaitingLoop loop;

    /** Where the request goes in the configuration. */
    record Chosen(GatewayConfig config, ListenerConfig listener, String flow) {}

    private CalledFlow(
            Loaded<FilterRegistry> loaded,
            FilterExecutor executor,
            Map<String, List<FilterInstance>> made,
            GatewayMetrics metrics,
            Request request) {
        this.loaded = loaded;
        this.executor = executor;
        this.made = made;
        this.body = request.body;
        this.chosen = request.chosen;
        GatewayConfig config = chosen.config;
        this.facts = new DrivenExchange.Facts(
                request.head,
                chosen.listener.name(),
                chosen.flow,
                request.client,
                chosen.listener.tls() != null,
                config.reach(chosen.flow));
        this.filters = instances().stream()
                .map(each -> new NamedFilter(each.name(), each.filter(), metrics.filterNanos(each.name())))
                .toList();
        long maxInflated = Math.multiplyExact(chosen.listener.limits().body().bytes(), INFLATED_FACTOR);
        this.limits = new BodyLimits(maxInflated, MAX_RATIO, JsonLimits.DEFAULT, BulkLimits.DEFAULT);
        this.loop = new WaitingLoop(config.plugins().filterTimeout().toNanos());
    }

    /** The request itself, read and routed. */
    private record Request(Chosen chosen, RequestHead head, InetSocketAddress client, RequestBody body) {}

    /**
     * Reads the configuration and the request, and makes the filters.
     *
     * @throws ConfigException if the configuration cannot be used
     * @throws IOException if the body cannot be read
     * @throws IllegalArgumentException if the request is malformed or names what the configuration does not have
     */
    public static CalledFlow open(FilterCall call) throws ConfigException, IOException {
        Loaded<FilterRegistry> loaded = new ConfigLoader(System.getenv())
                .load(
                        call.config(),
                        plugins -> PluginDirectories.ofThisProcess()
                                .load(call.plugins() == null ? plugins.directory() : call.plugins()));
        FilterExecutor executor = new FilterExecutor(loaded.config().plugins().blockingThreads());
        RequestBody body = null;
        try {
            body = new RequestBody(call.body(), call.chunkBytes());
            RequestHead head = CalledHead.of(call.request(), call.headers(), body.bytes());
            InetSocketAddress client = client(call.client());
            Request request = new Request(choose(call, loaded.config(), head), head, client, body);
            GatewayMetrics metrics = new GatewayMetrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
            FilterServices services = new FilterServices(
                    executor,
                    Clock.systemUTC(),
                    metrics::filterMeters,
                    ConfigLoader.directoryOf(call.config()),
                    Map.of());
            return new CalledFlow(
                    loaded, executor, loaded.filters().createAll(loaded.config(), services), metrics, request);
        } catch (ConfigException | IOException | RuntimeException e) {
            if (body != null) {
                body.close();
            }
            executor.close();
            loaded.filters().close();
            throw e;
        }
    }

    private static InetSocketAddress client(String address) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address), CLIENT_PORT);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an address: " + address, e);
        }
    }

    private static Chosen choose(FilterCall call, GatewayConfig config, RequestHead head) {
        String flow = call.flow();
        if (flow != null && !config.flows().containsKey(flow)) {
            throw new IllegalArgumentException("there is no flow '" + flow + "'; there are "
                    + String.join(", ", config.flows().keySet()));
        }
        String name = call.listener();
        ListenerConfig listener = config.listeners().stream()
                .filter(each -> name == null ? flow == null || leadsTo(each, flow) : name.equals(each.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name == null
                                ? "no listener leads to flow '" + flow + "'"
                                : "there is no listener '" + name + "'"));
        return new Chosen(config, listener, flow == null ? route(listener, head) : flow);
    }

    private static boolean leadsTo(ListenerConfig listener, String flow) {
        return listener.routes().stream().anyMatch(route -> route.flow().equals(flow));
    }

    private static String route(ListenerConfig listener, RequestHead head) {
        return listener.routes().stream()
                .filter(route -> route.match() == null || route.match().matches(head))
                .map(RouteConfig::flow)
                .findFirst()
                .orElseThrow();
    }

    /** Why the request never comes to its filters; null if it does. */
    public @Nullable Failure refusal() {
        String ambiguity = facts.original().target().ambiguity();
        if (ambiguity != null && chosen.config.targetsDecide(chosen.listener)) {
            return Failure.of(FailureKind.BAD_REQUEST, ambiguity);
        }
        long most = chosen.listener.limits().body().bytes();
        return body.bytes() > most
                ? Failure.of(
                        FailureKind.TOO_LARGE,
                        "listener " + chosen.listener.name() + " takes bodies of at most " + most + " bytes")
                : null;
    }

    /**
     * Runs the request once.
     *
     * @param opening keeps the beginning of the body that comes out of the chain
     */
    public Passage run(BodyOpening opening) {
        loop.clear();
        return new ChainRun(this, opening).run();
    }

    /** The flow's filters in order, as they were made. */
    public List<FilterInstance> instances() {
        return made.getOrDefault(chosen.flow, List.of());
    }

    public String listener() {
        return chosen.listener.name();
    }

    public String flow() {
        return chosen.flow;
    }

    /** The head as the filters see it first. */
    public RequestHead head() {
        return facts.original();
    }

    /** Size of the body as it comes. */
    public long bodyBytes() {
        return body.bytes();
    }

    /** In how many pieces the body comes. */
    public int chunks() {
        return body.count();
    }

    /** The beginning of the body as it comes. */
    public BodyOpening untouchedBody(int most) {
        BodyOpening opening = new BodyOpening(most);
        for (int i = 0; i < body.count(); i++) {
            opening.add(body.chunk(i), 0, body.chunk(i).capacity());
        }
        return opening;
    }

    DrivenExchange.Facts facts() {
        return facts;
    }

    List<NamedFilter> filters() {
        return filters;
    }

    WaitingLoop loop() {
        return loop;
    }

    RequestBody body() {
        return body;
    }

    String cluster() {
        return chosen.config.clusterOf(chosen.flow);
    }

    BodyLimits limits() {
        return limits;
    }

    @Override
    public void close() {
        made.values().forEach(instances -> instances.forEach(FilterInstance::close));
        executor.close();
        loaded.filters().close();
        body.close();
    }
}
