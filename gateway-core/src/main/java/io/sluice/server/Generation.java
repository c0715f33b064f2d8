package io.sluice.server;

import io.netty.channel.EventLoop;
import io.sluice.config.ConfigChange;
import io.sluice.config.GatewayConfig;
import io.sluice.exchange.UseCount;
import io.sluice.mirror.Mirror;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.Shared;
import io.sluice.queue.IngestQueue;
import io.sluice.queue.QueueTerms;
import io.sluice.recording.Recorder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One configuration with everything that is made of it: plugins, filters, clusters, what the listeners' requests meet. A reload makes
 * the next one beside it, which shares what did not change. Immutable, but that it is closed once. Safe from any thread.
 */
final class Generation {
    private final int number;
    private final GatewayConfig config;
    private final FilterRegistry registry;
    private final Parts parts;
    private final Leases leases;

    /**
     * What was made of the configuration, each part by its name.
     *
     * @param clusters in the configuration's order
     * @param filters by flow
     * @param listeners in the configuration's order
     * @param tls of the listeners that have it
     * @param queues in the configuration's order
     * @param queueTerms what the configuration says of each of them
     * @param mirrors by flow
     * @param recorders by flow
     * @param uses the requests of each event loop that run on the generation
     */
    record Parts(
            Map<String, Shared<ClusterRuntime>> clusters,
            Map<String, List<Shared<FilterInstance>>> filters,
            Map<String, Shared<Listener>> listeners,
            Map<String, Shared<ListenerTls>> tls,
            Map<String, Shared<OpenQueue>> queues,
            Map<String, QueueTerms> queueTerms,
            Map<String, Shared<Mirror>> mirrors,
            Map<String, Shared<Recorder>> recorders,
            Map<EventLoop, UseCount> uses) {

        Parts {
            clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
            filters = Collections.unmodifiableMap(new LinkedHashMap<>(filters));
            listeners = Collections.unmodifiableMap(new LinkedHashMap<>(listeners));
            tls = Map.copyOf(tls);
            queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
            queueTerms = Map.copyOf(queueTerms);
            mirrors = Collections.unmodifiableMap(new LinkedHashMap<>(mirrors));
            recorders = Map.copyOf(recorders);
            uses = Map.copyOf(uses);
        }
    }

    /** @param leases all that the generation uses; given back by {@link #close} */
    Generation(int number, GatewayConfig config, FilterRegistry registry, Parts parts, Leases leases) {
        this.number = number;
        this.config = config;
        this.registry = registry;
        this.parts = parts;
        this.leases = leases;
    }

    /** From 1 on, in the order in which they were made. */
    int number() {
        return number;
    }

    GatewayConfig config() {
        return config;
    }

    FilterRegistry registry() {
        return registry;
    }

    Parts parts() {
        return parts;
    }

    Collection<ClusterRuntime> clusters() {
        return parts.clusters().values().stream().map(Shared::value).toList();
    }

    Collection<Listener> listeners() {
        return parts.listeners().values().stream().map(Shared::value).toList();
    }

    /** The filters in the order of the flows. */
    List<FilterInstance> filters() {
        return parts.filters().values().stream()
                .flatMap(List::stream)
                .map(Shared::value)
                .toList();
    }

    /** The queues in the configuration's order. */
    List<IngestQueue> queues() {
        return parts.queues().values().stream()
                .map(queue -> queue.value().queue())
                .toList();
    }

    /** The mirrors in the order of the flows. */
    List<Mirror> mirrors() {
        return parts.mirrors().values().stream().map(Shared::value).toList();
    }

    /** Lets the queues run as this configuration says. */
    void useQueues() {
        parts.queues()
                .forEach((name, queue) -> queue.value()
                        .queue()
                        .use(Objects.requireNonNull(parts.queueTerms().get(name))));
    }

    @Nullable Listener listener(String name) {
        Shared<Listener> found = parts.listeners().get(name);
        return found == null ? null : found.value();
    }

    /** The listeners, clusters and filters whose certificates were made of files that have changed since. Reads files. */
    List<ConfigChange> changedCertificates() {
        List<ConfigChange> changes = new ArrayList<>();
        parts.tls().forEach((name, made) -> {
            if (!made.value().isStill(made.value().config())) {
                changes.add(new ConfigChange("certificates", "listener " + name, ConfigChange.Kind.CHANGED, List.of()));
            }
        });
        parts.clusters().forEach((name, made) -> {
            if (!made.value().isStill(made.value().cluster().config())) {
                changes.add(new ConfigChange("certificates", "cluster " + name, ConfigChange.Kind.CHANGED, List.of()));
            }
        });
        for (FilterInstance filter : filters()) {
            if (!filter.hasSameFiles()) {
                changes.add(new ConfigChange(
                        "certificates", "filter " + filter.name(), ConfigChange.Kind.CHANGED, List.of()));
            }
        }
        return changes;
    }

    /** Lets the clusters look for nodes that the one before did not have. */
    void startClustersBesides(@Nullable Generation before) {
        Collection<ClusterRuntime> begun = before == null ? List.of() : before.clusters();
        clusters().stream().filter(cluster -> !begun.contains(cluster)).forEach(ClusterRuntime::start);
    }

    /**
     * New requests run on another generation from now on.
     *
     * @param then called once, on an event loop, when the last request that runs on this one has ended
     */
    void retire(Runnable then) {
        AtomicInteger busy = new AtomicInteger(parts.uses().size());
        parts.uses()
                .forEach((loop, uses) -> loop.execute(() -> uses.retire(() -> {
                    if (busy.decrementAndGet() == 0) {
                        then.run();
                    }
                })));
    }

    /** Gives back all that it uses; off the event loops, when no request runs on it. */
    void close() {
        leases.close();
    }
}
