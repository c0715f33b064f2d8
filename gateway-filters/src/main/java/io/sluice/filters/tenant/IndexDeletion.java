package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.grammar.ObjectRule;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * Deletes the documents of an index that shares a physical index with the tenant's others. Its mapping stays. A change by query
 * finds only what has been refreshed, so the index is refreshed first: every document that was acknowledged before is deleted.
 * Thread-safe.
 */
final class IndexDeletion {

    private static final RequestPlan REFUSED = Denial.forbidden(
            "an index that shares a physical index with others cannot be deleted; _delete_by_query deletes its documents");
    private static final RequestPlan NOT_FOUND_OUT = RequestPlan.answer(Reply.error(
                    503,
                    "sluice_index_not_refreshed",
                    "the documents of the index could not be refreshed, so nothing was deleted")
            .withHeader("Retry-After", "1"));

    /** A body whose only member is the query for all documents of the index. */
    private static final ObjectRule ALL = new ObjectRule().requires(ObjectRule.Required.QUERY);

    private final FilterContext context;
    private final List<ClusterReader> clusters;

    /** @param clusters that a request may be sent to */
    IndexDeletion(FilterContext context, List<ClusterReader> clusters) {
        this.context = context;
        this.clusters = clusters;
    }

    /**
     * The plan for a deletion.
     *
     * @param physical the index's name in the cluster
     */
    RequestPlan plan(RequestHead head, String physical, Layout layout, RequestReferences references) {
        if (!layout.deletes()) {
            return REFUSED;
        }
        // A document that is written meanwhile was written after the deletion.
        RequestHead sent = head.withMethod("POST")
                .withTarget(RequestTarget.parse("/" + physical + "/_delete_by_query?refresh=true&conflicts=proceed"));
        RequestPlan deletes = new RequestPlan.Json(sent, new GrammarVisitor(ALL, references));
        RequestTarget refresh = RequestTarget.parse("/" + physical + "/_refresh?ignore_unavailable=true");
        try {
            return new RequestPlan.Later<>(
                    CompletableFuture.supplyAsync(() -> isRefreshed(refresh), context.blockingExecutor()),
                    refreshed -> refreshed ? deletes : NOT_FOUND_OUT);
        } catch (RejectedExecutionException e) {
            return NOT_FOUND_OUT;
        }
    }

    // All clusters that the request may be sent to: which one it is, a later filter may say.
    private boolean isRefreshed(RequestTarget refresh) {
        try {
            for (ClusterReader cluster : clusters) {
                cluster.get(refresh);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
