package io.sluice.queue;

import io.netty.channel.EventLoop;
import io.sluice.api.ClusterReader;
import io.sluice.cluster.ClusterViews;
import io.sluice.config.QueueConfig;
import io.sluice.metrics.InternalErrors;
import io.sluice.regroup.Regrouping;
import io.sluice.upstream.LoopCluster;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration says of a queue, and what was made of it. Another configuration brings other terms; the records stay. Safe from
 * any thread.
 *
 * @param views of the queue's cluster
 * @param reader asks the queue's cluster about documents
 * @param regrouping how the bulks that the queue sends are regrouped; null if each goes to one node
 * @param clusters the clusters by name, as an event loop uses them
 * @param errors gets unexpected exceptions
 */
public record QueueTerms(
        QueueConfig config,
        ClusterViews views,
        ClusterReader reader,
        @Nullable Regrouping regrouping,
        Function<EventLoop, Function<String, LoopCluster>> clusters,
        InternalErrors errors) {

    /** The queue's cluster as an event loop uses it. */
    LoopCluster cluster(EventLoop loop) {
        return clusters.apply(loop).apply(config.cluster());
    }
}
