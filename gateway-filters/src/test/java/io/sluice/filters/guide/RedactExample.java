package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.JsonRule;
import io.sluice.api.JsonRules;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;

/** Hides a field of the documents that searches find. */
@FilterType("redact")
final class RedactExample implements Filter {
    record Config(
            @Key(value = "the field, as a JSON pointer into the document", def = "/card")
            String field) {}

    private final JsonRules rules;

    RedactExample(Config config) {
        rules = JsonRules.of(new JsonRule.Replace("/hits/hits/*/_source" + config.field(), Json.string("hidden")));
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return new RequestPlan.Head(head.withHeader("Accept", "application/json"));
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        boolean search = head.status() == 200
                && head.origin() == ResponseHead.Origin.UPSTREAM
                && exchange.original().is("/_search", "/{index}/_search");
        return search ? rules.plan(head) : ResponsePlan.pass();
    }
}
