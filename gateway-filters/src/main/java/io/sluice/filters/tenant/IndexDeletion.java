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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the documents of an index that shares a physical index with the tenant's others. Its mapping stays. A change by query
 * finds only what has been refreshed, so the index is refreshed first, and the primaries are asked where replicas copy files some time
 * after a refresh: every document that was acknowledged before is deleted. Thread-safe.
 */
final class IndexDeletion {

    private static final String REPLICATION = "index.replication.type";

    /** The plan where no index may be deleted. */
    static final RequestPlan REFUSED = Denial.forbidden(
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
    RequestPlan plan(RequestHead head, String physical, RequestReferences references) {
        RequestTarget refresh = RequestTarget.parse("/" + physical + "/_refresh?ignore_unavailable=true");
        RequestTarget settings = RequestTarget.parse(
                "/" + physical + "/_settings/" + REPLICATION + "?flat_settings=true&ignore_unavailable=true");
        try {
            return new RequestPlan.Later<>(
                    CompletableFuture.supplyAsync(() -> refreshed(refresh, settings), context.blockingExecutor()),
                    copies -> copies == null ? NOT_FOUND_OUT : deletes(head, physical, copies, references));
        } catch (RejectedExecutionException e) {
            return NOT_FOUND_OUT;
        }
    }

    private static RequestPlan deletes(RequestHead head, String physical, Copies copies, RequestReferences references) {
        // A document that is written meanwhile was written after the deletion.
        String target = "/" + physical + "/_delete_by_query?refresh=true&conflicts=proceed"
                + (copies == Copies.PRIMARIES ? "&preference=_primary" : "");
        RequestHead sent = head.withMethod("POST").withTarget(RequestTarget.parse(target));
        return new RequestPlan.Json(sent, new GrammarVisitor(ALL, references));
    }

    /** The copies of shards that show all once they were refreshed. */
    private enum Copies {
        ALL,
        PRIMARIES
    }

    // All clusters that the request may be sent to: which one it is, a later filter may say. Null if it cannot be found
    // out.
    private @Nullable Copies refreshed(RequestTarget refresh, RequestTarget settings) {
        try {
            Copies copies = Copies.ALL;
            for (ClusterReader cluster : clusters) {
                if (!isWhole(cluster.get(refresh))) {
                    return null;
                }
                if (cluster.get(settings).values().stream().anyMatch(IndexDeletion::replicatesSegments)) {
                    copies = Copies.PRIMARIES;
                }
            }
            return copies;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isWhole(Map<String, @Nullable Object> refreshed) {
        return refreshed.get("_shards") instanceof Map<?, ?> shards
                && Integer.valueOf(0).equals(shards.get("failed"));
    }

    private static boolean replicatesSegments(@Nullable Object index) {
        return index instanceof Map<?, ?> description
                && description.get("settings") instanceof Map<?, ?> settings
                && "SEGMENT".equalsIgnoreCase(String.valueOf(settings.get(REPLICATION)));
    }
}
