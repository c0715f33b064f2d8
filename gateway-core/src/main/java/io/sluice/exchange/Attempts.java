package io.sluice.exchange;

import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.UpstreamCredentials;
import io.sluice.config.UpstreamTimeouts;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamNode;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The nodes that one request has been tried at, and the rule for another try. On the exchange's event loop. */
final class Attempts {
    private final LoopCluster cluster;
    private final ExchangeRecord record;
    private final InetAddress client;
    /** What the request shows the cluster; null if no filter chose that. */
    private final @Nullable UpstreamCredentials credentials;

    private List<UpstreamNode> ruledOut = List.of();
    private @Nullable UpstreamNode current;
    private boolean brokenWhileRunning;

    Attempts(LoopCluster cluster, ExchangeRecord record, ExchangeFacts facts) {
        this.cluster = cluster;
        this.record = record;
        this.client = facts.client().getAddress();
        this.credentials = facts.credentials();
        cluster.onRequest();
        record.relayedTo(cluster.cluster().name());
    }

    UpstreamTimeouts timeouts() {
        return cluster.cluster().config().timeouts();
    }

    long replayBytes() {
        return cluster.cluster().config().replay().maxBytes().bytes();
    }

    /** Asks for a connection to a node that is not ruled out; null if the waiter has it already. */
    @Nullable ConnectionWait next(ConnectionWaiter waiter) {
        record.attempt();
        return cluster.acquire(waiter, ruledOut, client);
    }

    /** There is a connection to this node: the request is sent to it now. */
    void reached(UpstreamNode node) {
        current = node;
        record.sending(node);
    }

    /** A node gave no connection, so nothing was sent: the failure for the client, or null if another node may be tried. */
    @Nullable Failure afterNoConnection(UpstreamNode node, Failure failure) {
        ruleOut(node);
        return cluster.afterNoConnection(failure, ruledOut, record.attempts());
    }

    /**
     * Whether a request that can be sent again may be, after the last node broke the connection. Uses up the request's replay, and a
     * part of what the cluster allows, if it may have run.
     *
     * @param mayHaveRun whether bytes had been sent: a request that ends two nodes is not sent to a third
     */
    boolean mayReplay(boolean mayHaveRun) {
        UpstreamNode broken = current;
        if (broken == null || !anotherAllowed()) {
            return false;
        }
        if (mayHaveRun) {
            if (brokenWhileRunning || !cluster.trySpendRetry()) {
                return false;
            }
            brokenWhileRunning = true;
        }
        if (cluster.cluster().nodes().size() > 1) {
            ruleOut(broken);
        }
        return true;
    }

    private boolean anotherAllowed() {
        return record.attempts() < cluster.cluster().config().replay().attempts();
    }

    private void ruleOut(UpstreamNode node) {
        List<UpstreamNode> more = new ArrayList<>(ruledOut);
        more.add(node);
        ruledOut = more;
    }

    /** The way of the request, unless what a filter chose that it shows its cluster cannot be shown there. */
    Way orFailing(Way way) {
        if (!cluster.canShow(credentials)) {
            return failing("the gateway's credentials", "has none of that kind");
        }
        // What is on a disk must not be a secret, and must not be sent with the rights of another.
        if (way instanceof Way.Queued && credentials != null) {
            return failing("credentials", "is behind a queue, which keeps none");
        }
        record.takes(way);
        return way;
    }

    private Way failing(String chosen, String reason) {
        return new Way.Failing(Failure.of(
                FailureKind.FILTER_FAILED,
                "a filter chose " + chosen + " for cluster " + cluster.cluster().name() + ", which " + reason));
    }

    /** Puts the address of the node reached, credentials where they are not the client's, and the place in a trace into a head about to be sent. */
    void address(HttpHeaders headers) {
        cluster.address(headers, Objects.requireNonNull(current), credentials);
        record.trace(headers);
    }
}
