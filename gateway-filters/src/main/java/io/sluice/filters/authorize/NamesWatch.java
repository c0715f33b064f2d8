package io.sluice.filters.authorize;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the names of the clusters that a flow reaches: looks when it is made, and then at the interval of cluster discovery. Any thread may
 * read what was found; one thread looks.
 */
final class NamesWatch {

    private static final Logger LOG = LoggerFactory.getLogger(NamesWatch.class);
    private static final RequestTarget ALL = RequestTarget.parse("/_resolve/index/*?expand_wildcards=all");
    /** How long after the filter's creation requests wait for the first look at most. */
    private static final int FIRST_LOOK_SECONDS = 2;

    private final List<ClusterReader> clusters;
    private final FilterMeters.Counter failures;
    private final CompletableFuture<Void> firstLook = new CompletableFuture<>();
    private final Map<String, Map<String, @Nullable Object>> answers = new HashMap<>();
    private volatile @Nullable ClusterNames found;
    private boolean failing;

    NamesWatch(FilterContext context) {
        this.clusters = context.reached();
        this.failures = context.meters()
                .counter("authorize_names_failures", "Failed attempts to read the names of a cluster's indices");
        if (clusters.isEmpty()) {
            found = ClusterNames.NONE;
            firstLook.complete(null);
            return;
        }
        firstLook.completeOnTimeout(null, FIRST_LOOK_SECONDS, TimeUnit.SECONDS);
        try {
            context.blockingExecutor().execute(this::look);
        } catch (RejectedExecutionException e) {
            firstLook.complete(null);
        }
        context.every(
                clusters.stream()
                        .map(ClusterReader::every)
                        .min(Comparator.naturalOrder())
                        .orElse(Duration.ofSeconds(30)),
                this::look);
    }

    // Where a cluster cannot be read, what it said before still holds.
    private synchronized void look() {
        try {
            for (ClusterReader cluster : clusters) {
                look(cluster);
            }
            if (answers.size() == clusters.size()) {
                ClusterNames all = ClusterNames.NONE;
                for (Map<String, @Nullable Object> answer : answers.values()) {
                    all = all.plus(answer);
                }
                found = all;
            }
        } finally {
            firstLook.complete(null);
        }
    }

    private void look(ClusterReader cluster) {
        try {
            Map<String, @Nullable Object> answer = cluster.get(ALL);
            ClusterNames.NONE.plus(answer);
            answers.put(cluster.cluster(), answer);
            failing = false;
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .log("the names of indices could not be read, the last ones stay");
            }
            failing = true;
        }
    }

    /** What a request should wait for before it is judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return firstLook.isDone() ? null : firstLook;
    }

    /** The names; null if a cluster was not read yet. */
    @Nullable ClusterNames names() {
        return found;
    }
}
