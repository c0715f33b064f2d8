package io.sluice.bench.compare.scaling;

import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import io.sluice.bench.stub.service.ServiceTime;
import java.util.ArrayList;
import java.util.List;

/**
 * What the measured costs mean for gateways and clusters that are not here.
 *
 * @param bulk what clients send
 * @param oneLoop CPU seconds of a gateway with one event loop for a document, measured
 * @param moreLoops of one with two, which stands for all with more
 */
record ScalingModel(Bulk bulk, double oneLoop, double moreLoops) {
    private static final int CLIENTS = 128;
    private static final int[] CORES = {1, 2, 4, 6, 8, 12};
    private static final int BEHIND_BALANCER = 3;
    private static final int CORES_BEHIND_BALANCER = 4;
    private static final int LONGEST_QUEUE = 10_000;
    private static final double NANOS = 1e9;
    /** From this share of its cores in use on, a part is what limits. */
    private static final double SATURATED = 0.9;

    /**
     * A row of the model.
     *
     * @param calibrated nodes as the real node was found
     * @param slow nodes so slow that the cluster takes, regrouped, what the original's took at most; the same where there is no
     *     original
     */
    record Row(Gateways gateways, BulkSimulation.Outcome calibrated, BulkSimulation.Outcome slow) {
        int cores() {
            return gateways.count() * gateways.cores();
        }

        String label() {
            return switch (gateways.count()) {
                case 0 -> "none";
                case 1 -> gateways.cores() == 1 ? "1 core" : gateways.cores() + " cores";
                default -> gateways.count() + " gateways of " + gateways.cores() + " cores, balanced";
            };
        }
    }

    Gateways gateways(int count, int cores) {
        return new Gateways(count, cores, cores == 1 ? oneLoop : moreLoops);
    }

    /** All rows before a cluster as large as the original's. */
    List<Row> rows(int shards, NodeCost cost) {
        ModelledCluster cluster =
                new ModelledCluster(Original.NODES, Original.CORES, shards * LogDocuments.INDICES.size(), cost);
        ModelledCluster slow = Original.knows(shards) ? taking(cluster, Original.most(shards)) : cluster;
        List<Gateways> all = new ArrayList<>(List.of(Gateways.NONE));
        for (int cores : CORES) {
            all.add(gateways(1, cores));
        }
        all.add(gateways(BEHIND_BALANCER, CORES_BEHIND_BALANCER));
        return all.stream()
                .map(gateways -> new Row(
                        gateways,
                        BulkSimulation.run(cluster, gateways, bulk, CLIENTS),
                        BulkSimulation.run(slow, gateways, bulk, CLIENTS)))
                .toList();
    }

    /** The cluster scaled, in all costs alike, until it takes that many regrouped documents a second. */
    ModelledCluster taking(ModelledCluster cluster, double documentsPerSecond) {
        return cluster.slower(cluster.most(bulk, true) * bulk.documents() / documentsPerSecond);
    }

    /**
     * Nodes of the stub that together take that many regrouped documents a second, with one worker each: the real node's costs
     * in proportion.
     */
    ServiceTime service(int nodes, int shards, NodeCost cost, double documentsPerSecond) {
        int all = shards * LogDocuments.INDICES.size();
        // The stub has no cost of a shard: here each document carries its part of it.
        NodeCost folded = new NodeCost(
                cost.request(), 0, cost.document() + cost.shard() * all / bulk.documents(), cost.forwardedByte());
        NodeCost slow = taking(new ModelledCluster(nodes, 1, all, folded), documentsPerSecond)
                .cost();
        return new ServiceTime(
                slow.request() * NANOS, slow.document() * NANOS, slow.forwardedByte() * NANOS, 1, LONGEST_QUEUE);
    }

    /** What nodes of the stub that work let through. */
    double before(ServiceTime service, int nodes, int shards, Gateways gateways, int connections) {
        NodeCost cost =
                new NodeCost(service.request() / NANOS, 0, service.document() / NANOS, service.forwardedByte() / NANOS);
        ModelledCluster cluster =
                new ModelledCluster(nodes, service.workers(), shards * LogDocuments.INDICES.size(), cost);
        return BulkSimulation.run(cluster, gateways, bulk, connections).documentsPerSecond();
    }

    /** What limits: the gateways or the nodes. */
    static String limit(BulkSimulation.Outcome outcome) {
        if (outcome.nodeUse() >= SATURATED && outcome.nodeUse() >= outcome.gatewayUse()) {
            return "nodes";
        }
        return outcome.gatewayUse() >= SATURATED ? "gateway" : "neither alone";
    }
}
