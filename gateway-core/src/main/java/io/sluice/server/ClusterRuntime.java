package io.sluice.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.cluster.ClusterIdentity;
import io.sluice.cluster.ClusterViews;
import io.sluice.cluster.ControlPlane;
import io.sluice.cluster.ControlReader;
import io.sluice.cluster.DiscoveredNode;
import io.sluice.cluster.NodeDiscovery;
import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import io.sluice.config.UpstreamTlsConfig;
import io.sluice.files.FileContents;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;
import io.sluice.upstream.Connector;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.NodeNames;
import io.sluice.upstream.NodeProber;
import io.sluice.upstream.UpstreamCluster;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamTls;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One cluster with all that runs for it: pools on each event loop, probes, discovery. */
public final class ClusterRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterRuntime.class);

    private final UpstreamCluster cluster;
    private final Map<EventLoop, LoopCluster> pools;
    private final @Nullable NodeDiscovery discovery;
    private final UpstreamTls upstreamTls;
    private final GatewayMetrics metrics;
    private final String files;
    private final ControlPlane plane;
    private final ControlReader reader;
    private volatile @Nullable ClusterViews views;
    private @Nullable MeterGroup viewMeters;
    private int viewUsers;
    private @Nullable ScheduledFuture<?> probing;
    private boolean stopped;

    ClusterRuntime(String name, ClusterConfig config, EventLoops loops, NodeNames names, GatewayMetrics metrics)
            throws IOException {
        this.files = filesOf(config);
        this.upstreamTls = UpstreamTls.of(name, config, metrics);
        this.cluster = new UpstreamCluster(name, config, metrics);
        var allowed = new AllowedAddresses(config.discovery(), cluster.seeds());
        Connector connector = new Connector(loops.clients(), names, allowed, config, upstreamTls.context());
        this.pools = loops.all().stream()
                .collect(Collectors.toUnmodifiableMap(loop -> loop, loop -> new LoopCluster(cluster, loop, connector)));
        this.metrics = metrics;
        SSLContext javaTls = upstreamTls.questions();
        this.plane = new ControlPlane(name, config, javaTls, new ClusterIdentity(), allowed, names);
        this.reader = new ControlReader(name, config, javaTls, names, cluster);
        this.discovery = config.discovery().enabled() ? discovery(name) : null;
    }

    private NodeDiscovery discovery(String name) {
        return new NodeDiscovery(plane, cluster.seeds(), found -> {
            cluster.product()
                    .discovered(
                            discovered().stream().map(DiscoveredNode::version).collect(Collectors.toSet()));
            if (cluster.replaceNodes(found)) {
                ClusterViews begun = views;
                if (begun != null) {
                    begun.refreshSoon();
                }
                LOG.atInfo()
                        .addKeyValue("cluster", name)
                        .addKeyValue("nodes", found)
                        .log("the nodes changed");
            }
        });
    }

    /** Begins to look for nodes and to ask those that were left out; to be called once. */
    synchronized void start() {
        EventLoop first = pools.keySet().iterator().next();
        probing = new NodeProber(poolsOn(first), first).start();
        if (discovery != null) {
            discovery.start();
        }
    }

    LoopCluster poolsOn(EventLoop loop) {
        return java.util.Objects.requireNonNull(pools.get(loop));
    }

    /**
     * The view of the cluster's indices. It is read from the first call on until all users have released it, so that a cluster whose
     * bulks are not regrouped is not asked.
     */
    synchronized ClusterViews retainViews() {
        ClusterViews begun = views;
        if (begun == null) {
            begun = new ClusterViews(plane, this::addresses);
            begun.start();
            views = begun;
            viewMeters = measure(begun);
        }
        viewUsers++;
        return begun;
    }

    /** One user of the view less. */
    synchronized void releaseViews() {
        viewUsers--;
        if (viewUsers == 0) {
            endViews();
        }
    }

    private void endViews() {
        ClusterViews begun = views;
        MeterGroup meters = viewMeters;
        views = null;
        if (begun != null && meters != null) {
            meters.close();
            begun.close();
        }
    }

    private MeterGroup measure(ClusterViews begun) {
        MeterGroup meters = metrics.group("cluster", cluster.name());
        meters.gauge("sluice.view.age.seconds", "time since the cluster's view was read", null, begun::ageSeconds);
        meters.gauge(
                "sluice.view.interval.seconds",
                "time from one look at all of the view to the next",
                null,
                begun::intervalSeconds);
        meters.gauge("sluice.view.names", "indices, aliases and data streams in the view", null, begun::names);
        meters.counter("sluice.view.refreshes", "looks at the cluster that succeeded", begun::refreshes);
        meters.counter("sluice.view.failures", "looks at the cluster that failed", begun::failures);
        return meters;
    }

    /** The view of the cluster's indices; null if no bulks are regrouped. */
    public @Nullable ClusterViews startedViews() {
        return views;
    }

    private Set<HostPort> addresses() {
        return cluster.nodes().stream().map(UpstreamNode::address).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the files that it was made of have the same content, besides an equal configuration. */
    boolean isStill(ClusterConfig config) {
        return cluster.config().equals(config) && files.equals(filesOf(config));
    }

    private static String filesOf(ClusterConfig config) {
        UpstreamTlsConfig tls = config.tls();
        return FileContents.digest(tls.ca(), tls.certificate(), tls.key());
    }

    /** What filters ask the cluster with; {@link #stop} leaves it open, so that no filter finds it closed. */
    ControlReader reader() {
        return reader;
    }

    public UpstreamCluster cluster() {
        return cluster;
    }

    /** The nodes as they describe themselves; empty if discovery is off or found nothing. */
    public List<DiscoveredNode> discovered() {
        return discovery == null ? List.of() : discovery.nodes();
    }

    /** Why the last discovery failed; null if it did not, or if discovery is off. */
    public @Nullable String discoveryProblem() {
        return discovery == null ? null : discovery.lastProblem();
    }

    /** Whether some node is not left out. */
    public boolean reachable() {
        return cluster.isAvailable();
    }

    /** Ends looking for nodes; idle connections are closed, the others once they become idle. */
    synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        ScheduledFuture<?> probes = probing;
        if (probes != null) {
            probes.cancel(false);
        }
        if (discovery != null) {
            discovery.close();
        }
        endViews();
        pools.forEach((loop, pool) -> loop.execute(pool::close));
    }

    /** As {@link #stop}, and ends the meters and what filters ask the cluster with. */
    @Override
    public void close() {
        stop();
        reader.close();
        cluster.close();
        upstreamTls.close();
    }
}
