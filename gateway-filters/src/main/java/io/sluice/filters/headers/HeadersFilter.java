package io.sluice.filters.headers;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;

/** Changes headers of requests and responses; never looks at a body. Immutable. */
@FilterType(value = "headers", description = "sets, adds and removes headers of requests and responses")
final class HeadersFilter implements Filter {

    private final HeadersConfig config;

    HeadersFilter(HeadersConfig config) {
        this.config = config;
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        HeaderChanges changes = config.request();
        return changes.isEmpty()
                ? RequestPlan.pass()
                : new RequestPlan.Head(head.withHeaders(changes.applyTo(head.headers())));
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        HeaderChanges changes = config.response();
        return changes.isEmpty()
                ? ResponsePlan.pass()
                : new ResponsePlan.Head(head.withHeaders(changes.applyTo(head.headers())));
    }
}
