package io.sluice.cluster;

import io.sluice.config.DiscoveryConfig;
import io.sluice.config.DiscoveryConfig.Addresses;
import io.sluice.config.HostPort;
import io.sluice.failure.RepeatedTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again which nodes a cluster has, on a thread of its own. What was found last stays when a look fails, and the
 * seeds are always part of it. What a node says is not trusted: see {@link ControlClient}, {@link AllowedAddresses}.
 */
public final class NodeDiscovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeDiscovery.class);

    private final ControlPlane plane;
    private final DiscoveryConfig config;
    private final Set<HostPort> seeds;
    private final Consumer<Set<HostPort>> sink;
    private final ControlClient client;
    private final ScheduledExecutorService thread;
    private volatile List<DiscoveredNode> nodes = List.of();
    private volatile @Nullable String lastProblem;

    /**
     * Makes a discovery; {@link #start} begins it.
     *
     * @param seeds the configured addresses
     * @param sink takes the addresses that requests may go to, after each look that succeeded; on the discovery's thread
     */
    public NodeDiscovery(ControlPlane plane, Set<HostPort> seeds, Consumer<Set<HostPort>> sink) {
        this.plane = plane;
        this.config = plane.config().discovery();
        this.seeds = Set.copyOf(seeds);
        this.sink = sink;
        this.client = plane.open();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "sluice-discovery-" + plane.cluster());
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Looks at once, and then with the configured time between two looks. */
    public void start() {
        new RepeatedTask("discovery of " + plane.cluster(), this::look)
                .start(thread, 0, config.every().toMillis());
    }

    /** The nodes as the last look found them; those outside of the allowed addresses are left out. */
    public List<DiscoveredNode> nodes() {
        return nodes;
    }

    /** What was wrong with the last look: it failed, or nodes were left out; null if nothing was. */
    public @Nullable String lastProblem() {
        return lastProblem;
    }

    private void look() {
        String problem;
        try {
            plane.allowed().followSeeds(plane.names());
            List<DiscoveredNode> read = client.askOne(
                    plane.identity(), asking -> NodesResponse.parse(asking.tree(NodesResponse.request()), config));
            problem = takeOver(read);
        } catch (IOException | RuntimeException e) {
            problem = "discovery failed, the known nodes are kept: " + e.getMessage();
        }
        if (!thread.isShutdown()) {
            report(problem);
        }
    }

    private @Nullable String takeOver(List<DiscoveredNode> read) {
        List<DiscoveredNode> taken = new ArrayList<>();
        List<HostPort> outside = new ArrayList<>();
        for (DiscoveredNode node : read) {
            if (config.addresses() == Addresses.IGNORE || plane.allowed().permits(node)) {
                taken.add(node);
            } else if (!node.isMasterOnly()) {
                outside.add(node.address());
            }
        }
        nodes = List.copyOf(taken);
        sink.accept(select(taken, seeds, config.addresses()));
        return outside.isEmpty()
                ? null
                : outside.size() + " of " + read.size() + " nodes publish an address outside of discovery.allow "
                        + plane.allowed().blocks() + ", the first is " + outside.getFirst();
    }

    private void report(@Nullable String problem) {
        if (!Objects.equals(problem, lastProblem)) {
            if (problem == null) {
                LOG.atInfo().addKeyValue("cluster", plane.cluster()).log("discovery works again");
            } else {
                LOG.atWarn().addKeyValue("cluster", plane.cluster()).log(problem);
            }
        }
        lastProblem = problem;
    }

    static Set<HostPort> select(List<DiscoveredNode> nodes, Set<HostPort> seeds, Addresses addresses) {
        Set<HostPort> selected = new LinkedHashSet<>(seeds);
        if (addresses == Addresses.PUBLISH) {
            for (DiscoveredNode node : nodes) {
                if (!node.isMasterOnly()) {
                    selected.add(node.address());
                }
            }
        }
        return selected;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }
}
