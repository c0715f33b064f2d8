package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The meters of the bulks of one flow. Safe from any thread. */
public final class BulkMeters implements AutoCloseable {
    private final MeterGroup group;
    private final String flow;
    private final Map<String, Counter> whole = new ConcurrentHashMap<>();
    private final Counter good;
    private final Counter failed;
    private final Counter misplaced;
    private final Counter bytes;
    private final Counter bulks;
    private final Counter rounds;
    private final Counter subRequests;
    private final Counter retries;
    private final Counter unforeseen;
    private final Timer splitting;

    /**
     * A bulk that was split and is over.
     *
     * @param items that it had
     * @param failed of those, the ones whose results are errors, or that got none
     * @param misplaced of those, the ones that went elsewhere than to the node that holds their shard
     * @param bytes of the body, decompressed
     * @param rounds that it ran in
     * @param subRequests that nodes were sent
     * @param retries how often something was sent again
     * @param unforeseen parts that a server refused with 400 although the whole bulk had been found valid
     * @param splitNanos that splitting took, in nanoseconds
     */
    public record Bulk(
            int items,
            int failed,
            int misplaced,
            long bytes,
            int rounds,
            int subRequests,
            int retries,
            int unforeseen,
            long splitNanos) {}

    BulkMeters(MeterGroup group, String flow) {
        this.group = group;
        this.flow = flow;
        this.bulks = count("sluice.bulk.split", "bulks that were split");
        this.good = items("ok");
        this.failed = items("failed");
        this.misplaced = count(
                "sluice.bulk.items.misplaced",
                "items sent to a node that does not hold their shard, or has no shard yet");
        this.bytes = count("sluice.bulk.bytes", "bytes of bulks that were split, decompressed");
        this.rounds = count("sluice.bulk.rounds", "rounds that split bulks ran in, one after the other");
        this.subRequests = count("sluice.bulk.subrequests", "requests that split bulks became");
        this.retries = count("sluice.bulk.retries", "times that refused items were sent again");
        this.unforeseen = count(
                "sluice.bulk.unforeseen.rejections",
                "parts that a server refused with 400 although the whole bulk had been found valid");
        this.splitting = GatewayMetrics.timer(group, "sluice.bulk.splitting", "CPU-bound time in splitting one bulk");
    }

    private Counter count(String name, String description) {
        return group.count(name, description);
    }

    private Counter items(String outcome) {
        return group.count("sluice.bulk.items", "items of bulks that were split", "outcome", outcome);
    }

    /** Counts a bulk that was relayed whole, and why. */
    public void whole(String reason) {
        whole.computeIfAbsent(
                        reason,
                        why -> group.count("sluice.bulk.whole", "bulks relayed to one node as they are", "reason", why))
                .increment();
    }

    /** Counts a bulk that was split. */
    public void split(Bulk bulk) {
        bulks.increment();
        good.increment((double) bulk.items() - bulk.failed());
        failed.increment(bulk.failed());
        misplaced.increment(bulk.misplaced());
        bytes.increment((double) bulk.bytes());
        rounds.increment(bulk.rounds());
        subRequests.increment(bulk.subRequests());
        retries.increment(bulk.retries());
        unforeseen.increment(bulk.unforeseen());
        splitting.record(bulk.splitNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Counts a part of a bulk that went to a node.
     *
     * @param length of the part, in bytes
     */
    public void node(NodeMeters node, int items, long length) {
        node.bulk(flow, items, length);
    }

    @Override
    public void close() {
        group.close();
    }
}
