package io.sluice.filters.authorize;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.RequestTarget;
import io.sluice.filters.watch.RepeatedLook;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the names of the clusters that a flow reaches: looks when it is made, and then at the interval of cluster discovery. Any thread may
 * read what was found; one thread looks.
 */
final class NamesWatch {

    private static final Logger LOG = LoggerFactory.getLogger(NamesWatch.class);
    private static final RequestTarget ALL =
            RequestTarget.parse("/_resolve/index/*?expand_wildcards=all&filter_path=-indices.aliases");
    /** Aliases and data streams that wildcards find, with as few indices as can be: whether those are closed does not matter. */
    private static final RequestTarget VISIBLE =
            RequestTarget.parse("/_resolve/index/*?expand_wildcards=closed&filter_path=aliases.name,data_streams.name");
    /** What was read last holds for so long while it cannot be read again: names that came since would be judged by themselves. */
    private static final Duration LONGEST_USE = Duration.ofMinutes(1);

    private static final RequestTarget GREETING = RequestTarget.parse("/");

    private final List<ClusterReader> clusters;
    private final FilterMeters.Counter failures;
    private final InstantSource clock;
    private final Map<String, Read> ofClusters = new HashMap<>();
    private volatile @Nullable ClusterNames found;
    /** Clusters of which the last attempt failed. */
    private final Set<String> failing = new HashSet<>();

    private final RepeatedLook looks;

    /** The names of one cluster, and when they were read. */
    private record Read(ClusterNames names, Instant at) {}

    NamesWatch(FilterContext context) {
        this.clock = context.clock();
        this.clusters = context.reached();
        this.failures = context.meters()
                .counter("authorize_names_failures", "Failed attempts to read the names of a cluster's indices");
        this.found = clusters.isEmpty() ? ClusterNames.NONE : null;
        this.looks = clusters.stream()
                .map(ClusterReader::every)
                .min(Comparator.naturalOrder())
                .map(period -> RepeatedLook.begin(context, period, this::look))
                .orElseGet(RepeatedLook::atNothing);
    }

    // Where a cluster cannot be read, what it said before still holds for a while.
    private void look() {
        for (ClusterReader cluster : clusters) {
            look(cluster);
        }
        Instant oldest = clock.instant().minus(LONGEST_USE);
        ofClusters.values().removeIf(read -> read.at.isBefore(oldest));
        found = ofClusters.size() < clusters.size()
                ? null
                : ofClusters.values().stream().map(Read::names).reduce(ClusterNames.NONE, ClusterNames::with);
    }

    private void look(ClusterReader cluster) {
        try {
            Map<String, @Nullable Object> all = cluster.get(ALL);
            boolean streams = has(all, "data_streams");
            boolean aliases = !streams || knowsAliasesOfStreams(cluster);
            Map<String, @Nullable Object> visible = streams || has(all, "aliases") ? cluster.get(VISIBLE) : Map.of();
            ofClusters.put(cluster.cluster(), new Read(ClusterNames.of(all, visible, aliases), clock.instant()));
            failing.remove(cluster.cluster());
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            if (failing.add(cluster.cluster())) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .log("the names of indices could not be read, the last ones hold for a minute");
            }
        }
    }

    private static boolean has(Map<String, @Nullable Object> answer, String kind) {
        return answer.get(kind) instanceof List<?> some && !some.isEmpty();
    }

    // OpenSearch takes a data stream for an index that there is not; whoever does not say what it is may be one.
    private static boolean knowsAliasesOfStreams(ClusterReader cluster) {
        try {
            return !(cluster.get(GREETING).get("version") instanceof Map<?, ?> version
                    && "opensearch".equals(version.get("distribution")));
        } catch (IOException e) {
            return false;
        }
    }

    /** What a request should wait for before it is judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return looks.pending();
    }

    /** The names; null if a cluster was not read yet. */
    @Nullable ClusterNames names() {
        return found;
    }
}
