package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import io.sluice.filters.tenant.answer.DocumentSigns;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.member.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request whose tenant and endpoint are known, but not its layout.
 *
 * @param route of the endpoint
 * @param caller that sent it
 * @param head as the client sent it
 * @param exchange of the request
 */
record Call(Route route, Caller caller, RequestHead head, Exchange exchange) {

    /** The same with another head. */
    Call withHead(RequestHead other) {
        return new Call(route, caller, other, exchange);
    }

    Endpoint endpoint() {
        return route.endpoint();
    }

    /** The indices in the path; null if it names none. */
    @Nullable String indices() {
        return route.indices(head.target());
    }

    /** Keeps what is needed to restore the response; see {@link TenantRequest} for the parameters. */
    void pass(List<Member> members, List<Layout> shown, RequestReferences references, @Nullable DocumentSigns signs) {
        exchange.put(
                TenantRequest.KEY,
                new TenantRequest(members, shown, endpoint(), references, RequestHeads.opaqueId(exchange), signs));
    }
}
