package io.sluice.filters.concurrency;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.check.CheckOrigin;
import io.sluice.filters.match.Condition;
import io.sluice.filters.match.PathGuard;
import java.net.InetAddress;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Bounds the requests in flight; those that find no room wait for a while without a thread or a connection to the cluster. */
@FilterType(
        value = "concurrency-limit",
        description = "bounds the requests in flight, by a number or by the cluster's latency")
final class ConcurrencyLimitFilter implements Filter {

    /** How often late requests are looked for; one waits so much longer at most. */
    private static final Duration SWEEP = Duration.ofMillis(50);

    private static final long MILLIS = 1_000;

    /** Requests without a tenant, user or address count as those of one. */
    private static final String NOBODY = "";

    /** Of this instance alone: another one in the flow, or one made by a reload, counts for itself. */
    private final ExchangeKey<Ticket> held = new ExchangeKey<>("concurrency-limit", Ticket.class);

    private final @Nullable Condition when;
    private final PathGuard guard;
    private final Grouping by;
    private final Gate gate;
    private final RequestPlan refusal;
    private final FilterMeters.Counter rejected;
    private final FilterMeters.Counter waited;

    ConcurrencyLimitFilter(ConcurrencyLimitConfig config, FilterContext context) {
        if (config.queue().size() > 0) {
            context.requireInTime("queue.time", config.queue().time());
        }
        this.when = config.when();
        this.guard = new PathGuard(Stream.ofNullable(when));
        this.by = config.by();
        this.gate = new Gate(config, context.steadyClock());
        long seconds = (config.queue().time().toMillis() + MILLIS - 1) / MILLIS;
        this.refusal =
                RequestPlan.answer(Reply.busy("too many requests are in flight at the gateway", Math.max(1, seconds)));
        FilterMeters meters = context.meters();
        this.rejected = meters.counter("concurrency_rejected_requests", "Requests that found no room in time");
        this.waited = meters.counter("concurrency_waited_requests", "Requests that had to wait for room");
        meters.gauge("concurrency_in_flight_requests", "Requests in flight", gate::inFlight);
        meters.gauge("concurrency_waiting_requests", "Requests that wait for room", gate::waiting);
        meters.gauge("concurrency_limit_requests", "Requests that may be in flight now", gate::limit);
        context.every(SWEEP, gate::expire);
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply split = guard.refusal(head, exchange);
        if (split != null) {
            return RequestPlan.answer(split);
        }
        if (when != null && !when.matches(head, exchange)) {
            return RequestPlan.pass();
        }
        Ticket ticket = gate.enter(key(exchange));
        exchange.put(held, ticket);
        if (ticket.outcome != null) {
            waited.increment();
            return new RequestPlan.Later<>(ticket.outcome, admitted -> admitted ? RequestPlan.pass() : rejected());
        }
        return ticket.state == Ticket.State.IN_FLIGHT ? RequestPlan.pass() : rejected();
    }

    private RequestPlan rejected() {
        rejected.increment();
        return refusal;
    }

    private Object key(Exchange exchange) {
        return switch (by) {
            case FLOW -> NOBODY;
            case TENANT -> orNobody(exchange.get(ExchangeKey.TENANT));
            case PRINCIPAL -> {
                Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
                yield principal == null ? NOBODY : new User(principal.realm(), principal.name());
            }
            case ADDRESS -> orNobody(network(exchange.client().getAddress()));
        };
    }

    private record User(String realm, String name) {}

    private static Object orNobody(@Nullable Object key) {
        return key == null ? NOBODY : key;
    }

    private static @Nullable Object network(@Nullable InetAddress address) {
        return address == null ? null : CheckOrigin.of(address, NOBODY).network();
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        Ticket ticket = summary.exchange().get(held);
        if (ticket != null) {
            boolean asked = summary.upstream() != null;
            int status = summary.status();
            boolean refused = asked && (status == 429 || status == 503 || status == 504);
            boolean answered = asked && summary.failure() == null;
            gate.end(ticket, answered ? summary.traffic().latencyNanos() : 0, refused);
        }
    }
}
