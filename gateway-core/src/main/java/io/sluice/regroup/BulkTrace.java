package io.sluice.regroup;

import io.sluice.api.ExchangeSummary;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.metrics.BulkMeters;
import io.sluice.upstream.UpstreamNode;
import java.util.LinkedHashSet;
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
    private long bytes;
    private boolean unknown;
    private final Set<String> nodes = new LinkedHashSet<>(4);
    private @Nullable WholeReason whole;

    void whole(WholeReason reason) {
        whole = reason;
    }

    /** A node that gets the bulk, or a part of it. */
    void node(UpstreamNode node) {
        nodes.add(node.toString());
    }

    /** All of a round has been split. */
    void sent(Round round) {
        rounds++;
        items += round.order().size();
        groups += round.groups().count();
        subRequests += round.lanes().all().size();
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

    /** Counts what went to nodes in a round that is over. */
    void roundOver(Round round, BulkMeters meters) {
        for (Lane lane : round.lanes().all()) {
            bytes += lane.bytes();
            meters.node(lane.node().meters(), lane.items(), lane.bytes());
        }
    }

    /** Counts the bulk, which is over. */
    void record(int misplaced, long splitNanos, BulkMeters meters) {
        meters.split(new BulkMeters.Bulk(
                items, failedItems, misplaced, bytes, rounds, subRequests, retries, unforeseen, splitNanos));
    }

    /** The nodes it went to; null if it went nowhere. */
    public @Nullable String nodes() {
        return nodes.isEmpty() ? null : String.join(",", nodes);
    }

    /** What filters are told. */
    public ExchangeSummary.Bulk summary() {
        return new ExchangeSummary.Bulk(
                items, failedItems, groups, subRequests, retries, unknown, whole == null ? null : whole.tag());
    }
}
