package io.sluice.filters.access;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterMeters;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.match.PathGuard;

/** Lets the first rule that matches decide. A denied request gets the same answer whatever it was. Immutable. */
final class AccessFilter implements Filter {

    private static final RequestPlan DENIED =
            RequestPlan.answer(Reply.error(403, "security_exception", "access denied by the gateway"));

    private final AccessConfig config;
    private final PathGuard guard;
    private final FilterMeters.Counter denied;

    AccessFilter(AccessConfig config, FilterMeters meters) {
        this.config = config;
        this.guard = new PathGuard(config.rules().stream().map(AccessRule::when));
        this.denied = meters.counter("denied_requests", "Requests that the access rules denied");
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head);
        if (refusal != null) {
            denied.increment();
            return RequestPlan.answer(refusal);
        }
        if (isAllowed(head, exchange)) {
            return RequestPlan.pass();
        }
        denied.increment();
        return DENIED;
    }

    private boolean isAllowed(RequestHead head, Exchange exchange) {
        for (AccessRule rule : config.rules()) {
            if (rule.when().matches(head, exchange)) {
                return rule instanceof AccessRule.Allow;
            }
        }
        return config.otherwise() == Decision.ALLOW;
    }
}
