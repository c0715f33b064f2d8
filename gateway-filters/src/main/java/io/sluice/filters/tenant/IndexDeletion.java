package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.query.RequestReferences;
import java.util.List;

/** Deletes an index that lies in one with the tenant's others, which is to say its documents; what is mapped stays mapped. */
final class IndexDeletion {

    private static final RequestPlan REFUSED = Denial.forbidden(
            "an index that lies in one with others is not deleted here; _delete_by_query deletes its documents");

    /** A body whose only member is the query for all documents of the index. */
    private static final ObjectRule ALL = new ObjectRule().requires(ObjectRule.Required.QUERY);

    private IndexDeletion() {}

    /** True iff it is what a request is for. */
    static boolean isAsked(Endpoint endpoint, Layout layout) {
        return layout.features().nested()
                && endpoint.methods().equals(List.of("DELETE"))
                && endpoint.path().equals("/{indices}");
    }

    /**
     * The plan of a deletion.
     *
     * @param physical the cluster's index
     * @param passage of the request
     */
    static RequestPlan plan(RequestHead head, String physical, Passage passage, Exchange exchange) {
        if (!passage.layout().deletes()) {
            return REFUSED;
        }
        Endpoint asked = passage.endpoint();
        Endpoint deletion = new Endpoint(
                asked.methods(),
                asked.path(),
                asked.parameters(),
                asked.body(),
                AnswerKind.DELETED_DOCUMENTS,
                asked.layouts());
        RequestReferences references = passage.references();
        exchange.put(
                Passage.KEY,
                new Passage(passage.members(), passage.layout(), deletion, references, passage.opaqueId()));
        RequestHead sent = head.withMethod("POST")
                .withTarget(RequestTarget.parse("/" + physical + "/_delete_by_query?refresh=true"));
        return new RequestPlan.Json(sent, new GrammarVisitor(ALL, references));
    }
}
