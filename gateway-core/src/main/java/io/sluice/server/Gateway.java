package io.sluice.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoop;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.internal.PlatformDependent;
import io.sluice.api.BulkRouter;
import io.sluice.api.ClusterReader;
import io.sluice.api.RouterContext;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.cluster.ClusterViews;
import io.sluice.config.BulkConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.GatewayConfig;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ProcessConfig;
import io.sluice.config.RelayConfig;
import io.sluice.exchange.Flow;
import io.sluice.exchange.LoopServices;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.ExchangeMeters;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import io.sluice.plugin.HostRouterContext;
import io.sluice.regroup.Regrouping;
import io.sluice.regroup.SpoolFiles;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.NodeNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: everything is wired here, once. Made and closed off the event loops; what it tells may be asked from any
 * thread.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int MAX_RATIO = 200;
    private static final int INFLATED_FACTOR = 10;
    private static final int STOP_POLL_MILLIS = 20;

    private final GatewayConfig config;
    private final GatewayMetrics metrics;
    private final EventLoops loops;
    private final Admission admission;
    private final FilterExecutor executor;
    private final NodeNames names;
    private final Map<String, ClusterRuntime> clusters = new LinkedHashMap<>();
    private final Map<String, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    private final Map<String, Regrouping> regroupings = new LinkedHashMap<>();
    private final Regrouping.Shared sharedByBulks =
            new Regrouping.Shared(new AtomicLong(), new SpoolFiles(), new SecureRandom());
    private final List<FilterInstance> filters = new ArrayList<>();
    private volatile boolean stopping;
    private boolean closed;

    private Gateway(GatewayConfig config, MeterRegistry registry) {
        this.config = config;
        this.metrics = new GatewayMetrics(registry);
        this.loops = EventLoops.start(config.process());
        this.admission = new Admission(config.process(), PlatformDependent.maxDirectMemory());
        this.names = new NodeNames(
                loops.datagrams(),
                loops.clients(),
                nameServers(config.process()),
                loops.all().getFirst());
        this.executor = new FilterExecutor(config.plugins().blockingThreads());
    }

    /**
     * Starts a gateway; when it returns, all listeners accept.
     *
     * @param registry of the filter types that the configuration names; stays the caller's
     * @param meters takes all meters of this gateway
     * @param directory of the configuration file
     * @throws ConfigException if a filter cannot be made
     * @throws IOException if an address cannot be bound or a file cannot be read; nothing is left running
     */
    public static Gateway start(GatewayConfig config, FilterRegistry registry, MeterRegistry meters, Path directory)
            throws ConfigException, IOException, InterruptedException {
        Gateway gateway = new Gateway(config, meters);
        try {
            gateway.open(registry, directory);
            return gateway;
        } catch (ConfigException | IOException | RuntimeException | InterruptedException e) {
            gateway.kill();
            throw e;
        }
    }

    private void open(FilterRegistry registry, Path directory)
            throws ConfigException, IOException, InterruptedException {
        for (var entry : config.clusters().entrySet()) {
            clusters.put(entry.getKey(), new ClusterRuntime(entry.getKey(), entry.getValue(), loops, names, metrics));
        }
        Map<String, ClusterReader> readers = new LinkedHashMap<>();
        clusters.forEach((name, cluster) -> readers.put(name, cluster.reader()));
        var services = new FilterServices(executor, Clock.systemUTC(), metrics::filterMeters, directory, readers);
        Map<String, List<FilterInstance>> made = registry.createAll(config, services);
        made.values().forEach(filters::addAll);
        Map<String, List<NamedFilter>> named = new LinkedHashMap<>();
        made.forEach((flow, instances) ->
                named.put(flow, instances.stream().map(this::named).toList()));
        for (var flow : config.flows().entrySet()) {
            RelayConfig relay = flow.getValue().relay();
            if (relay.bulk() != null && relay.bulk().config() != null) {
                regroupings.put(flow.getKey(), regrouping(registry, flow.getKey(), relay.cluster(), relay.bulk()));
            }
        }
        var shared = new Listener.Shared(loops, loopServices(), admission, metrics, () -> stopping);
        for (ListenerConfig listener : config.listeners()) {
            open(listener, shared, named);
        }
        admission.watchMemory(loops.group());
        GatewayGauges.register(metrics, admission, loops.all());
        GatewayGauges.register(metrics, sharedByBulks.spools());
        clusters.values().forEach(ClusterRuntime::start);
    }

    private static DnsServerAddressStreamProvider nameServers(ProcessConfig config) {
        return config.nameServers().isEmpty()
                ? DnsServerAddressStreamProviders.platformDefault()
                : new SequentialDnsServerAddressStreamProvider(
                        config.nameServers().stream().map(HostPort::resolve).toList());
    }

    private Regrouping regrouping(FilterRegistry registry, String flow, String cluster, BulkConfig bulk)
            throws ConfigException {
        Map<String, ClusterViews> views = new LinkedHashMap<>();
        config.reach(flow)
                .forEach(name -> views.put(
                        name,
                        java.util.Objects.requireNonNull(clusters.get(name)).views()));
        Record settings = java.util.Objects.requireNonNull(bulk.config());
        RouterContext context = new HostRouterContext(cluster, views.keySet());
        BulkRouter router = registry.createRouter(bulk.groupBy(), settings, bulk.place(), context);
        return new Regrouping(bulk, router, cluster, views, metrics.bulks(flow), sharedByBulks);
    }

    private NamedFilter named(FilterInstance instance) {
        return new NamedFilter(instance.name(), instance.filter(), metrics.filterNanos(instance.name()));
    }

    private Map<EventLoop, LoopServices> loopServices() {
        Map<EventLoop, LoopServices> services = new LinkedHashMap<>();
        for (EventLoop loop : loops.all()) {
            Map<String, LoopCluster> pools = new LinkedHashMap<>();
            clusters.forEach((name, cluster) -> pools.put(name, cluster.poolsOn(loop)));
            services.put(loop, new LoopServices(pools, () -> stopping, metrics.internalErrors()));
        }
        return Map.copyOf(services);
    }

    private void open(ListenerConfig listener, Listener.Shared shared, Map<String, List<NamedFilter>> filtersByFlow)
            throws IOException, InterruptedException {
        List<Router.Route> routes = listener.routes().stream()
                .map(route -> new Router.Route(route, flow(listener, route.flow(), filtersByFlow)))
                .toList();
        HeadCheck headCheck = new HeadCheck(listener.limits(), config.targetsDecide(listener), listener::ambiguity);
        Listener opened =
                new Listener(listener, shared, new Router(routes), headCheck, ListenerTls.of(listener, metrics));
        try {
            addresses.put(listener.name(), opened.bind());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // Netty throws an IOException that its method does not declare.
            throw BindFailure.of(listener.name(), listener.bind(), e);
        }
        listeners.put(listener.name(), opened);
        LOG.atInfo()
                .addKeyValue("listener", listener.name())
                .addKeyValue("address", addresses.get(listener.name()))
                .addKeyValue("tls", listener.tls() != null)
                .addKeyValue("transport", loops.transport())
                .log("listening");
    }

    private Flow flow(ListenerConfig listener, String name, Map<String, List<NamedFilter>> filtersByFlow) {
        String cluster = java.util.Objects.requireNonNull(config.flows().get(name))
                .relay()
                .cluster();
        Map<String, ExchangeMeters> meters = new LinkedHashMap<>();
        config.reach(name).forEach(each -> meters.put(each, metrics.exchanges(listener.name(), name, each)));
        long body = listener.limits().body().bytes();
        long maxInflated = body > Long.MAX_VALUE / INFLATED_FACTOR ? Long.MAX_VALUE : body * INFLATED_FACTOR;
        return new Flow(
                name,
                filtersByFlow.getOrDefault(name, List.of()),
                cluster,
                regroupings.get(name),
                meters,
                new BodyLimits(maxInflated, MAX_RATIO, JsonLimits.DEFAULT, BulkLimits.DEFAULT),
                config.plugins().filterTimeout().toNanos());
    }

    public GatewayConfig config() {
        return config;
    }

    public GatewayMetrics metrics() {
        return metrics;
    }

    /** The clusters in the configuration's order. */
    public Collection<ClusterRuntime> clusters() {
        return clusters.values();
    }

    /** The filters as they were made, in the order of the flows. */
    public List<FilterInstance> filters() {
        return List.copyOf(filters);
    }

    /** The address a listener is bound to; null if no listener has that name. */
    public @Nullable InetSocketAddress address(String listener) {
        return addresses.get(listener);
    }

    /** Requests in flight. */
    public int requests() {
        return admission.requests();
    }

    /** Open client connections over all listeners. */
    public int connections() {
        return listeners.values().stream().mapToInt(Listener::openConnections).sum();
    }

    /** Whether clients should be sent here: it is not stopping and some cluster has a node that is not left out. */
    public boolean ready() {
        return !stopping && clusters.values().stream().anyMatch(ClusterRuntime::reachable);
    }

    /** Stops accepting, lets running requests finish within the configured time, then closes everything. Blocks. */
    @Override
    public void close() {
        stop(config.process().drain());
    }

    private synchronized void stop(Duration drain) {
        if (closed) {
            return;
        }
        closed = true;
        stopping = true;
        listeners.values().forEach(Listener::stop);
        long deadline = System.nanoTime() + drain.toNanos();
        try {
            while ((admission.requests() > 0 || connections() > 0) && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(STOP_POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    private void kill() {
        listeners.values().forEach(Listener::kill);
        clusters.values().forEach(ClusterRuntime::close);
        names.close();
        loops.group().shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        filters.forEach(FilterInstance::close);
        executor.close();
        clusters.values().forEach(cluster -> cluster.reader().close());
        sharedByBulks.spools().close();
    }
}
