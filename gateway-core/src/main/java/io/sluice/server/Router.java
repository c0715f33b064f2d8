package io.sluice.server;

import io.sluice.api.RequestHead;
import io.sluice.config.RouteConfig;
import io.sluice.exchange.Flow;
import java.util.List;

/** Chooses the flow of a request: the first route that matches. Immutable. */
final class Router {
    private final List<Route> routes;
    private final Flow last;

    /** A route and the flow it leads to. */
    record Route(RouteConfig config, Flow flow) {}

    Router(List<Route> routes) {
        this.routes = List.copyOf(routes.subList(0, routes.size() - 1));
        this.last = routes.getLast().flow();
    }

    /** The flow that takes what no other route does. */
    Flow last() {
        return last;
    }

    Flow flowOf(RequestHead head) {
        for (Route route : routes) {
            if (route.config().match() == null || route.config().match().matches(head)) {
                return route.flow();
            }
        }
        return last;
    }
}
