package io.sluice.server;

import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.RefusedRequest;
import io.sluice.chain.NamedFilter;
import io.sluice.exchange.NettyHeaders;
import io.sluice.exchange.UseCount;
import io.sluice.metrics.ListenerMeters;
import io.sluice.metrics.NotedRequest;
import io.sluice.metrics.NotedRequests;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of requests that a listener refuses before they have a flow: counts and notes them, and tells the filters of the flow that
 * takes what no other route does. On the event loop of the request's connection.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private final ListenerMeters meters;
    private final NotedRequests noted;

    Refusals(ListenerMeters meters, NotedRequests noted) {
        this.meters = meters;
        this.noted = noted;
    }

    /** @param terms those of the request, or the listener's current ones */
    void tell(Refused refused, ListenerTerms terms) {
        meters.refused(refused.failure().kind());
        if (noted.wants(refused.failure().kind(), 0)) {
            noted.add(NotedRequest.atTheDoor(
                    refused.id().toString(), refused.origin().listener(), refused.failure()));
        }
        List<NamedFilter> filters = terms.router().last().filters();
        UseCount uses = terms.servicesOn(refused.loop()).uses();
        // Where the generation has ended its filters are closed.
        if (!filters.isEmpty() && uses.enter()) {
            try {
                tellFilters(filters, seenByFilters(refused));
            } finally {
                uses.leave();
            }
        }
    }

    private static void tellFilters(List<NamedFilter> filters, RefusedRequest request) {
        for (NamedFilter filter : filters) {
            try {
                filter.filter().onRefused(request);
            } catch (Throwable e) {
                LOG.atError()
                        .addKeyValue("filter", filter.name())
                        .addKeyValue("request", request.id())
                        .setCause(e)
                        .log("a filter failed in onRefused");
            }
        }
    }

    private static RefusedRequest seenByFilters(Refused refused) {
        return new RefusedRequest(
                refused.id().toString(),
                Instant.now(),
                refused.origin().listener(),
                refused.origin().client(),
                headOf(refused.request()),
                refused.failure().status(),
                refused.failure().kind().tag());
    }

    private static RefusedRequest.@Nullable Head headOf(@Nullable HttpRequest request) {
        return request == null
                ? null
                : new RefusedRequest.Head(request.method().name(), request.uri(), new NettyHeaders(request.headers()));
    }
}
