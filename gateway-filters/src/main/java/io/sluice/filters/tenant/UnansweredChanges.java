package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes whose answers did not come: clusters may go on with them. They are over once the cluster has no task of them any longer.
 * Thread-safe.
 */
final class UnansweredChanges {

    private static final Logger LOG = LoggerFactory.getLogger(UnansweredChanges.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int SERVER_ERROR = 500;
    /** Failures of a request that was tried once and of which nothing was sent. */
    private static final Set<String> NOTHING_SENT = Set.of("no-upstream", "upstream-connect");

    private final FilterContext context;
    private final Map<String, ClusterReader> clusters;
    /** What was not there at the last look. Guarded by this. */
    private final Map<UnansweredGroup.Key, UnansweredGroup> fresh = new HashMap<>();

    private final AtomicBoolean looking = new AtomicBoolean();
    /** What was looked for already. One look at a time uses it. */
    private List<UnansweredGroup> watched = List.of();
    /** Whether the last look at a cluster failed. One look at a time uses it. */
    private boolean failing;

    UnansweredChanges(FilterContext context) {
        this.context = context;
        this.clusters =
                context.reached().stream().collect(Collectors.toMap(ClusterReader::cluster, Function.identity()));
    }

    /** Ends what a request changes once it is over: at once if it was answered, or nobody waits for its end. */
    void ended(ExchangeSummary summary, Change change) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        ClusterReader cluster = upstream == null ? null : clusters.get(upstream.cluster());
        if (cluster == null || tenant == null || !change.decision().isCounted() || isDecided(summary)) {
            change.over(false);
            return;
        }
        long version = change.decision().placement().version();
        add(new UnansweredGroup.Key(tenant, cluster, version), change);
        if (looking.compareAndSet(false, true)) {
            context.every(EVERY, this::look);
        }
    }

    private synchronized void add(UnansweredGroup.Key key, Change change) {
        fresh.computeIfAbsent(key, UnansweredGroup::new).add(change);
    }

    private static boolean isDecided(ExchangeSummary summary) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        ExchangeSummary.Bulk bulk = summary.bulk();
        if (summary.failure() == null) {
            return summary.status() > 0 && summary.status() < SERVER_ERROR && (bulk == null || !bulk.unknown());
        }
        return NOTHING_SENT.contains(summary.failure())
                && bulk == null
                && (upstream == null || upstream.attempts() == 1);
    }

    private void look() {
        Map<UnansweredGroup.Awaited, UnansweredGroup> next = new HashMap<>();
        List<UnansweredGroup> over = new ArrayList<>();
        for (ClusterReader cluster : clusters.values()) {
            List<UnansweredGroup> known = watched.stream()
                    .filter(group -> group.cluster().equals(cluster))
                    .toList();
            List<UnansweredGroup> begun = take(cluster);
            if (known.isEmpty() && begun.isEmpty()) {
                continue;
            }
            ClusterTasks tasks = tasks(cluster);
            if (tasks == null) {
                putBack(begun);
                known.forEach(group -> next.put(group.awaited(), group));
                continue;
            }
            Stream.concat(known.stream(), begun.stream()).forEach(group -> {
                if (group.isOver(tasks)) {
                    over.add(group);
                } else {
                    next.merge(group.awaited(), group, UnansweredGroup::join);
                }
            });
        }
        watched = List.copyOf(next.values());
        over.forEach(UnansweredGroup::end);
    }

    private synchronized List<UnansweredGroup> take(ClusterReader cluster) {
        List<UnansweredGroup> taken = new ArrayList<>();
        for (Iterator<UnansweredGroup> each = fresh.values().iterator(); each.hasNext(); ) {
            UnansweredGroup group = each.next();
            if (group.cluster().equals(cluster)) {
                each.remove();
                taken.add(group);
            }
        }
        return taken;
    }

    private synchronized void putBack(List<UnansweredGroup> groups) {
        groups.forEach(group -> fresh.merge(group.awaited().key(), group, UnansweredGroup::join));
    }

    /** Null if not all tasks are known. */
    private @Nullable ClusterTasks tasks(ClusterReader cluster) {
        try {
            ClusterTasks tasks = ClusterTasks.read(cluster);
            failing = false;
            return tasks;
        } catch (IOException e) {
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .log(
                                "requests that change something had no answer, and whether the cluster is through with them is not"
                                        + " known; until it is, their tenants are not closed, and do not change their places");
            }
            failing = true;
            return null;
        }
    }
}
