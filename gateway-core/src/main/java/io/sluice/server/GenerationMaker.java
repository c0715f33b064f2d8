package io.sluice.server;

import io.netty.channel.EventLoop;
import io.sluice.api.BulkRouter;
import io.sluice.api.ClusterReader;
import io.sluice.api.RouterContext;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.cluster.ClusterViews;
import io.sluice.config.BulkConfig;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.GatewayConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.MirrorConfig;
import io.sluice.config.Problem;
import io.sluice.config.RecordConfig;
import io.sluice.config.RelayConfig;
import io.sluice.exchange.Flow;
import io.sluice.exchange.LoopServices;
import io.sluice.exchange.UseCount;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.BulkMeters;
import io.sluice.metrics.ExchangeMeters;
import io.sluice.metrics.FilterTimer;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.mirror.Mirror;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import io.sluice.plugin.HostRouterContext;
import io.sluice.plugin.Shared;
import io.sluice.queue.IngestQueue;
import io.sluice.queue.QueueEntrance;
import io.sluice.queue.QueueTerms;
import io.sluice.recording.Recorder;
import io.sluice.regroup.Regrouping;
import io.sluice.upstream.LoopCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes one {@link Generation}. For one thread, off the event loops; may block. */
final class GenerationMaker {
    private static final int MAX_RATIO = 200;
    private static final int INFLATED_FACTOR = 10;

    private final ProcessParts process;
    private final GatewayConfig config;
    private final FilterRegistry registry;
    private final @Nullable Generation before;
    private final Leases leases = new Leases();
    private final Map<EventLoop, UseCount> uses = new LinkedHashMap<>();
    private final Map<String, Shared<ClusterRuntime>> clusters = new LinkedHashMap<>();
    private final Map<String, List<NamedFilter>> filters = new LinkedHashMap<>();
    private final Map<String, Regrouping> regroupings = new LinkedHashMap<>();
    private final Map<String, Shared<Mirror>> mirrors = new LinkedHashMap<>();
    private final Map<String, Shared<Recorder>> recorders = new LinkedHashMap<>();
    private final Map<String, Shared<ListenerTls>> tls = new LinkedHashMap<>();
    private final Map<String, Shared<OpenQueue>> queues = new LinkedHashMap<>();
    private final Map<String, QueueTerms> queueTerms = new LinkedHashMap<>();

    /**
     * Prepares to make one.
     *
     * @param registry of the filter types that the configuration names; closed with the generation, or if none is made
     * @param before what did not change is shared with it; null if there is none
     */
    GenerationMaker(ProcessParts process, GatewayConfig config, FilterRegistry registry, @Nullable Generation before) {
        this.process = process;
        this.config = config;
        this.registry = registry;
        this.before = before;
        process.loops().all().forEach(loop -> uses.put(loop, new UseCount()));
    }

    /**
     * Makes it; nothing leads requests to it yet.
     *
     * @param listeners makes and keeps listeners
     * @throws ConfigException if a filter cannot be made; nothing is left
     * @throws IOException if a file cannot be read or a queue cannot be opened now; nothing is left
     */
    Generation make(Listeners.Change listeners) throws ConfigException, IOException {
        leases.add(registry::close);
        try {
            makeClusters();
            Map<String, List<Shared<FilterInstance>>> made = makeFiltersAndRouters();
            makeMirrors();
            makeRecorders();
            queues.putAll(new QueueMaker(process, config, registry, before).make(leases));
            Map<String, Shared<Listener>> all = new LinkedHashMap<>();
            for (ListenerConfig listener : config.listeners()) {
                makeTls(listener);
                Shared<Listener> shared = listeners.listener(listener, self -> terms(listener, self::stopping));
                leases.add(shared::release);
                all.put(listener.name(), shared);
            }
            var parts = new Generation.Parts(clusters, made, all, tls, queues, queueTerms, mirrors, recorders, uses);
            return new Generation(before == null ? 1 : before.number() + 1, config, registry, parts, leases);
        } catch (ConfigException | IOException | RuntimeException | Error e) {
            leases.close();
            throw e;
        }
    }

    private void makeClusters() throws IOException {
        for (Map.Entry<String, ClusterConfig> entry : config.clusters().entrySet()) {
            String name = entry.getKey();
            ClusterConfig wanted = entry.getValue();
            Shared<ClusterRuntime> known = kept(Generation.Parts::clusters, name, of -> of.isStill(wanted));
            Shared<ClusterRuntime> cluster = known == null ? newCluster(name, wanted) : known;
            leases.add(cluster::release);
            clusters.put(name, cluster);
        }
    }

