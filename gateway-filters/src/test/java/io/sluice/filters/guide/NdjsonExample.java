package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.List;

/** Gives the searches of an _msearch the same time limit; they stand on every second line. */
final class NdjsonExample implements Filter {

    private static final List<PathPattern> MSEARCH =
            List.of(PathPattern.parse("/_msearch"), PathPattern.parse("/{index}/_msearch"));

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (MSEARCH.stream().noneMatch(path -> path.matches(head.target()))) {
            return RequestPlan.pass();
        }
        return new RequestPlan.Ndjson(head, line -> line % 2 == 1 ? new JsonExample.Timeout() : null);
    }
}
