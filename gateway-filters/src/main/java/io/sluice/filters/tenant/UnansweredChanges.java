package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterContext;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes by query whose answers did not come: clusters go on with them. They are over once the cluster has no such task of the tenant any
 * longer. Thread-safe.
 */
final class UnansweredChanges {

    private static final Logger LOG = LoggerFactory.getLogger(UnansweredChanges.class);
    private static final RequestTarget TASKS = RequestTarget.parse(
            "/_tasks?actions=*byquery,*reindex&filter_path=nodes.*.tasks.*.headers,node_failures,task_failures");
    private static final Duration EVERY = Duration.ofSeconds(1);
    /** What was sent just before may be no task yet. */
    private static final int LOOKS = 2;

    private static final int SERVER_ERROR = 500;

    private final FilterContext context;
    private final Map<String, ClusterReader> clusters;
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();
    private final AtomicBoolean looking = new AtomicBoolean();
    /** Whether the last look at a cluster failed. One look at a time uses it. */
    private boolean failing;

    /** A request of which nothing was heard. One look at a time changes it. */
    private static final class Waiting {
        private final String tenant;
        private final ClusterReader cluster;
        private final Runnable end;
        private int looks;

        Waiting(String tenant, ClusterReader cluster, Runnable end) {
            this.tenant = tenant;
            this.cluster = cluster;
            this.end = end;
        }
    }

    UnansweredChanges(FilterContext context) {
        this.context = context;
        this.clusters =
                context.reached().stream().collect(Collectors.toMap(ClusterReader::cluster, Function.identity()));
    }

    /** Runs {@code end} once what a request changes is over: at once if it was answered or changes nothing by query. */
    void ended(ExchangeSummary summary, Runnable end) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        TenantRequest request = summary.exchange().get(TenantRequest.KEY);
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        ClusterReader cluster = upstream == null ? null : clusters.get(upstream.cluster());
        boolean answered = summary.failure() == null && summary.status() > 0 && summary.status() < SERVER_ERROR;
        if (cluster == null || tenant == null || answered || request == null || !isByQuery(request)) {
            end.run();
            return;
        }
        waiting.add(new Waiting(tenant, cluster, end));
        if (looking.compareAndSet(false, true)) {
            context.every(EVERY, this::look);
        }
    }

    private static boolean isByQuery(TenantRequest request) {
        AnswerKind answer = request.endpoint().answer();
        return answer == AnswerKind.BY_QUERY || answer == AnswerKind.DELETED_INDEX;
    }

    private void look() {
        List<Waiting> now = List.copyOf(waiting);
        Set<ClusterReader> asked = now.stream().map(each -> each.cluster).collect(Collectors.toSet());
        for (ClusterReader cluster : asked) {
            Set<String> names = tenantsAtWork(cluster);
            if (names != null) {
                now.stream().filter(each -> each.cluster.equals(cluster)).forEach(each -> seen(each, names));
            }
        }
    }

    private void seen(Waiting change, Set<String> names) {
        boolean goesOn =
                names.stream().anyMatch(name -> name.equals(change.tenant) || name.startsWith(change.tenant + "/"));
        change.looks = goesOn ? 0 : change.looks + 1;
        if (change.looks == LOOKS) {
            waiting.remove(change);
            change.end.run();
        }
    }

    /** Values of {@code X-Opaque-Id}, which begin with names of tenants; null if not all tasks are known. */
    private @Nullable Set<String> tenantsAtWork(ClusterReader cluster) {
        try {
            Map<String, @Nullable Object> answer = cluster.get(TASKS);
            if (answer.containsKey("node_failures") || answer.containsKey("task_failures")) {
                throw new IOException("not all nodes of " + cluster.cluster() + " tell their tasks");
            }
            failing = false;
            Set<String> names = new HashSet<>();
            addNames(answer, names);
            return names;
        } catch (IOException e) {
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .log(
                                "changes by query had no answer, and whether the cluster is through with them is not known;"
                                        + " until it is, their tenants are not closed, and do not change their places");
            }
            failing = true;
            return null;
        }
    }

    private static void addNames(Map<?, ?> json, Set<String> names) {
        json.forEach((name, value) -> {
            if (value instanceof Map<?, ?> below) {
                addNames(below, names);
            } else if ("X-Opaque-Id".equals(name)) {
                names.add(String.valueOf(value));
            }
        });
    }
}
