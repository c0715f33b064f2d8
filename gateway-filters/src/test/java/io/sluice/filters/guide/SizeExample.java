package io.sluice.filters.guide;

import static io.sluice.api.JsonEdit.keep;
import static io.sluice.api.RequestPlan.pass;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Refuses aggregations with too many buckets. */
@FilterType("bucket-limit")
record SizeExample(
        @Key(value = "the most buckets of one aggregation", def = "1000")
        int most) implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return head.is("/_search", "/{index}/_search", "/{index}/{type}/_search")
                ? Json.at(head, "/aggs/*/terms/size", size -> size.asLong() > most ? tooMany() : keep())
                : pass();
    }

    private JsonEdit tooMany() {
        return JsonEdit.refuse(400, "an aggregation may have " + most + " buckets at most");
    }
}
