package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.sluice.config.ClusterConfig;
import io.sluice.config.PoolConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keep-alive connections of one event loop to one node. The last one used is taken first; who finds none waits in order until
 * one is free, one more has been opened, or the wait is over. Clients that have few go before those that have more, and connections in
 * reserve are opened for them, so that no client can have all. A full pool makes waits end after {@code acquireTimeout}; where a
 * connection is being opened or may be, the time for connecting counts. To be used on that loop only.
 */
public final class NodePool implements ConnectionOwner {
    private static final long SEEKING_MILLIS = 5;
    /**
     * Openings at a time. A burst of requests after a start is mostly served by connections that others are done with, and a
     * hundred handshakes at once take as long as the last of them.
     */
    private static final int MAX_OPENING = 16;

    private static final Failure STOPPING = Failure.of(FailureKind.NO_UPSTREAM, "the gateway is stopping");

    private final UpstreamNode node;
    private final EventLoop loop;
    private final PoolConfig config;
    private final Connector connector;
    private final long acquireNanos;
    private final long openingNanos;
    private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
    private final WaitQueue waits = new WaitQueue();
    private final ClientUses uses = new ClientUses();
    private final Deadline expiry;
    private int connecting;
    private int open;
    /** {@link #expiry} is set. */
    private boolean watching;
    /** A task that serves waits is about to run. */
    private boolean serving;
    /** This pool has told the node that it has waiters, no connection, and may open none. */
    private boolean starving;
    /** A task is about to look again whether others have what this pool needs. */
    private boolean seeking;
    /** The node has left the cluster or the gateway stops: what becomes idle is closed. */
    private boolean retired;

    NodePool(UpstreamNode node, EventLoop loop, ClusterConfig cluster, Connector connector) {
        this.node = node;
        this.loop = loop;
        this.config = cluster.pool();
        this.connector = connector;
        this.acquireNanos = config.acquireTimeout().toNanos();
        this.openingNanos = Math.max(acquireNanos, cluster.timeouts().connect().toNanos());
        this.expiry = new Deadline(loop, this::expireWaits);
        node.register(this);
    }

    /**
     * Hands the waiter a connection now, or lets it wait; null if it has the connection already.
     *
     * @param client whose request it is; null for the gateway's own, which waits as those of a client that has many
     */
    @Nullable ConnectionWait acquire(ConnectionWaiter waiter, @Nullable InetAddress client) {
        boolean few = uses.begin(client);
        UpstreamConnection connection = waits.isEmpty() ? pollIdle() : null;
        if (connection != null) {
            hand(connection, waiter, client);
            return null;
        }
        ConnectionWait wait = new ConnectionWait(this, waiter, client, few, System.nanoTime());
        if (retired) {
            loop.execute(() -> tell(wait, STOPPING));
            return wait;
        }
        waits.add(wait);
        node.queueChanged(1);
        openIfNeeded();
        if (isOverfull()) {
            refuseLast();
        }
        if (!watching && !waits.isEmpty()) {
            watching = true;
            expiry.set(wait.since() + acquireNanos);
        }
        return wait;
    }

    private boolean isOverfull() {
        int coming = idle.size() + connecting;
        int ofReserve = Math.min(node.roomWithReserve(), waits.preferred() - coming);
        return waits.size() - coming - Math.max(node.room(), ofReserve) > config.maxQueue();
    }

    // Not always the wait that has just begun: a client that has few takes the place of one that has many.
    private void refuseLast() {
        ConnectionWait last = Objects.requireNonNull(waits.last());
        waits.remove(last);
        node.queueChanged(-1);
        updateStarving();
        Failure failure = Failure.of(FailureKind.OVERLOADED, "too many requests wait for node " + node);
        loop.execute(() -> tell(last, failure));
    }

    /** The wait has ended without a connection. */
    void cancelled(ConnectionWait wait) {
        uses.end(wait.client());
        if (waits.remove(wait)) {
            node.queueChanged(-1);
            updateStarving();
        }
    }

    private void tell(ConnectionWait wait, Failure failure) {
        if (wait.end()) {
            uses.end(wait.client());
            Guarded.enter(wait.waiter(), failure, (waiter, why) -> waiter.onNoConnection(node, why));
        }
    }

    private @Nullable UpstreamConnection pollIdle() {
        for (UpstreamConnection connection = idle.pollLast(); connection != null; connection = idle.pollLast()) {
            if (connection.isUsable()) {
                return connection;
            }
            connection.abort();
        }
        return null;
    }

    private void openIfNeeded() {
        while (connecting < Math.min(waits.size() - idle.size(), MAX_OPENING)
                && node.tryOpen(connecting + idle.size() < waits.preferred())) {
            connecting++;
            connector.connect(this, loop);
        }
        updateStarving();
    }

    // A pool that has no connection at all and may open none depends on the other event loops.
    private void updateStarving() {
        boolean now = !waits.isEmpty() && open == 0 && connecting == 0;
        if (now != starving) {
            starving = now;
            node.starvingChanged(now ? 1 : -1);
        }
        seek();
    }

