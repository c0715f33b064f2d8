package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.JsonVisitor;
import io.sluice.api.PerValue;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.api.TenantPlaces;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.answer.CatTable;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.identity.TenantResolver;
import io.sluice.filters.tenant.move.ChangeMark;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.tenant.placement.Decision;
import io.sluice.filters.tenant.placement.Placement;
import io.sluice.filters.tenant.placement.PlacementOrders;
import io.sluice.filters.tenant.placement.PlacementTable;
import io.sluice.filters.tenant.placement.UnreadPlacements;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each tenant a cluster of its own, as it seems: identifies the request's tenant, checks endpoint, parameters and
 * body against allow lists, and translates names in requests and responses. Immutable.
 */
final class TenantFilter implements Filter, TenantPlaces {

    private static final RequestPlan NOBODY =
            RequestPlan.answer(Reply.error(403, "security_exception", "no tenant was found for the request"));

    private static final ResponsePlan LATE = new ResponsePlan.Answer(Reply.error(
            504,
            "sluice_outcome_unknown",
            "the gateway lost sight of the table of places meanwhile; what the request changed may be kept or not"));

    /** What the paths of the client begin with to name the tenant. */
    private static final ExchangeKey<String> PREFIX = new ExchangeKey<>("tenant prefix", String.class);

    private final Tables tables;
    private final TenantName names;
    private final TenantResolver resolver;
    private final ByIndex byIndex;
    private final SharedGate gate;
    private final HandleSealer handles;
    private final PlaceChoice places;
    private final FilterMeters.Counter denied;
    private final PerValue<TenantMeters> meters;

    TenantFilter(TenantConfig config, FilterContext context) throws IOException {
        this.names = new TenantName(config.hyphens());
        this.resolver = new TenantResolver(config.from(), names, config.clientsAreTrusted());
        this.handles =
                new HandleSealer(config.handles().bytes(), config.handles().lifetime(), context.clock());
        this.byIndex = new ByIndex(handles, names);
        PlaceChoice.Surroundings around = new PlaceChoice.Surroundings(names, handles, context);
        this.places = PlaceChoice.of(config, around);
        this.gate = places.gate();
        this.tables = new Tables(context.blockingExecutor());
        this.denied = context.meters().counter("denied_requests", "Requests that the filter denied");
        this.meters = context.meters().perValue("tenant", config.metrics().tenants(), TenantMeters::new);
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        CompletableFuture<Void> pending = pending();
        RequestPlan plan = pending == null
                ? identified(head, exchange)
                : new RequestPlan.Later<>(pending, done -> identified(head, exchange));
        return plan.map(this::counted);
    }

    private @Nullable CompletableFuture<Void> pending() {
        CompletableFuture<Void> mappings = gate.pending();
        CompletableFuture<Void> table = places.pending();
        return mappings == null || table == null
                ? mappings == null ? table : mappings
                : CompletableFuture.allOf(mappings, table);
    }

    private RequestPlan counted(RequestPlan plan) {
        if (plan instanceof RequestPlan.Answer answer && answer.reply().status() >= 400) {
            denied.increment();
        }
        return plan;
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        ended(summary);
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        if (tenant != null) {
            meters.of(tenant).count(summary, summary.exchange().get(TenantRequest.KEY));
        }
    }

    private void ended(ExchangeSummary summary) {
        Exchange exchange = summary.exchange();
        Tables.ended(exchange);
        Decision decision = exchange.get(PlaceChoice.DECISION);
        if (decision != null) {
            Change change = Change.of(decision, exchange.get(MovingWrite.KEY), exchange.get(PlaceChoice.UNSURE));
            places.unanswered().ended(summary, change);
        }
    }

    private RequestPlan identified(RequestHead head, Exchange exchange) {
        String ambiguity = head.target().ambiguity();
        if (ambiguity != null) {
            return Denial.invalid(ambiguity);
        }
        return switch (resolver.resolve(head.withTarget(head.target().canonical()), exchange)) {
            case TenantResolver.Finding.Nobody nobody -> NOBODY;
            case TenantResolver.Finding.Identified own -> {
                exchange.put(ExchangeKey.TENANT, own.tenant());
                notePrefix(head, own.head(), exchange);
                RequestHead request = asListed(own.head());
                yield routed(
                        request, route -> places.plan(new Call(route, Caller.of(own.tenant()), request, exchange)));
            }
            case TenantResolver.Finding.ByIndex named -> {
                RequestHead request = asListed(named.head());
                yield routed(
                        request,
                        route -> route.endpoint().answer().isOfTheServer()
                                ? places.plan(new Call(route, Caller.NOBODY, request, exchange))
                                : byIndex.plan(route, request, named.names(), caller -> {
                                    exchange.put(ExchangeKey.TENANT, caller.tenant());
                                    return Denial.checked(
                                            () -> places.plan(new Call(route, caller, request, exchange)));
                                }));
            }
        };
    }

