package io.sluice.cli;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.BulkRouter;
import io.sluice.api.RouterContext;
import io.sluice.config.BulkConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import io.sluice.plugin.HostQueueContext;
import io.sluice.plugin.HostRouterContext;
import io.sluice.plugin.QueueEngines;
import io.sluice.regroup.Regrouping;
import io.sluice.regroup.SpoolFiles;
import io.sluice.server.StartCheck;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A configuration with its filters and routers, made to be examined and not for traffic: their meters are not read. For one thread. */
final class Preview implements AutoCloseable {

    private final Loaded<FilterRegistry> loaded;
    private final FilterExecutor executor;
    private final GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
    private final SpoolFiles spools = new SpoolFiles();
    private final Map<String, Regrouping> regroupings = new LinkedHashMap<>();
    private Map<String, List<FilterInstance>> filters = Map.of();

    private Preview(Loaded<FilterRegistry> loaded) {
        this.loaded = loaded;
        this.executor = new FilterExecutor(loaded.config().plugins().blockingThreads());
    }

    /**
     * Reads the configuration, loads its plugins and makes its filters.
     *
     * @throws ConfigException if anything in it cannot be used
     */
    static Preview of(ConfigOption file) throws ConfigException {
        Loaded<FilterRegistry> loaded = ConfigOption.load(file.file());
        Preview preview = new Preview(loaded);
        try {
            preview.make(ConfigLoader.directoryOf(file.file()));
            return preview;
        } catch (ConfigException e) {
            preview.close();
            throw e;
        }
    }

    private void make(Path directory) throws ConfigException {
        List<Problem> problems = new ArrayList<>(startCheck().problems());
        FilterServices services =
                new FilterServices(executor, InstantSource.system(), metrics::filterMeters, directory, Map.of());
        try {
            filters = loaded.filters().createAll(loaded.config(), services);
        } catch (ConfigException e) {
            problems.addAll(e.problems());
        }
        for (var flow : loaded.config().flows().entrySet()) {
            String name = flow.getKey();
            BulkConfig bulk = flow.getValue().relay().bulk();
            RouterContext context = new HostRouterContext(config().clusterOf(name), config().reach(name));
            Regrouping made = regrouping(name, bulk, context, problems);
            if (made != null) {
                regroupings.put(name, made);
            }
        }
        config().queues().forEach((name, queue) -> {
            RouterContext context = new HostRouterContext(queue.cluster(), config().reachOfQueue(name));
            regrouping("queue:" + name, queue.bulk(), context, problems);
        });
        checkQueues(directory, problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    // Those of dead letters are kept in the same way.
    private void checkQueues(Path directory, List<Problem> problems) {
        QueueEngines engines = loaded.filters().queueEngines();
        problems.addAll(engines.unlikeCopies(config()));
        config().queues().forEach((name, queue) -> {
            var context = new HostQueueContext(name, directory, InstantSource.system(), PooledByteBufAllocator.DEFAULT);
            problems.addAll(engines.problems(queue, context));
        });
    }

    private @Nullable Regrouping regrouping(
            String meters, @Nullable BulkConfig bulk, RouterContext context, List<Problem> problems) {
        if (bulk == null || bulk.config() == null) {
            return null;
        }
        try {
            BulkRouter router = loaded.filters().createRouter(bulk.groupBy(), bulk.config(), bulk.place(), context);
            var shared = new Regrouping.Shared(new AtomicLong(), spools, new SecureRandom());
            return new Regrouping(bulk, router, context.cluster(), Map.of(), metrics.bulks(meters), shared);
        } catch (ConfigException e) {
            problems.addAll(e.problems());
            return null;
        }
    }

    /** The problems that a start would have on this machine. */
    StartCheck startCheck() {
        return new StartCheck(loaded);
    }

    /** How the bulks of a flow are regrouped, or null if they are relayed whole; knows no view of a cluster. */
    @Nullable Regrouping regrouping(String flow) {
        return regroupings.get(flow);
    }

    GatewayConfig config() {
        return loaded.config();
    }

    List<Problem> warnings() {
        return loaded.warnings();
    }

    List<FilterInstance> filters(String flow) {
        return filters.getOrDefault(flow, List.of());
    }

    @Override
    public void close() {
        filters.values().forEach(instances -> instances.forEach(FilterInstance::close));
        executor.close();
        spools.close();
        loaded.filters().close();
    }
}
