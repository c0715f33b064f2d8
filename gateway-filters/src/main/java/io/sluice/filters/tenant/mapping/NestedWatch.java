package io.sluice.filters.tenant.mapping;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.filters.tenant.mapping.NestedIndices.Finding;
import io.sluice.filters.tenant.mapping.NestedIndices.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides for each tenant of one nested layout whether its index may be used. A tenant's index is looked at when the tenant comes, and
 * again when it comes after the interval of cluster discovery. Thread-safe.
 */
public final class NestedWatch {

    private static final Logger LOG = LoggerFactory.getLogger(NestedWatch.class);
    /** How long a finding counts that may be mended at any time. */
    private static final Duration SOON = Duration.ofSeconds(1);
    /** How long a request waits for a look at most. */
    private static final int WAIT_SECONDS = 2;
    /** Number of tenants that are remembered. */
    private static final int MAX_KNOWN = 10_000;

    private static final String UNREAD = "the mapping of this tenant's index has not been read yet";
    private static final String UNFIT =
            "the mapping of this tenant's index does not keep its indices apart; the operator must correct it";
    private static final String ABSENT = "this tenant's index is not there, and no index template is known that"
            + " keeps its indices apart; the operator must make one";

    private final NestedIndices indices;
    private final List<ClusterReader> clusters;
    private final FilterContext context;
    private final FilterMeters.Counter failures;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> looks = new ConcurrentHashMap<>();

    /** The last finding about a tenant's index, and when to look again. */
    private record Known(Finding finding, Instant due) {}

    /**
     * Makes a watch that has not looked at anything yet.
     *
     * @param clusters that requests can reach
     * @param failures counts failed looks
     */
    public NestedWatch(
            NestedIndices indices, List<ClusterReader> clusters, FilterContext context, FilterMeters.Counter failures) {
        this.indices = indices;
        this.clusters = clusters;
        this.context = context;
        this.failures = failures;
    }

    /**
     * What a request of a tenant must wait for, 2 seconds at most; null if it need not wait.
     *
     * @param makes whether the request may make the index
     */
    public @Nullable CompletableFuture<Void> pending(String tenant, boolean makes) {
        if (clusters.isEmpty()) {
            return null;
        }
        Known last = known.get(tenant);
        if (last == null || !context.clock().instant().isBefore(last.due())) {
            return begun(tenant);
        }
        // The operator may have made the index or a template just now.
        return makes && last.finding().verdict() == Verdict.ABSENT ? begun(tenant) : null;
    }

    private @Nullable CompletableFuture<Void> begun(String tenant) {
        CompletableFuture<Void> look = new CompletableFuture<>();
        CompletableFuture<Void> running = looks.putIfAbsent(tenant, look);
        if (running == null) {
            try {
                context.blockingExecutor().execute(() -> look(tenant, look));
            } catch (RejectedExecutionException e) {
                looks.remove(tenant, look);
                look.complete(null);
                return null;
            }
        }
        return (running == null ? look : running).copy().completeOnTimeout(null, WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private void look(String tenant, CompletableFuture<Void> look) {
        try {
            lookedAt(tenant);
        } finally {
            looks.remove(tenant, look);
            look.complete(null);
        }
    }

    /** Why a tenant is kept out, as a message for clients; null if it is not. */
    public @Nullable String closed(String tenant, boolean makes) {
        Known last = clusters.isEmpty() ? null : known.get(tenant);
        return clusters.isEmpty() ? null : message(last == null ? Finding.UNREAD : last.finding(), makes);
    }

    private static @Nullable String message(Finding finding, boolean makes) {
        return switch (finding.verdict()) {
            case FIT -> null;
            case ABSENT -> makes ? ABSENT : null;
            case UNFIT -> UNFIT;
            case UNREAD -> UNREAD;
        };
    }

    /**
     * Looks at a tenant's index now, for what must not rely on the last look. Blocks.
     *
     * @return why the tenant is kept out, also if the index cannot be read; null if it is not, or if the index is not there
     */
    public @Nullable String closedNow(String tenant) {
        return clusters.isEmpty() ? null : message(lookedAt(tenant), false);
    }

    /** Has the next request of a tenant wait for another look, as its index was made meanwhile. */
    public void forget(String tenant) {
        known.remove(tenant);
    }

    /** Number of indices that were found unfit. */
    public long unfit() {
        return known.values().stream()
                .filter(each -> each.finding().verdict() == Verdict.UNFIT)
                .count();
    }

    // The last finding stays if a cluster cannot be read.
    private Finding lookedAt(String tenant) {
        Known last = known.get(tenant);
        Finding found = found(tenant);
        Instant now = context.clock().instant();
        Duration period = found.verdict() == Verdict.FIT ? period() : SOON;
        if (last == null && known.size() >= MAX_KNOWN) {
            known.clear();
        }
        Finding kept = found.verdict() == Verdict.UNREAD && last != null ? last.finding() : found;
        known.put(tenant, new Known(kept, now.plus(period)));
        if (found.problem() != null
                && (last == null || !Objects.equals(last.finding().problem(), found.problem()))) {
            LOG.atWarn()
                    .addKeyValue("index", found.problem())
                    .log("a tenant's index does not keep its nested indices apart: the tenant gets 503");
        }
        return found;
    }

    private Duration period() {
        return clusters.stream()
                .map(ClusterReader::every)
                .min(Duration::compareTo)
                .orElse(SOON);
    }

    // The worst of all clusters.
    private Finding found(String tenant) {
        Finding worst = Finding.FIT;
        for (ClusterReader cluster : clusters) {
            Finding finding = found(tenant, cluster);
            worst = finding.verdict().compareTo(worst.verdict()) > 0 ? finding : worst;
        }
        return worst;
    }

    private Finding found(String tenant, ClusterReader cluster) {
        try {
            return indices.look(cluster, tenant);
        } catch (IOException | RuntimeException e) {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("cluster", cluster.cluster())
                    .addKeyValue("problem", e.getMessage())
                    .log("the mapping of a tenant's index could not be read, the last finding stays");
            return Finding.UNREAD;
        }
    }
}
