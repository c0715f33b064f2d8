package io.sluice.bench.compare.scaling;

import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import io.sluice.bench.stub.service.WorkerQueue;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Simulates clients that send bulk after bulk, each as soon as the last is answered. A bulk waits for a core of its gateway, then its parts
 * wait for a core of their nodes, all side by side, and it is answered when the last part is done. Straight bulks skip the gateway: the node
 * that gets one takes it apart, and every holder works for its documents. Queues are first come, first served, and have no end. Each piece of
 * work is drawn evenly between half and one and a half times its mean. For one run, on one thread.
 */
final class BulkSimulation {
    private static final int BULKS = 6_000;
    private static final int WARMUP = 1_000;

    private final ModelledCluster cluster;
    private final Gateways gateways;
    private final Bulk bulk;
    private final WorkerQueue[] gatewayQueues;
    private final WorkerQueue[] nodeQueues;
    private final int[] held;
    private final SplittableRandom random = new SplittableRandom(1);
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long sequence;

    /** A client sends, or its bulk leaves the gateway; events of the same time in the order in which they were made. */
    private record Event(double at, long sequence, int client, double sentAt, boolean atNodes)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    /**
     * What came out.
     *
     * @param seconds a bulk took, mean
     * @param gatewayUse busy share of the gateways' cores, 0 to 1
     * @param nodeUse busy share of the cores of the busiest node
     */
    record Outcome(double documentsPerSecond, double seconds, double gatewayUse, double nodeUse) {}

    private BulkSimulation(ModelledCluster cluster, Gateways gateways, Bulk bulk) {
        this.cluster = cluster;
        this.gateways = gateways;
        this.bulk = bulk;
        this.held = cluster.shardsOfNodes();
        gatewayQueues = queues(gateways.count(), gateways.cores());
        nodeQueues = queues(cluster.nodes(), cluster.cores());
    }

    /** Runs it with this many clients. */
    static Outcome run(ModelledCluster cluster, Gateways gateways, Bulk bulk, int clients) {
        return new BulkSimulation(cluster, gateways, bulk).run(clients);
    }

    private static WorkerQueue[] queues(int count, int cores) {
        WorkerQueue[] queues = new WorkerQueue[count];
        Arrays.setAll(queues, i -> new WorkerQueue(cores, Integer.MAX_VALUE));
        return queues;
    }

    private Outcome run(int clients) {
        for (int client = 0; client < clients; client++) {
            add(0, client, 0, false);
        }
        int answered = 0;
        double began = 0;
        double waited = 0;
        double[] gatewayWork = worked(gatewayQueues);
        double[] nodeWork = worked(nodeQueues);
        double now = 0;
        while (answered < BULKS) {
            Event event = events.remove();
            now = event.at;
            if (!event.atNodes && event.sentAt < now) {
                answered++;
                waited += now - event.sentAt;
                if (answered == WARMUP) {
                    began = now;
                    waited = 0;
                    gatewayWork = worked(gatewayQueues);
                    nodeWork = worked(nodeQueues);
                }
            }
            serve(event);
        }
        double seconds = now - began;
        int counted = BULKS - WARMUP;
        return new Outcome(
                counted * (double) bulk.documents() / seconds,
                waited / counted,
                use(gatewayQueues, gatewayWork, gateways.cores() * seconds),
                use(nodeQueues, nodeWork, cluster.cores() * seconds));
    }

    private void serve(Event event) {
        if (event.atNodes) {
            add(regrouped(event.at), event.client, event.sentAt, false);
        } else if (gateways.count() == 0) {
            add(straight(event.at, event.client % cluster.nodes()), event.client, event.at, false);
        } else {
            double length = drawn(bulk.documents() * gateways.cpuPerDocument());
            double done = gatewayQueues[event.client % gateways.count()].offer(event.at, length);
            add(done, event.client, event.at, true);
        }
    }

    /** When the parts that come to the holders now are all done. */
    private double regrouped(double now) {
        double done = now;
        for (int node = 0; node < held.length; node++) {
            if (held[node] > 0) {
                double length = cluster.cost().request() + cluster.holding(held[node], bulk);
                done = Math.max(done, nodeQueues[node].offer(now, drawn(length)));
            }
        }
        return done;
    }

    /** When a bulk that comes to this node now is done. */
    private double straight(double now, int to) {
        double done = now;
        for (int node = 0; node < held.length; node++) {
            double length =
                    cluster.holding(held[node], bulk) + (node == to ? cluster.coordinating(held[node], bulk) : 0);
            if (length > 0) {
                done = Math.max(done, nodeQueues[node].offer(now, drawn(length)));
            }
        }
        return done;
    }

    private void add(double at, int client, double sentAt, boolean atNodes) {
        events.add(new Event(at, sequence++, client, sentAt, atNodes));
    }

    private double drawn(double mean) {
        return mean * (0.5 + random.nextDouble());
    }

    private static double[] worked(WorkerQueue[] queues) {
        return Arrays.stream(queues).mapToDouble(WorkerQueue::worked).toArray();
    }

    private static double use(WorkerQueue[] queues, double[] before, double possible) {
        double most = 0;
        for (int i = 0; i < queues.length; i++) {
            most = Math.max(most, (queues[i].worked() - before[i]) / possible);
        }
        return Math.min(1, most);
    }
}
