package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The version of the cluster's servers, for clients that look for nodes. It is asked for when a client looks, and kept until the gateway
 * would look at the cluster again. Thread-safe.
 */
final class NodeVersion {

    private static final RequestTarget ROOT = RequestTarget.parse("/?filter_path=version.number");

    private final FilterContext context;
    private final @Nullable ClusterReader cluster;
    private volatile @Nullable Known known;

    private record Known(String version, Instant at) {
        boolean isRecent(Instant now, Duration every) {
            return now.isBefore(at.plus(every));
        }
    }

    /** @param clusters that requests can reach; the flow's own is asked, or else the first */
    NodeVersion(FilterContext context, List<ClusterReader> clusters) {
        this.context = context;
        this.cluster = clusters.stream()
                .filter(each -> each.cluster().equals(context.cluster()))
                .findFirst()
                .orElse(clusters.isEmpty() ? null : clusters.getFirst());
    }

    /**
     * The plan for a request.
     *
     * @param plan made of the version, as it was known last if the cluster does not tell it; of an empty text if it was never known
     */
    RequestPlan known(Function<String, RequestPlan> plan) {
        ClusterReader asked = cluster;
        Known last = known;
        String version = last == null ? "" : last.version();
        if (asked == null
                || !asked.isAvailable()
                || last != null && last.isRecent(context.steadyClock().instant(), asked.every())) {
            return plan.apply(version);
        }
        try {
            return new RequestPlan.Later<>(
                    CompletableFuture.supplyAsync(() -> read(asked, version), context.blockingExecutor())
                            .completeOnTimeout(version, context.filterTimeout().toMillis() / 2, TimeUnit.MILLISECONDS),
                    plan);
        } catch (RejectedExecutionException e) {
            return plan.apply(version);
        }
    }

    private String read(ClusterReader asked, String otherwise) {
        try {
            if (asked.get(ROOT).get("version") instanceof Map<?, ?> version
                    && version.get("number") instanceof String number) {
                known = new Known(number, context.steadyClock().instant());
                return number;
            }
            return otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }
}
