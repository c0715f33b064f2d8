package io.sluice.filters.access;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.match.PathGuard;
import java.util.Locale;

/** The first matching rule decides. Every denied request gets the same reply. Immutable. */
@FilterType(value = "access", description = "allows or denies requests by method, path, header, client address or user")
final class AccessFilter implements Filter {

    private static final RequestPlan DENIED =
            RequestPlan.answer(Reply.error(403, "security_exception", "access denied by the gateway"));

    private final AccessConfig config;
    private final PathGuard guard;
    private final FilterMeters.Counter denied;

    AccessFilter(AccessConfig config, FilterContext context) {
        this.config = config;
        this.guard = new PathGuard(config.rules().stream().map(AccessRule::when));
        this.denied = context.meters().counter("denied_requests", "Requests that the filter denied");
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head, exchange);
        if (refusal != null) {
            denied.increment();
            return RequestPlan.answer(refusal);
        }
        int rule = decisive(head, exchange);
        boolean allowed =
                rule < 0 ? config.otherwise() == Decision.ALLOW : config.rules().get(rule) instanceof AccessRule.Allow;
        if (allowed) {
            return RequestPlan.pass();
        }
        denied.increment();
        return DENIED;
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        if (guard.refusal(head, exchange) != null) {
            return "the path can be read in two ways, so no rule is asked";
        }
        int rule = decisive(head, exchange);
        if (rule < 0) {
            return "no rule matches, and otherwise is "
                    + config.otherwise().name().toLowerCase(Locale.ROOT);
        }
        String verb = config.rules().get(rule) instanceof AccessRule.Allow ? "allow" : "deny";
        return "rules[" + rule + "] decides, which is the first that matches: " + verb;
    }

    // The position of the rule that decides, or -1 if none matches.
    private int decisive(RequestHead head, Exchange exchange) {
        for (int i = 0; i < config.rules().size(); i++) {
            if (config.rules().get(i).when().matches(head, exchange)) {
                return i;
            }
        }
        return -1;
    }
}
