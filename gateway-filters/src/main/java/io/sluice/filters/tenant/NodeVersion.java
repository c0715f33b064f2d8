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
    /** The last question, which all wait for who look while it is asked. */
    private @Nullable CompletableFuture<String> question;

    /** @param version empty if the cluster has told none */
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
            CompletableFuture<String> answer = ask(asked, version)
                    .copy()
                    .completeOnTimeout(version, context.filterTimeout().toMillis() / 2, TimeUnit.MILLISECONDS);
            return new RequestPlan.Later<>(answer, plan);
        } catch (RejectedExecutionException e) {
            return plan.apply(version);
        }
    }

    private synchronized CompletableFuture<String> ask(ClusterReader asked, String otherwise) {
        CompletableFuture<String> asking = question;
        if (asking == null || asking.isDone()) {
            asking = CompletableFuture.supplyAsync(() -> read(asked, otherwise), context.blockingExecutor());
            question = asking;
        }
        return asking;
    }

    // What was not told is asked for as seldom as what was.
    private String read(ClusterReader asked, String otherwise) {
        String version = otherwise;
        try {
            if (asked.get(ROOT).get("version") instanceof Map<?, ?> told
                    && told.get("number") instanceof String number) {
                version = number;
            }
        } catch (IOException e) {
            // The version is what it was.
        }
        known = new Known(version, context.steadyClock().instant());
        return version;
    }
}