    /** What the generation before has by a name, once more; null if it has none that can stay. */
    private <T> @Nullable Shared<T> kept(
            Function<Generation.Parts, Map<String, Shared<T>>> parts, String name, Predicate<T> stays) {
        Shared<T> known = before == null ? null : parts.apply(before.parts()).get(name);
        return known != null && stays.test(known.value()) ? known.retain() : null;
    }

    private Shared<ClusterRuntime> newCluster(String name, ClusterConfig wanted) throws IOException {
        return new Shared<>(
                new ClusterRuntime(name, wanted, process.loops(), process.names(), process.metrics()),
                ClusterRuntime::close);
    }

    private ClusterRuntime cluster(String name) {
        return Objects.requireNonNull(clusters.get(name), name).value();
    }

    // The problems of all are told together.
    private Map<String, List<Shared<FilterInstance>>> makeFiltersAndRouters() throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        Map<String, List<Shared<FilterInstance>>> filtersMade = Map.of();
        try {
            filtersMade = makeFilters();
        } catch (ConfigException e) {
            problems.addAll(e.problems());
        }
        for (var flow : config.flows().entrySet()) {
            String name = flow.getKey();
            BulkConfig bulk = flow.getValue().relay().bulk();
            Regrouping made = regrouping(name, bulk, config.clusterOf(name), config.reach(name), problems);
            if (made != null) {
                regroupings.put(name, made);
            }
        }
        config.queues().forEach((name, queue) -> {
            Set<String> reach = config.reachOfQueue(name);
            Regrouping made = regrouping(BulkNames.ofQueue(name), queue.bulk(), queue.cluster(), reach, problems);
            queueTerms.put(
                    name,
                    new QueueTerms(
                            queue,
                            views(queue.cluster()),
                            cluster(queue.cluster()).reader(),
                            made,
                            this::poolsOn,
                            process.metrics().internalErrors()));
        });
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return filtersMade;
    }

    private Function<String, LoopCluster> poolsOn(EventLoop loop) {
        return name -> cluster(name).poolsOn(loop);
    }

    private Map<String, List<Shared<FilterInstance>>> makeFilters() throws ConfigException {
        Map<String, ClusterReader> readers = new LinkedHashMap<>();
        clusters.forEach((name, cluster) -> readers.put(name, cluster.value().reader()));
        var services = new FilterServices(
                process.executor(), process.clock(), process.metrics()::filterMeters, process.directory(), readers);
        Collection<Shared<FilterInstance>> earlier = new ArrayList<>();
        if (before != null) {
            before.parts().filters().values().forEach(earlier::addAll);
        }
        Map<String, List<Shared<FilterInstance>>> made = registry.createAll(config, services, earlier);
        made.forEach((flow, instances) -> {
            List<NamedFilter> named = new ArrayList<>();
            for (Shared<FilterInstance> instance : instances) {
                leases.add(instance::release);
                FilterInstance filter = instance.value();
                FilterTimer timer = process.metrics().filterNanos(filter.name());
                leases.add(timer::close);
                named.add(new NamedFilter(filter.name(), filter.type(), filter.filter(), timer));
            }
            filters.put(flow, named);
        });
        return made;
    }

    /** How bulks are regrouped; null if they are not, or if that is a problem. */
    private @Nullable Regrouping regrouping(
            String meters, @Nullable BulkConfig bulk, String cluster, Set<String> reach, List<Problem> problems) {
        if (bulk == null || bulk.config() == null) {
            return null;
        }
        Map<String, ClusterViews> views = new LinkedHashMap<>();
        reach.forEach(name -> views.put(name, views(name)));
        RouterContext context = new HostRouterContext(cluster, views.keySet());
        try {
            BulkRouter router = registry.createRouter(bulk.groupBy(), bulk.config(), bulk.place(), context);
            BulkMeters counted = process.metrics().bulks(meters);
            leases.add(counted::close);
            return new Regrouping(bulk, router, cluster, views, counted, process.bulks());
        } catch (ConfigException e) {
            problems.addAll(e.problems());
            return null;
        }
    }

    private void makeMirrors() {
        config.flows().forEach((name, flow) -> {
            MirrorConfig wanted = flow.mirror();
            if (wanted != null) {
                Shared<Mirror> known =
                        kept(Generation.Parts::mirrors, name, of -> of.config().equals(wanted));
                Shared<Mirror> mirror = known == null ? newMirror(name, wanted) : known;
                leases.add(mirror::release);
                mirrors.put(name, mirror);
            }
        });
    }

    private Shared<Mirror> newMirror(String flow, MirrorConfig wanted) {
        GatewayMetrics metrics = process.metrics();
        var around = new Mirror.Surroundings(
                metrics.mirror(flow, wanted.cluster().value()), metrics.internalErrors(), process.clock());
        return new Shared<>(new Mirror(flow, wanted, around), Mirror::close);
    }

    private void makeRecorders() {
        config.flows().forEach((name, flow) -> {
            RecordConfig wanted = flow.record();
            if (wanted != null) {
                Shared<Recorder> known = kept(
                        Generation.Parts::recorders, name, of -> of.config().equals(wanted));
                Shared<Recorder> recorder = known == null ? newRecorder(name, wanted) : known;
                leases.add(recorder::release);
                recorders.put(name, recorder);
            }
        });
    }

    private Shared<Recorder> newRecorder(String flow, RecordConfig wanted) {
        return new Shared<>(
                new Recorder(flow, wanted, process.metrics().recording(flow), process.clock(), process.connections()),
                Recorder::close);
    }

    private ClusterViews views(String name) {
        ClusterRuntime reached = cluster(name);
        ClusterViews views = reached.retainViews();
        leases.add(reached::releaseViews);
        return views;
    }

    private void makeTls(ListenerConfig listener) throws IOException {
        if (listener.tls() == null) {
            return;
        }
        Shared<ListenerTls> known = kept(Generation.Parts::tls, listener.name(), of -> of.isStill(listener.tls()));
        Shared<ListenerTls> made = known == null
                ? new Shared<>(Objects.requireNonNull(ListenerTls.of(listener, process.metrics())), ListenerTls::close)
                : known;
        leases.add(made::release);
        tls.put(listener.name(), made);
    }

    private ListenerTerms terms(ListenerConfig listener, BooleanSupplier stopping) {
        List<Router.Route> routes = listener.routes().stream()
                .map(route -> new Router.Route(route, flow(listener, route.flow())))
                .toList();
        HeadCheck headCheck = new HeadCheck(listener.limits(), config.targetsDecide(listener), listener::ambiguity);
        Shared<ListenerTls> own = tls.get(listener.name());
        return new ListenerTerms(
                listener, headCheck, new Router(routes), services(stopping), own == null ? null : own.value());
    }

    private Map<EventLoop, LoopServices> services(BooleanSupplier stopping) {
        Map<EventLoop, LoopServices> services = new LinkedHashMap<>();
        uses.forEach((loop, count) -> {
            Map<String, LoopCluster> pools = new LinkedHashMap<>();
            clusters.forEach((name, cluster) -> pools.put(name, cluster.value().poolsOn(loop)));
            services.put(
                    loop,
                    new LoopServices(pools, stopping, process.metrics().internalErrors(), process.tracing(), count));
        });
        return services;
    }

    private Flow flow(ListenerConfig listener, String name) {
        RelayConfig relay = Objects.requireNonNull(config.flows().get(name)).relay();
        Map<String, ExchangeMeters> meters = new LinkedHashMap<>();
        for (String reached : config.reach(name)) {
            ExchangeMeters counted = process.metrics().exchanges(listener.name(), name, reached);
            leases.add(counted::close);
            meters.put(reached, counted);
        }
        long body = listener.limits().body().bytes();
        long maxInflated = body > Long.MAX_VALUE / INFLATED_FACTOR ? Long.MAX_VALUE : body * INFLATED_FACTOR;
        return new Flow(
                name,
                filters.getOrDefault(name, List.of()),
                config.clusterOf(name),
                relay.standby() == null ? null : relay.standby().value(),
                regroupings.get(name),
                relay.queue() == null ? null : entrance(relay.queue()),
                valueOf(mirrors.get(name)),
                valueOf(recorders.get(name)),
                meters,
                new BodyLimits(maxInflated, MAX_RATIO, JsonLimits.DEFAULT, BulkLimits.DEFAULT),
                config.plugins().filterTimeout().toNanos());
    }

    private static <T> @Nullable T valueOf(@Nullable Shared<T> shared) {
        return shared == null ? null : shared.value();
    }

    private QueueEntrance entrance(String queue) {
        QueueTerms terms = Objects.requireNonNull(queueTerms.get(queue));
        List<IngestQueue> copies =
                terms.config().copies().stream().map(this::queue).toList();
        return queue(queue).entrance(terms, copies, config.reachOfCopies(queue));
    }

    private IngestQueue queue(String name) {
        return Objects.requireNonNull(queues.get(name), name).value().queue();
    }
}
