package io.sluice.bench.compare.scaling;

/**
 * The gateways of a model; clients are dealt to them in turn, as a balancer of connections does. The balancer itself costs nothing here.
 *
 * @param count 0 for clients that go straight to the nodes
 * @param cores of each, which work as that many event loops
 * @param cpuPerDocument seconds of CPU of a gateway with so many cores
 */
record Gateways(int count, int cores, double cpuPerDocument) {
    /** Clients go straight to the nodes. */
    static final Gateways NONE = new Gateways(0, 0, 0);

    /** Bulks a second that all of them can do at most. */
    double most(ModelledCluster.Bulk bulk) {
        return count == 0 ? Double.POSITIVE_INFINITY : count * cores / (bulk.documents() * cpuPerDocument);
    }
}
