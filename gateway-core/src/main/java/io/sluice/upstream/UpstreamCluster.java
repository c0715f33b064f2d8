package io.sluice.upstream;

import io.sluice.cluster.Availability;
import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One cluster as all event loops see it: its configuration and the nodes known now. Safe from any thread. */
public final class UpstreamCluster implements Availability, AutoCloseable {
    private final String name;
    private final ClusterConfig config;
    private final Set<HostPort> seeds;
    private final GatewayMetrics metrics;
    private final BulkSlots slots = new BulkSlots();
    private final ServerProduct product = new ServerProduct();
    private volatile List<UpstreamNode> nodes;
    private volatile @Nullable Consumer<UpstreamNode> prober;
    private boolean closed;

    /**
     * Makes a cluster of its seeds.
     *
     * @param metrics takes the meters of every node while it is known
     */
    public UpstreamCluster(String name, ClusterConfig config, GatewayMetrics metrics) {
        this.name = name;
        this.config = config;
        this.metrics = metrics;
        Set<HostPort> addresses = new LinkedHashSet<>();
        for (URI node : config.nodes()) {
            addresses.add(HostPort.of(node));
        }
        this.seeds = addresses;
        this.nodes = addresses.stream().map(this::newNode).toList();
    }

    private UpstreamNode newNode(HostPort address) {
        UpstreamNode node =
                new UpstreamNode(address, config, product, metrics.node(name, address.toString()), this::doubt);
        measure(node, node.meters().group());
        return node;
    }

    private static void measure(UpstreamNode node, MeterGroup meters) {
        meters.gauge("sluice.upstream.connections", "open connections to the node", null, node::connections);
        meters.gauge(
                "sluice.upstream.requests.active", "requests that have a connection to the node", null, node::inFlight);
        meters.gauge("sluice.upstream.queued", "requests that wait for a connection to the node", null, node::queued);
        meters.gauge(
                "sluice.upstream.ejected",
                "1 while the node is left out",
                null,
                () -> node.health().ejected() ? 1 : 0);
        meters.counter(
                "sluice.upstream.unasked",
                "connections closed as the node sent bytes that belong to no request",
                node::unasked);
        meters.counter("sluice.upstream.requests", "requests that got a connection to the node", node::requests);
    }

    private void doubt(UpstreamNode node) {
        Consumer<UpstreamNode> asks = prober;
        if (asks == null) {
            node.health().failed(System.nanoTime());
        } else {
            asks.accept(node);
        }
    }

    /** Nodes that connections break to are asked by this whether they answer, on any thread; before, they are left out unasked. */
    void doubtsGoTo(Consumer<UpstreamNode> asks) {
        prober = asks;
    }

    public String name() {
        return name;
    }

    public ClusterConfig config() {
        return config;
    }

    /** The configured nodes' addresses. */
    public Set<HostPort> seeds() {
        return Set.copyOf(seeds);
    }

    /** The rights to have parts of bulks at the nodes. */
    public BulkSlots slots() {
        return slots;
    }

    /** Whether its servers name their product. */
    public ServerProduct product() {
        return product;
    }

    /** The nodes that requests go to; immutable, replaced as a whole. */
    public List<UpstreamNode> nodes() {
        return nodes;
    }

    @Override
    public boolean isAvailable() {
        for (UpstreamNode node : nodes) {
            if (!node.health().ejected()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void unanswered() {
        nodes.forEach(node -> node.health().late());
    }

    /**
     * Takes over what discovery found. Nodes that are known already keep their state, the meters of others end. An empty list is
     * ignored, and so is any once the cluster is closed.
     *
     * @return true if the nodes changed
     */
    public synchronized boolean replaceNodes(Collection<HostPort> addresses) {
        if (addresses.isEmpty() || closed) {
            return false;
        }
        List<UpstreamNode> old = nodes;
        List<UpstreamNode> found = new ArrayList<>();
        for (HostPort address : new LinkedHashSet<>(addresses)) {
            found.add(old.stream()
                    .filter(node -> node.address().equals(address))
                    .findFirst()
                    .orElseGet(() -> newNode(address)));
        }
        boolean changed = !Set.copyOf(found).equals(Set.copyOf(old));
        if (changed) {
            nodes = List.copyOf(found);
            old.stream()
                    .filter(node -> !found.contains(node))
                    .forEach(node -> node.meters().close());
        }
        return changed;
    }

    /** Ends the meters of all nodes; no request is to be sent any more. */
    @Override
    public synchronized void close() {
        closed = true;
        nodes.forEach(node -> node.meters().close());
    }
}