    // Requests may take long on the connections that this loop has, while others keep some that they do not use.
    private void seek() {
        if (!seeking && waits.size() > idle.size() && connecting == 0) {
            seeking = true;
            if (node.room() == 0 && node.hasUnused()) {
                node.askForConnection(this);
            }
            loop.schedule(this::seekAgain, SEEKING_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void seekAgain() {
        seeking = false;
        if (starving || !node.someLoopStarves()) {
            openIfNeeded();
        } else {
            seek();
        }
    }

    @Override
    public void connected(UpstreamConnection connection) {
        connecting--;
        open++;
        offer(connection);
    }

    // The request that has waited longest fails, unless there are openings enough for all that wait: one of those may
    // yet succeed.
    @Override
    public void notOpened(Failure failure) {
        connecting--;
        node.closed();
        ConnectionWait first = waits.size() - idle.size() > connecting ? waits.poll() : null;
        if (first != null) {
            node.queueChanged(-1);
        }
        openIfNeeded();
        if (watching) {
            expiry.set(System.nanoTime());
        }
        if (first != null) {
            tell(first, failure);
        }
    }

    @Override
    public void released(UpstreamConnection connection) {
        node.ended();
        uses.end(connection.client());
        if (node.someLoopStarves()) {
            connection.abort();
        } else {
            offer(connection);
        }
    }

    private void offer(UpstreamConnection connection) {
        boolean tooMany = node.usesReserve() && idle.size() >= waits.preferred();
        if (tooMany || retired && waits.isEmpty()) {
            connection.abort();
            return;
        }
        connection.idleUntil(System.nanoTime() + config.idleTimeout().toNanos());
        idle.addLast(connection);
        if (!waits.isEmpty() && !serving) {
            serving = true;
            // Not at once: the end of one exchange is on the stack, and must not become a part of another.
            loop.execute(this::serve);
        }
    }

    private void serve() {
        serving = false;
        while (!waits.isEmpty()) {
            UpstreamConnection connection = pollIdle();
            if (connection == null) {
                break;
            }
            ConnectionWait first = Objects.requireNonNull(waits.poll());
            node.queueChanged(-1);
            if (first.end()) {
                hand(connection, first.waiter(), first.client());
            }
        }
        openIfNeeded();
        if (retired && waits.isEmpty()) {
            closeIdle();
        }
    }

    private void hand(UpstreamConnection connection, ConnectionWaiter waiter, @Nullable InetAddress client) {
        connection.taken(waiter, client);
        if (!Guarded.enter(waiter, connection, ConnectionWaiter::onConnection) && connection.isHeldBy(waiter)) {
            connection.abort();
        }
    }

    @Override
    public void closed(UpstreamConnection connection, boolean inUse) {
        open--;
        node.closed();
        if (inUse) {
            node.ended();
            uses.end(connection.client());
        } else {
            idle.remove(connection);
        }
        if (node.someLoopStarves()) {
            updateStarving();
        } else {
            openIfNeeded();
            node.offerRoom(this);
        }
    }

    /** Another event loop has closed a connection that it needs no longer. May be called from any thread. */
    void takeRoom() {
        loop.execute(this::openIfNeeded);
    }

    // The first waits have openings of their own, which end by themselves; the next ones are about to have one.
    private void expireWaits() {
        long now = System.nanoTime();
        long next = now + acquireNanos;
        int opening = idle.size() + connecting;
        int openingSoon = opening + node.room();
        List<ConnectionWait> full = new ArrayList<>();
        List<ConnectionWait> slow = new ArrayList<>();
        List<ConnectionWait> ordered = waits.inOrder();
        for (int position = opening; position < ordered.size(); position++) {
            ConnectionWait wait = ordered.get(position);
            boolean soon = position < openingSoon;
            long ends = wait.since() + (soon ? openingNanos : acquireNanos);
            if (ends - now <= 0) {
                waits.remove(wait);
                node.queueChanged(-1);
                (soon ? slow : full).add(wait);
            } else if (ends - next < 0) {
                next = ends;
            }
        }
        watching = !waits.isEmpty();
        if (watching) {
            expiry.set(next);
        }
        updateStarving();
        Failure late = Failure.of(FailureKind.OVERLOADED, "no connection to node " + node + " became free in time");
        full.forEach(wait -> tell(wait, late));
        Failure slowly = Failure.of(
                FailureKind.UPSTREAM_CONNECT, "cannot connect to node " + node + ": connections open too slowly");
        slow.forEach(wait -> tell(wait, slowly));
    }

    /** Gives up one idle connection, as another event loop has waiters and may not open any. May be called from any thread. */
    void shareIdle() {
        loop.execute(() -> {
            boolean wanted = node.someLoopStarves() || waits.isEmpty() && node.isContested();
            UpstreamConnection connection = wanted ? idle.pollFirst() : null;
            if (connection != null) {
                connection.abort();
            }
        });
    }

    void retire() {
        retired = true;
        node.unregister(this);
        closeIdle();
    }

    private void closeIdle() {
        while (!idle.isEmpty()) {
            idle.removeLast().abort();
        }
    }

    /** As {@link #retire}, and ends all waits, since the gateway stops. */
    void close() {
        retire();
        List<ConnectionWait> all = waits.inOrder();
        waits.clear();
        node.queueChanged(-all.size());
        expiry.close();
        updateStarving();
        all.forEach(wait -> tell(wait, STOPPING));
    }

    @Override
    public UpstreamNode node() {
        return node;
    }
}
