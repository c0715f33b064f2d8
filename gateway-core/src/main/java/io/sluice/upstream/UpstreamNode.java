package io.sluice.upstream;

import io.netty.util.AsciiString;
import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import io.sluice.failure.LogPace;
import io.sluice.metrics.NodeMeters;
import io.sluice.tls.HandshakeFailures;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of a cluster as all event loops see it: load, connections and health. Safe from any thread. */
public final class UpstreamNode {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamNode.class);

    /** One connection in reserve for so many. */
    private static final int RESERVE_PART = 8;

    private final HostPort address;
    private final int maxConnections;
    /** Connections that are opened beyond the most for clients that have few. */
    private final int reserve;

    private final AsciiString authority;
    private final NodeHealth health;
    private final NodeLimit limit;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger starving = new AtomicInteger();
    private final List<NodePool> pools = new CopyOnWriteArrayList<>();
    private final LongAdder requests = new LongAdder();
    private final NodeMeters meters;
    private final @Nullable HandshakeFailures handshakeFailures;
    private final ServerProduct product;
    private final LongAdder unasked = new LongAdder();
    /** The address that the last connection was opened to. */
    private volatile @Nullable InetSocketAddress reached;

    private final LogPace unaskedLog = new LogPace(Duration.ofSeconds(10));

    /**
     * Makes a node that nothing is known of yet; its meters are the caller's to close.
     *
     * @param product of the cluster, told of the node's answers
     * @param doubts has a node asked whether it answers, as connections to it break
     */
    public UpstreamNode(
            HostPort address,
            ClusterConfig cluster,
            ServerProduct product,
            NodeMeters meters,
            Consumer<UpstreamNode> doubts) {
        this.address = address;
        this.product = product;
        this.meters = meters;
        this.handshakeFailures = cluster.secure()
                ? new HandshakeFailures(meters.group(), "sluice.upstream.tls.handshake.failures")
                : null;
        this.authority = AsciiString.cached(address.toString());
        this.maxConnections = cluster.pool().maxConnectionsPerNode();
        this.reserve = maxConnections / RESERVE_PART;
        this.health = new NodeHealth(cluster.health(), meters.group().tags(), () -> doubts.accept(this));
        this.limit = new NodeLimit(cluster.bulkConcurrency(), maxConnections);
    }

    public HostPort address() {
        return address;
    }

    /** A connection was opened to one of the addresses of its name. */
    void reachedAt(InetSocketAddress where) {
        reached = where;
    }

    /** The addresses in the order in which they are tried: the one that was reached last before the others. */
    List<InetSocketAddress> inOrder(List<InetSocketAddress> addresses) {
        InetSocketAddress last = reached;
        if (last == null || addresses.indexOf(last) <= 0) {
            return addresses;
        }
        List<InetSocketAddress> ordered = new ArrayList<>(addresses);
        ordered.remove(last);
        ordered.addFirst(last);
        return ordered;
    }

    /** The value of the Host header for requests to the node. */
    public CharSequence authority() {
        return authority;
    }

    public NodeHealth health() {
        return health;
    }

    /** What is counted about the node. */
    public NodeMeters meters() {
        return meters;
    }

    /** The product that the node's answers show. */
    ServerProduct product() {
        return product;
    }

    /** A connection to the node was opened, but its handshake failed. */
    void handshakeFailed(Throwable cause) {
        if (handshakeFailures != null) {
            handshakeFailures.record(cause, address);
        }
    }

    /** How many parts of bulks it may work on; to be used under the lock of the cluster's {@link BulkSlots}. */
    NodeLimit limit() {
        return limit;
    }

    /** Requests that have a connection to the node and are not finished. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Open connections, those being opened included. */
    public int connections() {
        return connections.get();
    }

    /** Requests that wait for a connection. */
    public int queued() {
        return queued.get();
    }

    /** Whether requests wait for a connection, and no more may be opened. */
    public boolean isContested() {
        return queued.get() > 0 && room() == 0;
    }

    /** Requests that got a connection, since the start. */
    public long requests() {
        return requests.sum();
    }

    /** Connections that were closed as the node had sent bytes that belong to no request. */
    public long unasked() {
        return unasked.sum();
    }

    /** Notes that the node has sent bytes that belong to no request, for which the connection is closed. */
    void sentUnasked(long bytes) {
        unasked.increment();
        long untold = unaskedLog.next(System.nanoTime());
        if (untold >= 0) {
            LOG.atWarn()
                    .addKeyValue("node", address)
                    .addKeyValue("bytes", bytes)
                    .addKeyValue("before", untold)
                    .log("a node sent bytes that belong to no request; the connection was closed");
        }
    }

    /**
     * Takes the right to open one more connection; false if the bound over all event loops is reached.
     *
     * @param ofReserve whether one in reserve may be taken, for a client that has few
     */
    boolean tryOpen(boolean ofReserve) {
        int most = ofReserve ? maxConnections + reserve : maxConnections;
        while (true) {
            int open = connections.get();
            if (open >= most) {
                return false;
            }
            if (connections.compareAndSet(open, open + 1)) {
                return true;
            }
        }
    }

    /** Whether more connections are open than clients that have many may share. */
    boolean usesReserve() {
        return connections.get() > maxConnections;
    }

    /** How many more connections may be opened over all event loops, without those in reserve. */
    int room() {
        return Math.max(0, maxConnections - connections.get());
    }

    /** As {@link #room}, with those in reserve. */
    int roomWithReserve() {
        return Math.max(0, maxConnections + reserve - connections.get());
    }

    void closed() {
        connections.decrementAndGet();
    }

    void began() {
        inFlight.incrementAndGet();
        requests.increment();
    }

    void ended() {
        inFlight.decrementAndGet();
    }

    void queueChanged(int by) {
        queued.addAndGet(by);
    }

    /** Notes that an event loop has waiters and no connection of its own, so that others give one up; or that it has no more. */
    void starvingChanged(int by) {
        starving.addAndGet(by);
    }

    /** Whether some event loop has waiters, no connection, and may open none. */
    boolean someLoopStarves() {
        return starving.get() > 0;
    }

    /** Whether a connection is open that no request uses, or is being opened. */
    boolean hasUnused() {
        return connections.get() > inFlight.get();
    }

    void register(NodePool pool) {
        pools.add(pool);
    }

    void unregister(NodePool pool) {
        pools.remove(pool);
    }

    /** Lets the other event loops' pools open a connection, if requests wait there. */
    void offerRoom(NodePool closed) {
        if (queued.get() > 0 && connections.get() < maxConnections + reserve) {
            pools.stream().filter(pool -> pool != closed).forEach(NodePool::takeRoom);
        }
    }

    /** Asks the other event loops' pools to give up a connection that they do not use. */
    void askForConnection(NodePool starving) {
        for (NodePool pool : pools) {
            if (pool != starving) {
                pool.shareIdle();
            }
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
