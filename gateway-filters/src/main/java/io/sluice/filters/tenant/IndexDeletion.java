package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.grammar.ObjectRule;

/** Deletes the documents of an index that shares a physical index with the tenant's others. Its mapping stays. */
final class IndexDeletion {

    private static final RequestPlan REFUSED = Denial.forbidden(
            "an index that shares a physical index with others cannot be deleted; _delete_by_query deletes its documents");

    /** A body whose only member is the query for all documents of the index. */
    private static final ObjectRule ALL = new ObjectRule().requires(ObjectRule.Required.QUERY);

    private IndexDeletion() {}

    /**
     * The plan for a deletion.
     *
     * @param physical the index's name in the cluster
     */
    static RequestPlan plan(RequestHead head, String physical, Layout layout, RequestReferences references) {
        if (!layout.deletes()) {
            return REFUSED;
        }
        RequestHead sent = head.withMethod("POST")
                .withTarget(RequestTarget.parse("/" + physical + "/_delete_by_query?refresh=true"));
        return new RequestPlan.Json(sent, new GrammarVisitor(ALL, references));
    }
}
