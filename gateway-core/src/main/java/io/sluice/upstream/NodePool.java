package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.sluice.config.ClusterConfig;
import io.sluice.config.PoolConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keep-alive connections of one event loop to one node. The last one used is taken first; who finds none waits in order until
 * one is free, one more may be opened, or the wait is over. To be used on that loop only.
 */
public final class NodePool {
    private static final long STARVATION_CHECK_MILLIS = 5;

    /** A wait and when it is over. */
    private record Wait(ConnectionWaiter waiter, long deadline) {}

    private final UpstreamNode node;
    private final EventLoop loop;
    private final PoolConfig config;
    private final Connector connector;
    private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Wait> waits = new ArrayDeque<>();
    private final Deadline firstWaitEnds;
    private int connecting;
    private int open;
    /** True iff this pool has told the node that it has waiters and may open nothing. */
    private boolean starving;
    /** True iff the node has left the cluster or the gateway stops: what becomes idle is closed. */
    private boolean retired;

    NodePool(UpstreamNode node, EventLoop loop, ClusterConfig cluster, Connector connector) {
        this.node = node;
        this.loop = loop;
        this.config = cluster.pool();
        this.connector = connector;
        this.firstWaitEnds = new Deadline(loop, this::expireWaits);
        node.register(this);
    }

    /** Hands the waiter a connection now, or lets it wait. Returns true iff the waiter has been called already. */
    boolean acquire(ConnectionWaiter waiter) {
        UpstreamConnection connection = pollIdle();
        if (connection != null) {
            hand(connection, waiter);
            return true;
        }
        Wait wait = new Wait(waiter, System.nanoTime() + config.acquireTimeout().toNanos());
        waits.add(wait);
        node.queueChanged(1);
        openIfNeeded();
        if (waits.size() - connecting > config.maxQueue()) {
            waits.removeLast();
            node.queueChanged(-1);
            waiter.onNoConnection(node, Failure.of(FailureKind.OVERLOADED, "too many requests wait for node " + node));
            return true;
        }
        firstWaitEnds.set(waits.getFirst().deadline());
        return false;
    }

    /** The waiter no longer wants a connection. */
    public void cancel(ConnectionWaiter waiter) {
        if (waits.removeIf(wait -> wait.waiter().equals(waiter))) {
            node.queueChanged(-1);
            updateStarving();
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

    private void hand(UpstreamConnection connection, ConnectionWaiter waiter) {
        connection.taken();
        waiter.onConnection(connection);
    }

    private void openIfNeeded() {
        while (connecting < waits.size() && node.tryOpen()) {
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
            if (now) {
                node.askForConnection(this);
                loop.schedule(this::retryWhileStarving, STARVATION_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void retryWhileStarving() {
        if (starving) {
            openIfNeeded();
        }
        if (starving) {
            loop.schedule(this::retryWhileStarving, STARVATION_CHECK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** A connection has been opened for this pool. */
    void connected(UpstreamConnection connection) {
        connecting--;
        open++;
        offer(connection);
    }

    /** A connection could not be opened; the one who waits longest is told, as it was opened for it. */
    void connectFailed(Failure failure) {
        connecting--;
        node.closed();
        node.health().failed();
        Wait first = waits.poll();
        if (first != null) {
            node.queueChanged(-1);
            first.waiter().onNoConnection(node, failure);
        }
        openIfNeeded();
    }

    /** A connection is free again. */
    void released(UpstreamConnection connection) {
        node.ended();
        if (node.someLoopStarves()) {
            connection.abort();
        } else {
            offer(connection);
        }
    }

    private void offer(UpstreamConnection connection) {
        Wait first = waits.poll();
        if (first != null) {
            node.queueChanged(-1);
            hand(connection, first.waiter());
        } else if (retired) {
            connection.abort();
        } else {
            connection.idleUntil(System.nanoTime() + config.idleTimeout().toNanos());
            idle.addLast(connection);
        }
    }

    /**
     * A connection was closed, by whomever.
     *
     * @param inUse true iff somebody had it
     */
    void closed(UpstreamConnection connection, boolean inUse) {
        open--;
        node.closed();
        if (inUse) {
            node.ended();
        } else {
            idle.remove(connection);
        }
        if (node.someLoopStarves()) {
            updateStarving();
        } else {
            openIfNeeded();
        }
    }

    private void expireWaits() {
        long now = System.nanoTime();
        while (!waits.isEmpty() && waits.peek().deadline() - now <= 0) {
            Wait wait = waits.remove();
            node.queueChanged(-1);
            wait.waiter()
                    .onNoConnection(
                            node,
                            Failure.of(
                                    FailureKind.OVERLOADED, "no connection to node " + node + " became free in time"));
        }
        if (!waits.isEmpty()) {
            firstWaitEnds.set(waits.peek().deadline());
        }
        updateStarving();
    }

    /** Gives up one idle connection, as another event loop may not open any. May be called from any thread. */
    void shareIdle() {
        loop.execute(() -> {
            UpstreamConnection connection = node.someLoopStarves() ? idle.pollFirst() : null;
            if (connection != null) {
                connection.abort();
            }
        });
    }

    void retire() {
        retired = true;
        node.unregister(this);
        while (!idle.isEmpty()) {
            idle.removeLast().abort();
        }
    }

    void failWaiters(Failure failure) {
        while (!waits.isEmpty()) {
            node.queueChanged(-1);
            waits.remove().waiter().onNoConnection(node, failure);
        }
        firstWaitEnds.close();
        updateStarving();
    }

    UpstreamNode node() {
        return node;
    }
}
