package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterContext;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes whose answers did not come: clusters may go on with them. They are over once the cluster has had no task of them for a while.
 * Thread-safe.
 */
final class UnansweredChanges {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERROR = 500;
    /** Failures of a request that was tried once and of which nothing was sent. */
    private static final Set<String> NOTHING_SENT = Set.of("no-upstream", "upstream-connect");

    private final Map<String, UnansweredAtCluster> clusters;

    UnansweredChanges(FilterContext context) {
        this.clusters = context.reached().stream()
                .collect(Collectors.toMap(ClusterReader::cluster, reader -> new UnansweredAtCluster(reader, context)));
    }

    /** Ends what a request changes once it is over: at once if it was answered, or nobody waits for its end. */
    void ended(ExchangeSummary summary, Change change) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        ChangeMark mark = summary.exchange().get(ChangeMark.KEY);
        UnansweredAtCluster cluster = upstream == null ? null : clusters.get(upstream.cluster());
        if (cluster == null || tenant == null || mark == null || isDecided(summary)) {
            change.over(false);
        } else {
            cluster.await(tenant, mark, change);
        }
    }

    // Who answers with 408 may stand before a server that goes on.
    private static boolean isDecided(ExchangeSummary summary) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        ExchangeSummary.Bulk bulk = summary.bulk();
        int status = summary.status();
        if (summary.failure() == null) {
            return status > 0
                    && status < SERVER_ERROR
                    && status != REQUEST_TIMEOUT
                    && (bulk == null || !bulk.unknown());
        }
        return NOTHING_SENT.contains(summary.failure())
                && bulk == null
                && (upstream == null || upstream.attempts() == 1);
    }
}
