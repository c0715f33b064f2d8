package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Tells the cluster through which flow a request came, except for health checks. */
final class HeadExample implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (head.method().equals("HEAD")) {
            return RequestPlan.pass();
        }
        return new RequestPlan.Head(head.withHeader("X-Flow", exchange.flow()));
    }
}
