package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterContext;
import io.sluice.api.ResponseHead;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.move.ChangeMark;
import io.sluice.filters.tenant.move.ClusterTasks;
import io.sluice.filters.tenant.move.CopyMarks;
import io.sluice.filters.tenant.placement.Decision;
import io.sluice.filters.tenant.placement.Placement;
import io.sluice.filters.tenant.placement.PlacementTable;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes whose answers did not come, of clients and of copies: clusters may go on with them. They are over once the cluster has had no task of
 * them for a while. Thread-safe.
 */
final class UnansweredChanges {

    private static final int CLIENT_ERROR = 400;
    /** Failures of a request that was tried once and of which nothing was sent. */
    private static final Set<String> NOT_SENT = Set.of("no-upstream", "upstream-connect");
    /** Failures of a request whose end was not sent; of bulks, servers execute what has come. */
    private static final Set<String> NOT_WHOLE = Set.of("bad-request", "rejected", "too-large", "filter-unavailable");

    private final Map<String, UnansweredAtCluster> clusters;
    private final ChangeMark.Source marks;

    /** @param owner what no other filter is called; without dots and slashes */
    UnansweredChanges(FilterContext context, String owner) {
        this.marks = new ChangeMark.Source(owner);
        this.clusters = context.reached().stream()
                .collect(Collectors.toMap(
                        ClusterReader::cluster, reader -> new UnansweredAtCluster(reader, context, marks)));
    }

    /** What a request of a tenant is called in the cluster. */
    ChangeMark mark(String tenant) {
        return marks.next(tenant);
    }

    /** Ends what a request changes once it is over: at once if it was answered, or nobody waits for its end. */
    void ended(ExchangeSummary summary, Change change) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        ChangeMark mark = summary.exchange().get(ChangeMark.KEY);
        UnansweredAtCluster cluster = upstream == null ? null : clusters.get(upstream.cluster());
        if (isUnsent(summary)) {
            change.unsent();
        } else if (cluster == null || tenant == null || mark == null || isDecided(summary)) {
            change.over(false);
        } else {
            change.decision().unanswered();
            cluster.await(tenant, mark, change);
        }
    }

    /** Whether an answer says that the cluster is through with a change, and may be shown as if it was done. */
    static boolean tellsTheEnd(ResponseHead answer) {
        return !ClusterTasks.mayFollow(answer.status())
                && (answer.origin() == ResponseHead.Origin.UPSTREAM || answer.status() < CLIENT_ERROR);
    }

    /** Names a tenant's copies to a cluster, and has those without an answer be in flight as the tenant's own changes are. */
    CopyMarks ofCopies(PlacementTable table, String tenant, Placement placement, String cluster) {
        UnansweredAtCluster receiver = Objects.requireNonNull(clusters.get(cluster));
        return new CopyMarks() {
            @Override
            public String next() {
                return marks.next(tenant).text();
            }

            @Override
            public void unanswered(String mark) {
                Decision late = table.begin(tenant, placement);
                late.unanswered();
                // What it writes late may be older than what is there by then.
                receiver.await(tenant, new ChangeMark(mark), Change.of(late, null, () -> table.unsure(tenant)));
            }
        };
    }

    private static boolean isUnsent(ExchangeSummary summary) {
        ExchangeSummary.Upstream upstream = summary.upstream();
        ExchangeSummary.Bulk bulk = summary.bulk();
        String failure = summary.failure();
        boolean toOneNode = bulk == null || bulk.whole() != null;
        return upstream == null
                || toOneNode && failure != null && NOT_SENT.contains(failure) && upstream.attempts() == 1;
    }

    private static boolean isDecided(ExchangeSummary summary) {
        ExchangeSummary.Bulk bulk = summary.bulk();
        String failure = summary.failure();
        int status = summary.status();
        if (failure == null) {
            return status > 0
                    && !ClusterTasks.mayFollow(status)
                    && (bulk == null || !bulk.unknown())
                    && areItemsDecided(summary);
        }
        return bulk == null && NOT_WHOLE.contains(failure) && !isBulk(summary);
    }

    private static boolean areItemsDecided(ExchangeSummary summary) {
        ItemStatuses items = summary.exchange().get(ItemStatuses.KEY);
        return items == null || !items.mayFollow();
    }

    private static boolean isBulk(ExchangeSummary summary) {
        TenantRequest request = summary.exchange().get(TenantRequest.KEY);
        return request != null && request.endpoint().answer() == AnswerKind.BULK;
    }
}
