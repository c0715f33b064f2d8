package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;

/**
 * What a request that changes something is called in the cluster: a cluster keeps the {@code X-Opaque-Id} of a request with each task that it
 * begins for it, so that it can be asked whether it is through with it.
 *
 * @param text unique among all gateways, with one slash: the beginning of that header up to its second one
 */
record ChangeMark(String text) {

    static final ExchangeKey<ChangeMark> KEY = new ExchangeKey<>("change mark", ChangeMark.class);

    /** The mark of a tenant's request. */
    static ChangeMark of(String tenant, Exchange exchange) {
        return new ChangeMark(tenant + "/~" + exchange.id());
    }
}
