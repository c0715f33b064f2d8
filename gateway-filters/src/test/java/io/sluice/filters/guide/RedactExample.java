package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.JsonRule;
import io.sluice.api.JsonRules;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;

/** Hides card numbers in the documents that searches find. */
@FilterType("redact-cards")
record RedactExample() implements Filter {
    private static final JsonRules RULES =
            JsonRules.of(new JsonRule.Replace("/hits/hits/*/_source/card", Json.string("hidden")));

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return new RequestPlan.Head(head.withHeader("Accept", "application/json"));
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        boolean search = head.status() == 200
                && head.origin() == ResponseHead.Origin.UPSTREAM
                && exchange.original().is("/_search", "/{index}/_search");
        return search ? RULES.plan(head) : ResponsePlan.pass();
    }
}
