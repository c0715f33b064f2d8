package io.sluice.cluster;

import io.sluice.config.ClusterConfig;
import io.sluice.config.DiscoveryConfig;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again which nodes a cluster has, on a thread of its own. What was found last stays when a look fails, and the
 * seeds are always part of it.
 */
public final class NodeDiscovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeDiscovery.class);

    private final String cluster;
    private final DiscoveryConfig config;
    private final Set<HostPort> seeds;
    private final Consumer<Set<HostPort>> sink;
    private final RestClient client;
    private final ScheduledExecutorService thread;
    private volatile List<DiscoveredNode> nodes = List.of();
    private volatile @Nullable String lastProblem;

    /**
     * Makes a discovery; {@link #start} begins it.
     *
     * @param seeds the configured addresses
     * @param tls null for plain connections
     * @param sink takes the addresses that requests may go to, after each look that succeeded; on the discovery's thread
     */
    public NodeDiscovery(
            String cluster,
            ClusterConfig config,
            Set<HostPort> seeds,
            @Nullable SSLContext tls,
            Consumer<Set<HostPort>> sink) {
        this.cluster = cluster;
        this.config = config.discovery();
        this.seeds = Set.copyOf(seeds);
        this.sink = sink;
        this.client = ControlClient.open(config, tls);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "sluice-discovery-" + cluster);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Looks at once, and then with the configured time between two looks. */
    public void start() {
        thread.scheduleWithFixedDelay(this::look, 0, config.every().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The nodes as the last look found them. */
    public List<DiscoveredNode> nodes() {
        return nodes;
    }

    /** Why the last look failed; null if it did not. */
    public @Nullable String lastProblem() {
        return lastProblem;
    }

    private void look() {
        try {
            nodes = read();
            sink.accept(select(nodes, seeds, config.addresses()));
            if (lastProblem != null) {
                LOG.atInfo().addKeyValue("cluster", cluster).log("discovery works again");
            }
            lastProblem = null;
        } catch (IOException | RuntimeException e) {
            if (lastProblem == null) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster)
                        .addKeyValue("problem", e.getMessage())
                        .log("discovery failed, the known nodes are kept");
            }
            lastProblem = String.valueOf(e.getMessage());
        }
    }

    private List<DiscoveredNode> read() throws IOException {
        try (InputStream body =
                client.performRequest(NodesResponse.request()).getEntity().getContent()) {
            return NodesResponse.parse(body, config.mapping());
        }
    }

    static Set<HostPort> select(List<DiscoveredNode> nodes, Set<HostPort> seeds, DiscoveryConfig.Addresses addresses) {
        Set<HostPort> selected = new LinkedHashSet<>(seeds);
        if (addresses == DiscoveryConfig.Addresses.PUBLISH) {
            List<HostPort> more = new ArrayList<>();
            for (DiscoveredNode node : nodes) {
                if (!node.isMasterOnly()) {
                    more.add(node.address());
                }
            }
            selected.addAll(more);
        }
        return selected;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            client.close();
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("cluster", cluster).setCause(e).log("the discovery's client did not close well");
        }
    }
}
