package io.sluice.config;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The whole configuration of a gateway process. */
public record GatewayConfig(
        @Key(value = "the admin endpoint: metrics, health, statistics", def = "{}")
        AdminConfig admin,

        @Key(value = "where filters are loaded from", def = "{}")
        PluginsConfig plugins,

        @Key(value = "threads, memory and limits of the process", def = "{}")
        ProcessConfig process,

        @Key("traces of requests; left out: none are made") @Nullable TracingConfig tracing,

        @Key("the Elasticsearch clusters, by name") Map<String, ClusterConfig> clusters,
        @Key("what is done with requests, by name") Map<String, FlowConfig> flows,

        @Key("queues that keep writes until a cluster has taken them, by name")
        Map<String, QueueConfig> queues,

        @Key("where clients are accepted") List<ListenerConfig> listeners) {

    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public GatewayConfig {
        clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
        flows = Collections.unmodifiableMap(new LinkedHashMap<>(flows));
        queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
        listeners = List.copyOf(listeners);
        Checks checks = new Checks();
        checks.require(!listeners.isEmpty(), "at least one listener is needed");
        // Engines name directories and topics after their queues.
        queues.keySet()
                .forEach(name -> checks.require(
                        FILE_NAME.matcher(name).matches(),
                        "a queue's name has letters, digits, '-', '_' and '.' only, and begins with a letter or digit: "
                                + name));
        flows.forEach((name, flow) -> checks.require(
                flow.record() == null || FILE_NAME.matcher(name).matches(),
                "a flow that is recorded names the files, so its name has letters, digits, '-', '_' and '.' only, and begins"
                        + " with a letter or digit: " + name));
        queues.forEach((name, queue) -> checks.require(
                !queue.copies().contains(name)
                        && Set.copyOf(queue.copies()).size() == queue.copies().size(),
                "the copies of queue " + name + " are other queues, each once"));
        clustersOnce(flows, queues, checks);
        checks.done();
    }

    // A write would be executed twice, and by no rule which of the two comes last.
    private static void clustersOnce(Map<String, FlowConfig> flows, Map<String, QueueConfig> queues, Checks checks) {
        queues.forEach((name, queue) -> {
            List<String> all = new ArrayList<>(List.of(queue.cluster()));
            queue.copies().stream().map(queues::get).filter(Objects::nonNull).forEach(copy -> all.add(copy.cluster()));
            checks.require(
                    Set.copyOf(all).size() == all.size(),
                    "queue " + name + " and its copies send to different clusters, each gets a write once: " + all);
        });
        flows.forEach((name, flow) -> {
            QueueConfig queue = flow.relay().queue() == null
                    ? null
                    : queues.get(flow.relay().queue());
            String own = queue == null ? flow.relay().cluster() : queue.cluster();
            Set<String> written = new LinkedHashSet<>();
            if (flow.mirror() != null && flow.mirror().requests() != MirrorConfig.Requests.READS) {
                collect(flow.relay().bulk(), written);
            }
            String mirror =
                    flow.mirror() == null ? null : flow.mirror().cluster().value();
            checks.require(
                    mirror == null || !mirror.equals(own) && !written.contains(mirror),
                    "mirror.cluster of flow " + name + " is another cluster than those that it relays to: " + mirror);
            ClusterName standby = queue == null ? null : flow.relay().standby();
            checks.require(
                    standby == null || !standby.value().equals(own),
                    "standby of flow " + name + " is another cluster than that of its queue: " + own);
        });
    }

    /**
     * Whether the listener decides by the target of a request, since it has several routes or a flow with filters. It then refuses a
     * target that may be read in two ways.
     */
    public boolean targetsDecide(ListenerConfig listener) {
        return listener.routes().size() > 1
                || listener.routes().stream()
                        .anyMatch(route -> !Objects.requireNonNull(flows.get(route.flow()))
                                .filters()
                                .isEmpty());
    }

    /** The cluster that a flow relays to: its own, or that of its queue. */
    public String clusterOf(String flow) {
        RelayConfig relay = Objects.requireNonNull(flows.get(flow)).relay();
        String queue = relay.queue();
        return queue == null
                ? Objects.requireNonNull(relay.cluster())
                : queue(queue).cluster();
    }

    /** The queue in which a flow keeps writes; null if it relays them at once. */
    public @Nullable String queueOf(String flow) {
        return Objects.requireNonNull(flows.get(flow)).relay().queue();
    }

    private QueueConfig queue(String name) {
        return Objects.requireNonNull(queues.get(name), name);
    }

    /** The clusters that requests can reach through a flow: its own first, then those that its filters and its router name, and its standby. */
    public Set<String> reach(String flow) {
        Set<String> names = reachWithoutStandby(flow);
        String standby = standbyOf(flow);
        if (standby != null) {
            names.add(standby);
        }
        return Collections.unmodifiableSet(names);
    }

    private Set<String> reachWithoutStandby(String flow) {
        FlowConfig config = Objects.requireNonNull(flows.get(flow));
        Set<String> names = new LinkedHashSet<>();
        names.add(clusterOf(flow));
        config.filters().forEach(filter -> NamedClusters.collect(filter.config(), names));
        collect(config.relay().bulk(), names);
        return names;
    }

    /** The cluster that requests reach through a flow only as its standby; null if there is none, or if they reach it otherwise, too. */
    public @Nullable String standbyOf(String flow) {
        ClusterName standby = Objects.requireNonNull(flows.get(flow)).relay().standby();
        return standby == null || reachWithoutStandby(flow).contains(standby.value()) ? null : standby.value();
    }

    /** The clusters that a queue sends to: its own first, then those that its router names. */
    public Set<String> reachOfQueue(String name) {
        QueueConfig config = queue(name);
        Set<String> names = new LinkedHashSet<>();
        names.add(config.cluster());
        collect(config.bulk(), names);
        return Collections.unmodifiableSet(names);
    }

    /** The clusters that a queue and its copies send to. */
    public Set<String> reachOfCopies(String name) {
        Set<String> names = new LinkedHashSet<>(reachOfQueue(name));
        queue(name).copies().forEach(copy -> names.addAll(reachOfQueue(copy)));
        return Collections.unmodifiableSet(names);
    }

    private static void collect(@Nullable BulkConfig bulk, Set<String> names) {
        NamedClusters.collect(bulk == null ? null : bulk.config(), names);
    }

    /** The listeners that have a route to a flow. */
    public List<ListenerConfig> leadingTo(String flow) {
        return listeners.stream()
                .filter(listener -> listener.routes().stream()
                        .anyMatch(route -> route.flow().equals(flow)))
                .toList();
    }
}
