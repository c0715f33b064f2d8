package io.sluice.api.check;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** What becomes of a request whose {@code Authorization} was checked and found right. Stateless. */
public final class AcceptedClient {

    private AcceptedClient() {}

    /**
     * Notes who the client is, and lets the request pass.
     *
     * @param head of the request
     * @param forwards whether the header goes on to the cluster
     */
    public static RequestPlan plan(Principal principal, RequestHead head, Exchange exchange, boolean forwards) {
        exchange.put(ExchangeKey.PRINCIPAL, principal);
        return forwards ? RequestPlan.pass() : new RequestPlan.Head(head.withoutHeader("Authorization"));
    }
}
