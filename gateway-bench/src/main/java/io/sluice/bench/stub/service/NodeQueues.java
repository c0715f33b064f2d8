package io.sluice.bench.stub.service;

import java.util.ArrayList;
import java.util.List;

/** The workers of all nodes, and what bulks cost them. Safe for all threads. */
public final class NodeQueues {
    private final ServiceTime time;
    private final List<WorkerQueue> nodes = new ArrayList<>();

    public NodeQueues(ServiceTime time, int nodes) {
        this.time = time;
        for (int i = 0; i < (time.none() ? 0 : nodes); i++) {
            this.nodes.add(new WorkerQueue(time.workers(), time.queue()));
        }
    }

    /** Whether nodes take no time, so that their work need not be counted. */
    public boolean none() {
        return nodes.isEmpty();
    }

    /**
     * Queues one bulk: a piece at the node that it came to, which takes it apart and sends on what others hold, and a piece at
     * each node that holds some of its documents, all side by side.
     *
     * @param node that it came to
     * @param documents by the node that holds them
     * @param forwardedBytes of those that other nodes hold
     * @return nanoseconds until all pieces are done, or {@link WorkerQueue#REFUSED} where a node is full: nothing is queued then
     */
    public synchronized double nanos(long nanoTime, int node, long[] documents, long forwardedBytes) {
        if (none()) {
            return 0;
        }
        double now = (double) nanoTime;
        for (int i = 0; i < documents.length; i++) {
            if ((i == node || documents[i] > 0) && nodes.get(i).full(now)) {
                return WorkerQueue.REFUSED;
            }
        }
        double coordination = time.request() + forwardedBytes * time.forwardedByte();
        double done = now;
        for (int i = 0; i < documents.length; i++) {
            double length = documents[i] * time.document() + (i == node ? coordination : 0);
            if (length > 0) {
                done = Math.max(done, nodes.get(i).offer(now, length));
            }
        }
        return done - now;
    }
}
