package io.sluice.bench.indexing;

/**
 * What one way has shown once.
 *
 * @param documents indexed
 * @param seconds from the first request to the last answer
 * @param clusterCpu seconds of all nodes
 * @param gatewayCpu seconds of the gateway; 0 without one
 * @param transportBytes that nodes sent each other
 */
record IndexingResult(long documents, double seconds, double clusterCpu, double gatewayCpu, long transportBytes) {

    double documentsPerSecond() {
        return documents / seconds;
    }

    /** CPU seconds a document of cluster and gateway together. */
    double cpuPerDocument() {
        return (clusterCpu + gatewayCpu) / documents;
    }

    double gatewayCpuPerDocument() {
        return gatewayCpu / documents;
    }

    double transportBytesPerDocument() {
        return (double) transportBytes / documents;
    }
}
