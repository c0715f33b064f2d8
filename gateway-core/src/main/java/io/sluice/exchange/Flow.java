package io.sluice.exchange;

import io.sluice.api.RequestHead;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.metrics.ExchangeMeters;
import io.sluice.mirror.Mirror;
import io.sluice.queue.QueueEntrance;
import io.sluice.recording.Recorder;
import io.sluice.regroup.Regrouping;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is done with the requests of one flow of one listener.
 *
 * @param name the flow's name
 * @param filters its filters in order
 * @param cluster the cluster it relays to, unless a filter chooses another
 * @param standby the cluster for reads while every node of its own is left out; null if there is none
 * @param regrouping how its bulks are regrouped; null if they are relayed whole
 * @param queue where its writes are kept for the cluster; null if they go to it at once
 * @param mirror what copies its requests; null if nothing does
 * @param recorder what keeps its requests in files; null if nothing does
 * @param meters the meters by cluster, an entry for each that its requests can reach
 * @param limits limits of bodies that filters look into
 * @param filterTimeoutNanos how long a plan may stay Later, in nanoseconds
 */
public record Flow(
        String name,
        List<NamedFilter> filters,
        String cluster,
        @Nullable String standby,
        @Nullable Regrouping regrouping,
        @Nullable QueueEntrance queue,
        @Nullable Mirror mirror,
        @Nullable Recorder recorder,
        Map<String, ExchangeMeters> meters,
        BodyLimits limits,
        long filterTimeoutNanos) {

    public Flow {
        filters = List.copyOf(filters);
        meters = Map.copyOf(meters);
        if (!meters.containsKey(cluster)) {
            throw new IllegalArgumentException("no meters for cluster " + cluster);
        }
    }

    /** Sends a request to the standby that only reads, if its cluster is away and no filter chose one. */
    void failOver(RequestHead head, ExchangeFacts facts, LoopServices services) {
        if (standby != null
                && facts.chosenCluster() == null
                && !services.cluster(cluster).isAvailable()
                && services.cluster(standby).isAvailable()
                && ReplayRule.isReplayable(head.method(), head.target())) {
            facts.target(standby);
        }
    }

    /**
     * Where a request goes.
     *
     * @param length of the body in bytes; -1 if it is not known
     * @param chosen the cluster that a filter chose; null if none did
     */
    Way way(RequestHead head, long length, @Nullable String chosen) {
        if (queue != null) {
            return Way.of(queue, queue.decide(head, chosen));
        }
        return regrouping == null ? Way.OneNode.PLAIN : Way.of(regrouping, regrouping.decide(head, length, chosen));
    }

    /** The cluster that a filter chose, or the flow's own where none did. */
    String orOwn(@Nullable String chosen) {
        return chosen == null ? cluster : chosen;
    }

    /** The clusters that filters may choose. */
    Set<String> reach() {
        return meters.keySet();
    }
}
