package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Key;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Tells the cluster who asks, in a header that the client cannot forge. */
@FilterType("stamp-user")
record StampExample(
        @Key(value = "the header", def = "X-Opaque-Id") String header) implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Principal caller = exchange.get(ExchangeKey.PRINCIPAL);
        return new RequestPlan.Head(
                caller == null
                        ? head.withoutHeader(header)
                        : head.withHeader(header, caller.realm() + "/" + caller.name()));
    }
}
