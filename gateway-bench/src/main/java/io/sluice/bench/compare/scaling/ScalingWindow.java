package io.sluice.bench.compare.scaling;

/**
 * What one way has shown in one round.
 *
 * @param documents that were taken
 * @param bulks that were answered
 * @param failed share of them, 0 to 1
 * @param gatewayCpu seconds of its process; 0 without one
 * @param requests that came to the stub's nodes
 * @param misrouted documents that came to a node which does not hold them
 */
record ScalingWindow(
        long documents,
        long bulks,
        double failed,
        double seconds,
        double gatewayCpu,
        double generatorCpu,
        double stubCpu,
        long requests,
        long misrouted) {
    double documentsPerSecond() {
        return documents / seconds;
    }

    double gatewayCpuPerDocument() {
        return gatewayCpu / documents;
    }

    double generatorCpuPerDocument() {
        return generatorCpu / documents;
    }

    double stubCpuPerDocument() {
        return stubCpu / documents;
    }

    double requestsPerBulk() {
        return (double) requests / bulks;
    }

    double misroutedShare() {
        return (double) misrouted / documents;
    }
}
