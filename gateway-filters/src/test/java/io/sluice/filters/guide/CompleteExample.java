package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Counts the bytes that writers send, and only of requests that succeeded. */
final class CompleteExample implements Filter {

    private static final ExchangeKey<Boolean> WRITES = new ExchangeKey<>("writes", Boolean.class);

    private final FilterMeters.Counter written;

    CompleteExample(FilterContext context) {
        this.written = context.meters().counter("written_bytes", "Bytes of successful writes");
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (head.method().equals("PUT") || head.method().equals("POST")) {
            exchange.put(WRITES, true);
        }
        return RequestPlan.pass();
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        if (summary.exchange().get(WRITES) != null && summary.status() < 300) {
            written.add(summary.traffic().requestBytes());
        }
    }
}
