package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterContext;
import io.sluice.filters.tenant.endpoint.AnswerKind;
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
    private static final Set<String> NOT_SENT = Set.of("no-upstream", "upstream-connect");
    /** Failures of a request whose end was not sent; of bulks, servers execute what has come. */
    private static final Set<String> NOT_WHOLE = Set.of("bad-request", "rejected", "too-large");

    private final Map<String, UnansweredAtCluster> clusters;

    UnansweredChanges(FilterContext context, ChangeMark.Source marks) {
        this.clusters = context.reached().stream()
                .collect(Collectors.toMap(
                        ClusterReader::cluster, reader -> new UnansweredAtCluster(reader, context, marks)));
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
            change.decision().unanswered();
            cluster.await(tenant, mark, change);
        }
    }

    // Who answers with 408 may stand before a server that goes on.
    private static boolean isDecided(ExchangeSummary summary) {
        ExchangeSummary.Bulk bulk = summary.bulk();
        String failure = summary.failure();
        int status = summary.status();
        if (failure == null) {
            return status > 0
                    && status < SERVER_ERROR
                    && status != REQUEST_TIMEOUT
                    && (bulk == null || !bulk.unknown());
        }
        return bulk == null
                && (NOT_SENT.contains(failure) && isFirstAttempt(summary)
                        || NOT_WHOLE.contains(failure) && !isBulk(summary));
    }

    private static boolean isFirstAttempt(ExchangeSummary summary) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        return upstream == null || upstream.attempts() == 1;
    }

    private static boolean isBulk(ExchangeSummary summary) {
        TenantRequest request = summary.exchange().get(TenantRequest.KEY);
        return request != null && request.endpoint().answer() == AnswerKind.BULK;
    }
}
