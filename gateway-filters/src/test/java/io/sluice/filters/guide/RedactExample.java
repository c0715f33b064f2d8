package io.sluice.filters.guide;

import static io.sluice.api.RequestPlan.pass;
import static io.sluice.api.RequestPlan.refuse;

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
            String field) {
        Config {
            if (!field.startsWith("/")) {
                throw new IllegalArgumentException("field must be a JSON pointer such as /card, is " + field);
            }
        }
    }

    private static final String[] SEARCHES = {"/_search", "/{index}/_search", "/{index}/{type}/_search"};

    private final JsonRules rules;

    RedactExample(Config config) {
        rules = JsonRules.of(new JsonRule.Replace("/hits/hits/*/_source" + config.field(), Json.string("hidden")));
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.is(SEARCHES)) {
            return pass();
        }
        String format = head.target().parameter("format");
        return format == null || format.equals("json")
                ? new RequestPlan.Head(head.withHeader("Accept", "application/json"))
                : refuse(400, "searches are answered in JSON");
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        boolean found = head.status() == 200 && head.origin() == ResponseHead.Origin.UPSTREAM;
        return found && exchange.original().is(SEARCHES) ? rules.plan(head) : ResponsePlan.pass();
    }
}
