package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.search.HeldSearches;
import io.sluice.filters.tenant.body.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Sorted searches on shared indices. Once a shard has answered, a server tells the next shards the last hit so far. A
 * shard where no document of any tenant sorts before that hit skips the query, so its errors and its highest score are
 * missing. The search type that this class sets asks all shards the same before any has answered. In other layouts,
 * heads stay as they are. Immutable.
 */
final class SortedSearches {

    static final String SEARCH_TYPE = "search_type";
    static final String ALIKE = "dfs_query_then_fetch";

    private static final Pattern SCORE_FIRST = Pattern.compile("_score($|[:,].*)");

    private final boolean needed;

    /** For one layout. */
    SortedSearches(Features layout) {
        this.needed = layout.shared();
    }

    /** Whether the layout needs that sorted searches ask all shards alike. */
    boolean isNeeded() {
        return needed;
    }

    /** Whether there is no body, or its length is known and short enough to hold it. */
    static boolean mayBeHeld(RequestHead head) {
        return HeldSearches.mayBeHeld(head, BodyPlans.MAX_COLLECTED);
    }

    /**
     * The plan for a search: its body is held to see whether it is sorted; if it cannot be held, it is assumed to be.
     */
    RequestPlan plan(RequestHead head, Function<RequestHead, RequestPlan> then) {
        return needed && mayBeHeld(head)
                ? new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> then.apply(of(head, whole)))
                : then.apply(alike(head));
    }

    /** The head of a search with this held body. */
    RequestHead of(RequestHead head, ByteBuf whole) {
        boolean sorted = needed && (isSorted(head.target()) || HeldJson.mayBeSorted(whole));
        // Servers use this search type for kNN searches anyway, and refuse an explicit one.
        return sorted && !HeldJson.containsObject(whole, "knn") ? alike(head) : head;
    }

    private static boolean isSorted(RequestTarget target) {
        String sort = target.parameter("sort");
        return sort != null && !SCORE_FIRST.matcher(sort).matches();
    }

    /** The head of a search, or of an update or delete by query, with the search type that asks all shards alike. */
    RequestHead alike(RequestHead head) {
        if (!needed) {
            return head;
        }
        List<Parameter> sent = new ArrayList<>(head.target().parameters());
        sent.removeIf(parameter -> parameter.name().equals(SEARCH_TYPE));
        sent.add(new Parameter(SEARCH_TYPE, ALIKE));
        return head.withTarget(head.target().withParameters(sent));
    }
}
