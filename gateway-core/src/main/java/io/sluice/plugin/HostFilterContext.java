package io.sluice.plugin;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.ListenerInfo;
import io.sluice.api.SteadyClock;
import io.sluice.config.GatewayConfig;
import io.sluice.failure.RepeatedTask;
import io.sluice.metrics.InstanceMeters;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The context of one filter; ends its repeated tasks when it is closed. Thread-safe. */
final class HostFilterContext implements FilterContext, AutoCloseable {

    private final String name;
    private final Surroundings surroundings;
    private final List<ClusterReader> asked;
    private final FilterServices services;
    private final InstanceMeters meters;
    private final InstantSource steady = new SteadyClock();
    private final Set<Repetition> repeated = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * The parts of the configuration that a filter may know.
     *
     * @param clusters the names of all clusters
     * @param own the cluster that its flow relays to
     * @param queue the queue that its flow relays to; null if there is none
     * @param standby the cluster that its flow's requests reach only as a standby; null if there is none
     * @param reached the clusters that its flow's requests can reach
     * @param listeners the listeners that lead to its flow
     * @param filterTimeout how long a plan may stay Later
     */
    record Surroundings(
            Set<String> clusters,
            String own,
            @Nullable String queue,
            @Nullable String standby,
            Set<String> reached,
            List<ListenerInfo> listeners,
            Duration filterTimeout) {

        static Surroundings of(GatewayConfig config, String flow) {
            return new Surroundings(
                    config.clusters().keySet(),
                    config.clusterOf(flow),
                    config.queueOf(flow),
                    config.standbyOf(flow),
                    config.reach(flow),
                    config.leadingTo(flow).stream()
                            .map(listener -> new ListenerInfo(listener.name(), listener.isLocal()))
                            .toList(),
                    config.plugins().filterTimeout());
        }

        /** The readers of the clusters that are reached; empty where there are no readers. */
        List<ClusterReader> readers(Map<String, ClusterReader> readers) {
            return of(reached, readers);
        }

        /** The readers of some clusters; empty where there are no readers. */
        static List<ClusterReader> of(Set<String> clusters, Map<String, ClusterReader> readers) {
            return readers.isEmpty()
                    ? List.of()
                    : clusters.stream()
                            .map(cluster -> Objects.requireNonNull(readers.get(cluster), cluster))
                            .toList();
        }
    }

    HostFilterContext(FilterIdentity identity, FilterServices services) {
        this.name = identity.name();
        this.surroundings = identity.surroundings();
        this.asked = identity.asked();
        this.services = services;
        this.meters = services.meters().apply(name, identity.type().name());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Executor blockingExecutor() {
        return services.executor();
    }

    @Override
    public AutoCloseable every(Duration period, Runnable task) {
        if (!period.isPositive()) {
            throw new IllegalArgumentException("a period must be longer than 0, is " + period);
        }
        Repetition repetition = new Repetition(period, new RepeatedTask("a task of filter " + name, task));
        repeated.add(repetition);
        if (closed) {
            repetition.close();
        } else {
            repetition.schedule();
        }
        return repetition;
    }

    @Override
    public Duration filterTimeout() {
        return surroundings.filterTimeout();
    }

    @Override
    public InstantSource clock() {
        return services.clock();
    }

    @Override
    public InstantSource steadyClock() {
        return steady;
    }

    @Override
    public FilterMeters meters() {
        return meters;
    }

    @Override
    public Set<String> clusters() {
        return surroundings.clusters();
    }

    @Override
    public String cluster() {
        return surroundings.own();
    }

    @Override
    public @Nullable String queue() {
        return surroundings.queue();
    }

    @Override
    public @Nullable String standby() {
        return surroundings.standby();
    }

    @Override
    public List<ClusterReader> reached() {
        return surroundings.readers(services.readers());
    }

    @Override
    public List<ClusterReader> asked() {
        return asked;
    }

    @Override
    public List<ListenerInfo> listeners() {
        return surroundings.listeners();
    }

    @Override
    public Path configDirectory() {
        return services.configDirectory();
    }

    @Override
    public void close() {
        closed = true;
        repeated.forEach(Repetition::close);
        meters.close();
    }

    private final class Repetition implements Runnable, AutoCloseable {
        private final Duration period;
        private final RepeatedTask task;
        private @Nullable Future<?> next;
        private boolean closed;

        Repetition(Duration period, RepeatedTask task) {
            this.period = period;
            this.task = task;
        }

        synchronized void schedule() {
            if (!closed) {
                next = services.executor().executeLater(period, this);
            }
        }

        private synchronized boolean isClosed() {
            return closed;
        }

        @Override
        public void run() {
            if (!isClosed()) {
                task.run();
                schedule();
            }
        }

        // What waits for its time would keep the classes of a plugin that is gone.
        @Override
        public synchronized void close() {
            closed = true;
            Future<?> waiting = next;
            if (waiting != null) {
                waiting.cancel(false);
            }
            repeated.remove(this);
        }
    }
}
