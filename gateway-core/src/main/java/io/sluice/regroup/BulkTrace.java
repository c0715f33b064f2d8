package io.sluice.regroup;

import io.sluice.api.ExchangeSummary;
import io.sluice.metrics.BulkMeters;
import io.sluice.upstream.UpstreamNode;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What is known of one bulk, for meters and for the access log. On the bulk's event loop. */
public final class BulkTrace {
    private static final int BAD_REQUEST = 400;

    private int items;
    private int failedItems;
    private int groups;
    private int subRequests;
    private int retries;
    private int unforeseen;
    private @Nullable String nodes;
    private @Nullable WholeReason whole;

    void whole(WholeReason reason) {
        whole = reason;
    }

    /** The node that answers a bulk that was relayed whole. */
    void node(UpstreamNode node) {
        nodes = node.toString();
    }

    /** All of the body has been split. */
    void sent(Split split) {
        items = split.order().size();
        groups = split.groups().count();
        subRequests = split.lanes().all().size();
        StringJoiner joined = new StringJoiner(",");
        split.lanes().all().forEach(lane -> joined.add(lane.node().toString()));
        nodes = joined.toString();
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
    }

    /** Counts the bulk, which is over. */
    void record(Split split, long splitNanos, BulkMeters meters) {
        long bytes = 0;
        for (Lane lane : split.lanes().all()) {
            bytes += lane.bytes();
            meters.node(lane.node().toString(), lane.items(), lane.bytes());
        }
        int misplaced = split.distribution().misplaced();
        meters.split(new BulkMeters.Bulk(
                items, failedItems, misplaced, bytes, subRequests, retries, unforeseen, splitNanos));
    }

    /** The nodes it went to; null if it went nowhere. */
    public @Nullable String nodes() {
        return nodes;
    }

    /** What filters are told. */
    public ExchangeSummary.Bulk summary() {
        return new ExchangeSummary.Bulk(
                items, failedItems, groups, subRequests, retries, whole == null ? null : whole.tag());
    }
}
