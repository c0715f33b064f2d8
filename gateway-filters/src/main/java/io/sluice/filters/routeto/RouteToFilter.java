package io.sluice.filters.routeto;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.match.PathGuard;

/** Sets the target cluster by the first matching rule. Immutable. */
@FilterType(value = "route-to", description = "chooses the cluster that a request goes to")
final class RouteToFilter implements Filter {

    private final RouteToConfig config;
    private final PathGuard guard;

    RouteToFilter(RouteToConfig config) {
        this.config = config;
        this.guard = new PathGuard(config.rules().stream().map(RouteRule::when));
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head, exchange);
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        for (RouteRule rule : config.rules()) {
            if (rule.when().matches(head, exchange)) {
                exchange.target(rule.cluster().value());
                break;
            }
        }
        return RequestPlan.pass();
    }
}