    private static void notePrefix(RequestHead asked, RequestHead without, Exchange exchange) {
        String path = asked.target().canonical().rawPath();
        String rest = without.target().rawPath();
        if (path.length() > rest.length() && path.endsWith(rest)) {
            exchange.put(PREFIX, path.substring(0, path.length() - rest.length()));
        }
    }

    /** The request in the form in which the table lists its endpoint. */
    private static RequestHead asListed(RequestHead head) {
        return RootIndex.inPath(ScrollPath.inQuery(head));
    }

    private static RequestPlan routed(RequestHead head, Function<Route, RequestPlan> then) {
        Route route = EndpointTable.ALL.find(head.method(), head.target());
        return route == null
                ? Denial.forbidden(
                        "[" + head.method() + " " + head.target().rawPath() + "] is not an endpoint for tenants")
                : Denial.checked(() -> then.apply(route));
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        TenantRequest request = exchange.get(TenantRequest.KEY);
        if (request == null) {
            return ResponsePlan.pass();
        }
        MovingWrite write = exchange.get(MovingWrite.KEY);
        return write == null || !UnansweredChanges.tellsTheEnd(head)
                ? inTime(request, head, exchange)
                : new ResponsePlan.Later<>(write.awaited(), awaited -> inTime(request, head, exchange));
    }

    private ResponsePlan inTime(TenantRequest request, ResponseHead head, Exchange exchange) {
        Decision decision = exchange.get(PlaceChoice.DECISION);
        return decision == null || decision.isStillValid() ? shown(request, head, exchange) : LATE;
    }

    private ResponsePlan shown(TenantRequest request, ResponseHead head, Exchange exchange) {
        String prefix = exchange.get(PREFIX);
        ResponseHead restored = AnswerHeads.restored(head, request, prefix == null ? "" : prefix);
        boolean rows = request.endpoint().answer() == AnswerKind.ROWS && head.status() < 300;
        RequestHead asked = exchange.original();
        if (asked.method().equals("HEAD") || rows && CatTable.isHelp(asked.target())) {
            return new ResponsePlan.Head(restored);
        }
        if (rows && exchange.get(Tables.WANTED) != null) {
            return tables.plan(request, exchange);
        }
        PrimaryTerms terms = exchange.get(PrimaryTerms.KEY);
        JsonVisitor answer = noting(request, request.answer(head.status(), handles), exchange);
        return new ResponsePlan.Json(
                restored,
                terms == null ? answer : terms.shown(answer, request.endpoint().answer()));
    }

    private static JsonVisitor noting(TenantRequest request, JsonVisitor answer, Exchange exchange) {
        if (request.endpoint().answer() != AnswerKind.BULK || exchange.get(ChangeMark.KEY) == null) {
            return answer;
        }
        boolean partly = exchange.original().target().parameter("filter_path") != null;
        ItemStatuses statuses = new ItemStatuses(answer, partly);
        exchange.put(ItemStatuses.KEY, statuses);
        return statuses;
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        return places.table() instanceof UnreadPlacements
                ? "the table of places is not read here, so the tenant may be in another place"
                : "";
    }

    private PlacementOrders orders() {
        PlacementTable table = places.table();
        PlacementOrders orders = table == null ? null : table.orders();
        if (orders == null) {
            throw new IllegalStateException("this filter has no table of places that can be changed here");
        }
        return orders;
    }

    @Override
    public @Nullable String table() {
        PlacementTable table = places.table();
        return table == null || table.orders() == null ? null : table.name();
    }

    @Override
    public Map<String, @Nullable Object> report() throws IOException {
        return orders().report();
    }

    @Override
    public void close(String tenant) throws IOException {
        orders().put(valid(tenant), null, Placement.State.CLOSED);
    }

    @Override
    public void open(String tenant, @Nullable String place) throws IOException {
        orders().put(valid(tenant), place, Placement.State.OPEN);
    }

    private String valid(String tenant) {
        if (!names.isValid(tenant)) {
            throw new IllegalArgumentException("no tenant has the name " + tenant);
        }
        return tenant;
    }

    @Override
    public void move(String tenant, String to) throws IOException {
        orders().move(valid(tenant), to);
    }

    @Override
    public void back(String tenant) throws IOException {
        orders().back(valid(tenant));
    }

    @Override
    public void finish(String tenant) throws IOException {
        orders().finish(valid(tenant));
    }

    @Override
    public void close() {
        places.close();
    }
}
