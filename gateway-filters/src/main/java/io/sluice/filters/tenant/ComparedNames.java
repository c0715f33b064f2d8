package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.mapping.MappingWatch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks, before a change by query, whether queries tell the indices of one physical index apart: only where the field with the index's
 * name is compared as a whole. Without the operator's mapping the first write makes it {@code text}, and a change of one index would reach
 * documents of others. Asks at each change, as these are rare and the mapping may have been made a moment ago. Thread-safe.
 */
final class ComparedNames {

    private static final RequestPlan UNFIT = answer("the mapping of this index does not keep its documents apart from"
            + " those of the tenant's other indices, so nothing was changed; the operator must correct it");
    private static final RequestPlan UNREAD =
            answer("the mapping of this index could not be read, so nothing was changed");

    private final FilterContext context;
    private final List<ClusterReader> clusters;

    private enum Found {
        COMPARED,
        UNFIT,
        UNREAD
    }

    /** @param clusters that a request may be sent to */
    ComparedNames(FilterContext context, List<ClusterReader> clusters) {
        this.context = context;
        this.clusters = clusters;
    }

    private static RequestPlan answer(String reason) {
        return RequestPlan.answer(MappingWatch.reply(reason));
    }

    /**
     * The plan for a change by query.
     *
     * @param physical the index's name in the cluster
     * @param field with the name of the tenant's index
     * @param change the plan if names are compared as a whole; asked for on the exchange's event loop
     */
    RequestPlan first(String physical, String field, Supplier<RequestPlan> change) {
        if (clusters.isEmpty()) {
            return change.get();
        }
        RequestTarget mapping = RequestTarget.parse("/" + physical
                + "/_mapping?ignore_unavailable=true&allow_no_indices=true&filter_path=*.mappings.properties." + field);
        try {
            return new RequestPlan.Later<>(
                    CompletableFuture.supplyAsync(() -> find(mapping, field), context.blockingExecutor()),
                    found -> switch (found) {
                        case COMPARED -> Denial.checked(change);
                        case UNFIT -> UNFIT;
                        case UNREAD -> UNREAD;
                    });
        } catch (RejectedExecutionException e) {
            return UNREAD;
        }
    }

    // In all clusters that the request may be sent to: which one it is, a later filter may say.
    private Found find(RequestTarget mapping, String field) {
        try {
            for (ClusterReader cluster : clusters) {
                if (!cluster.get(mapping).values().stream().allMatch(index -> isCompared(index, field))) {
                    return Found.UNFIT;
                }
            }
            return Found.COMPARED;
        } catch (IOException e) {
            return Found.UNREAD;
        }
    }

    // An index without the field, which is not shown, has no documents that a query could find by it.
    private static boolean isCompared(@Nullable Object index, String field) {
        return index instanceof Map<?, ?> shown
                && shown.get("mappings") instanceof Map<?, ?> mappings
                && mappings.get("properties") instanceof Map<?, ?> fields
                && fields.get(field) instanceof Map<?, ?> type
                && "keyword".equals(type.get("type"))
                && !type.containsKey("normalizer");
    }
}
