package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.Headers;
import io.sluice.api.Secret;
import io.sluice.api.UpstreamCredentials;
import io.sluice.config.AuthConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One cluster as one event loop uses it: a pool for each node, and the choice among them. To be used on that loop only. */
public final class LoopCluster {
    private final UpstreamCluster cluster;
    private final EventLoop loop;
    private final Connector connector;
    private final RetryBudget retryBudget;
    private final Map<UpstreamNode, NodePool> pools = new HashMap<>();
    private List<UpstreamNode> known = List.of();
    private boolean closed;

    public LoopCluster(UpstreamCluster cluster, EventLoop loop, Connector connector) {
        this.cluster = cluster;
        this.loop = loop;
        this.connector = connector;
        this.retryBudget = new RetryBudget(cluster.config().replay().budgetPercent());
    }

    public UpstreamCluster cluster() {
        return cluster;
    }

    /** Counts a new request, which is what allows further tries. */
    public void onRequest() {
        retryBudget.onRequest();
    }

    /** Whether a request may be tried once more; the try is then spent. */
    public boolean trySpendRetry() {
        return retryBudget.trySpend();
    }

    /**
     * Asks for a connection to the less loaded of two nodes drawn at random, preferring healthy ones.
     *
     * @param tried nodes not to take again
     * @param client whose request it is; null for the gateway's own
     * @return the wait, to cancel it; null if the waiter has its connection already
     */
    public @Nullable ConnectionWait acquire(
            ConnectionWaiter waiter, List<UpstreamNode> tried, @Nullable InetAddress client) {
        return acquireFrom(choose(tried), waiter, client);
    }

    /** As {@link #acquire}, to one node, even if it is unhealthy. */
    public @Nullable ConnectionWait acquireFrom(
            UpstreamNode node, ConnectionWaiter waiter, @Nullable InetAddress client) {
        return poolOf(node).acquire(waiter, client);
    }

    /** Opens a connection that is no pool's, however many its node has. */
    void open(ConnectionOwner owner) {
        connector.connect(owner, loop);
    }

    /** Whether there is a node that is not left out. */
    public boolean isAvailable() {
        return cluster.isAvailable();
    }

    /**
     * What becomes of a request that got no connection, of which nothing was sent.
     *
     * @param tried the nodes that it cannot have
     * @param attempts how many it has had
     * @return the failure for the client; null if another node may be tried
     */
    public @Nullable Failure afterNoConnection(Failure failure, List<UpstreamNode> tried, int attempts) {
        if (failure.kind() != FailureKind.UPSTREAM_CONNECT) {
            return failure;
        }
        if (!hasOther(tried)) {
            return Failure.of(FailureKind.NO_UPSTREAM, failure.reason());
        }
        return attempts < cluster.config().replay().attempts() ? null : failure;
    }

    /** Whether a node has not been tried yet. */
    public boolean hasOther(List<UpstreamNode> tried) {
        for (UpstreamNode node : cluster.nodes()) {
            if (!tried.contains(node)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Puts the node's address into the headers of a request to it, and credentials: those that a filter chose, else the gateway's where
     * that is configured, else those that the headers have.
     *
     * @param chosen null if no filter chose any
     * @throws IllegalStateException if {@link #canShow} does not hold
     */
    public void address(HttpHeaders headers, UpstreamNode node, @Nullable UpstreamCredentials chosen) {
        headers.set(HttpHeaderNames.HOST, node.authority());
        AuthConfig auth = cluster.config().auth();
        if (chosen != null) {
            IdentityHeaders.strip(headers);
            headers.set(HttpHeaderNames.AUTHORIZATION, authorization(chosen, auth));
            String user = chosen.runAs();
            if (user != null) {
                headers.set(IdentityHeaders.RUN_AS, user);
            }
        } else if (auth != null && auth.inject()) {
            IdentityHeaders.strip(headers);
            headers.set(HttpHeaderNames.AUTHORIZATION, auth.header());
        }
    }

    /** Whether a head tells a cluster nothing of who is asking that the client's own head does not tell. */
    public static boolean isOwnIdentity(Headers original, Headers head) {
        return IdentityHeaders.addNothing(original, head);
    }

    /** Removes what tells a cluster who is asking. */
    public static void withoutIdentity(HttpHeaders headers) {
        IdentityHeaders.strip(headers);
        headers.remove(HttpHeaderNames.AUTHORIZATION);
    }

    private String authorization(UpstreamCredentials chosen, @Nullable AuthConfig auth) {
        Secret own = chosen.authorization();
        if (own != null) {
            return own.value();
        }
        if (auth == null || !canShow(chosen)) {
            throw new IllegalStateException("the gateway has no such credentials for cluster " + cluster.name());
        }
        return auth.header();
    }

    /** Whether there is something to show the cluster: a filter may have chosen the gateway's where it has none of that kind. */
    public boolean canShow(@Nullable UpstreamCredentials chosen) {
        AuthConfig auth = cluster.config().auth();
        return chosen == null
                || chosen.authorization() != null
                || auth != null && (chosen.runAs() == null || auth.canRunAs());
    }

    private UpstreamNode choose(List<UpstreamNode> tried) {
        List<UpstreamNode> nodes = cluster.nodes();
        if (tried.isEmpty() && nodes.size() > 2) {
            UpstreamNode first = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
            UpstreamNode second = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
            if (first.health().available() && second.health().available()) {
                return first.inFlight() <= second.inFlight() ? first : second;
            }
        }
        return chooseCarefully(nodes, tried);
    }

    private static UpstreamNode chooseCarefully(List<UpstreamNode> nodes, List<UpstreamNode> tried) {
        List<UpstreamNode> candidates = new ArrayList<>(nodes);
        candidates.removeAll(tried);
        if (candidates.isEmpty()) {
            candidates = nodes;
        }
        int start = ThreadLocalRandom.current().nextInt(candidates.size());
        UpstreamNode best = candidates.get(start);
        for (int i = 1; i < candidates.size(); i++) {
            UpstreamNode other = candidates.get((start + i) % candidates.size());
            if (isBetter(other, best)) {
                best = other;
            }
        }
        return best;
    }

    // If all nodes are excluded, the one that returns first is tried: refusing every request would not help.
    private static boolean isBetter(UpstreamNode other, UpstreamNode best) {
        boolean otherAvailable = other.health().available();
        boolean bestAvailable = best.health().available();
        if (otherAvailable != bestAvailable) {
            return otherAvailable;
        }
        return otherAvailable
                ? other.inFlight() < best.inFlight()
                : other.health().ejectedUntil() - best.health().ejectedUntil() < 0;
    }

    private NodePool poolOf(UpstreamNode node) {
        forgetNodesThatLeft();
        NodePool pool = pools.get(node);
        if (pool == null) {
            pool = new NodePool(node, loop, cluster.config(), connector);
            if (closed) {
                pool.close();
            }
            pools.put(node, pool);
        }
        return pool;
    }

    // The list of nodes is replaced as a whole, so its identity tells a change.
    @SuppressWarnings("ReferenceEquality")
    private void forgetNodesThatLeft() {
        List<UpstreamNode> now = cluster.nodes();
        if (now != known) {
            known = now;
            pools.entrySet().removeIf(entry -> {
                boolean left = !now.contains(entry.getKey());
                if (left) {
                    entry.getValue().retire();
                }
                return left;
            });
        }
    }

    /** Closes idle connections now and others once they become idle; waiters are notified. */
    public void close() {
        closed = true;
        List.copyOf(pools.values()).forEach(NodePool::close);
    }
}
