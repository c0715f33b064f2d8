package io.sluice.regroup;

import io.sluice.api.ExchangeSummary;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.metrics.BulkMeters;
import io.sluice.upstream.UpstreamNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The facts about one bulk for meters and the access log. On the bulk's event loop. */
public final class BulkTrace {
    private static final int BAD_REQUEST = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERROR = 500;

    private int items;
    private int failedItems;
    private int groups;
    private int subRequests;
    private int retries;
    private int unforeseen;
    private int rounds;
    /** Whether the round at work has been split to its end. */
    private boolean sent;
    /** Whether something of the bulk was sent, or items of it got a result of the gateway's. */
    private boolean counts;

    private long reachedAt;
    private int attempts;
    private long bytes;
    private boolean unknown;
    private final Set<String> nodes = new LinkedHashSet<>(4);
    private @Nullable WholeReason whole;

    /** A node is to be tried, or another one, for a bulk that goes to one node. */
    void attempt() {
        attempts++;
    }

    void relayedWhole(WholeReason reason) {
        whole = reason;
    }

    /** A node that gets the bulk, or a part of it, from now on. */
    void node(UpstreamNode node) {
        if (reachedAt == 0) {
            reachedAt = System.nanoTime();
        }
        nodes.add(node.toString());
    }

    /** All of a round has been split. */
    void sent() {
        sent = true;
        rounds++;
    }

    void failedItems(int count) {
        failedItems += count;
    }

    void retried() {
        retries++;
    }

    /** A part was refused as a whole. */
    void refused(int status) {
        if (status == BAD_REQUEST) {
            unforeseen++;
        }
        // Who says so may stand before a server that goes on.
        unknown |= status == REQUEST_TIMEOUT || status >= SERVER_ERROR;
    }

    /** Items have a result of the gateway's. */
    void failed(ItemFailure failure) {
        unknown |= failure.mayHaveRun();
    }

    /**
     * Counts a round that is over, unless it ended before anything of it was sent.
     *
     * @param merged how many of its items have their result in the answer; the others count as failed
     */
    void roundOver(Round round, int merged, BulkMeters meters) {
        List<Lane> lanes = round.lanes().all();
        if (!sent && lanes.stream().noneMatch(Lane::wasTried)) {
            return;
        }
        sent = false;
        counts = true;
        items += round.order().size();
        failedItems += round.order().size() - merged;
        groups += round.groups().count();
        for (Lane lane : lanes) {
            bytes += lane.bytes();
            UpstreamNode node = lane.reached();
            if (node != null) {
                subRequests++;
                meters.node(node.meters(), lane.items(), lane.bytes());
            }
        }
    }

    /** Counts the bulk, which is over, unless it ended before anything of it was sent. */
    void record(int misplaced, long splitNanos, BulkMeters meters) {
        if (!counts) {
            return;
        }
        meters.split(new BulkMeters.Bulk(
                items, failedItems, misplaced, bytes, rounds, subRequests, retries, unforeseen, splitNanos));
    }

    /** When a node was first connected to, as {@link System#nanoTime} says it; 0 if none was. */
    public long reachedAt() {
        return reachedAt;
    }

    /** How many nodes were tried, if it went to one; 0 otherwise. */
    public int attempts() {
        return attempts;
    }

    /** The nodes it went to; null if it went nowhere. */
    public @Nullable String nodes() {
        return nodes.isEmpty() ? null : String.join(",", nodes);
    }

    /** What filters are told of a bulk that was relayed whole for what its head says. */
    public static ExchangeSummary.Bulk whole(WholeReason reason) {
        return new ExchangeSummary.Bulk(0, 0, 0, 0, 0, false, reason.tag());
    }

    /** What filters are told. */
    public ExchangeSummary.Bulk summary() {
        return new ExchangeSummary.Bulk(
                items, failedItems, groups, subRequests, retries, unknown, whole == null ? null : whole.tag());
    }
}
