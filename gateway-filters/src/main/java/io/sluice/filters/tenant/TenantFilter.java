package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.tenant.answer.CatTable;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.identity.TenantResolver;
import io.sluice.filters.tenant.mapping.MappingWatch;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.tenant.names.Translation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives each tenant a cluster of its own, as it seems: identifies the request's tenant, checks endpoint, parameters and
 * body against allow lists, and translates names in requests and responses. Immutable.
 */
final class TenantFilter implements Filter {

    private static final RequestPlan NOBODY =
            RequestPlan.answer(Reply.error(403, "security_exception", "no tenant was found for the request"));
    private static final RequestPlan SEVERAL =
            Denial.forbidden("the indices belong to several layouts or to none; a request must be for one layout");
    private static final RequestPlan ONE_INDEX =
            Denial.forbidden("in this layout the path must name exactly one index");

    private final TenantResolver resolver;
    private final ByIndex byIndex;
    private final LayoutChoice layouts;
    private final SharedGate gate;
    private final HandleSealer handles;
    private final TargetRewriter targets;
    private final BodyPlans bodies;
    private final ApartPlans apart;
    private final FilterMeters.Counter denied;
    private final PerValue<TenantMeters> meters;

    TenantFilter(TenantConfig config, FilterContext context) {
        TenantName names = new TenantName(config.hyphens());
        this.resolver = new TenantResolver(config.from(), names, config.clientsAreTrusted());
        this.handles =
                new HandleSealer(config.handles().bytes(), config.handles().lifetime(), context.clock());
        this.byIndex = new ByIndex(handles, names);
        this.layouts = new LayoutChoice(Layout.all(config.layouts(), names), handles);
        this.gate = new SharedGate(layouts.all(), context);
        this.targets = new TargetRewriter(handles);
        this.bodies = new BodyPlans(layouts, handles);
        this.apart = new ApartPlans(layouts, handles, gate, targets, bodies);
        this.denied = context.meters().counter("denied_requests", "Requests that tenants may not send");
        this.meters = context.meters().perValue("tenant", config.metrics().tenants(), TenantMeters::new);
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        CompletableFuture<Void> pending = gate.pending();
        RequestPlan plan =
                pending == null ? plan(head, exchange) : new RequestPlan.Later<>(pending, done -> plan(head, exchange));
        return plan.map(this::counted);
    }

    private RequestPlan counted(RequestPlan plan) {
        if (plan instanceof RequestPlan.Answer answer && answer.reply().status() >= 400) {
            denied.increment();
        }
        return plan;
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        String tenant = summary.exchange().get(ExchangeKey.TENANT);
        if (tenant != null) {
            meters.of(tenant).count(summary, summary.exchange().get(Passage.KEY));
        }
    }

    private RequestPlan plan(RequestHead head, Exchange exchange) {
        String ambiguity = head.target().ambiguity();
        if (ambiguity != null) {
            return Denial.invalid(ambiguity);
        }
        return switch (resolver.resolve(head.withTarget(head.target().canonical()), exchange)) {
            case TenantResolver.Finding.Nobody nobody -> NOBODY;
            case TenantResolver.Finding.Identified own -> {
                exchange.put(ExchangeKey.TENANT, own.tenant());
                RequestHead request = RootIndex.inPath(own.head());
                yield routed(request, route -> planned(route, Caller.of(own.tenant()), request, exchange));
            }
            case TenantResolver.Finding.ByIndex named -> {
                RequestHead request = RootIndex.inPath(named.head());
                yield routed(
                        request,
                        route -> route.endpoint().answer().isOfTheServer()
                                ? planned(route, Caller.NOBODY, request, exchange)
                                : byIndex.plan(route, request, named.names(), caller -> {
                                    exchange.put(ExchangeKey.TENANT, caller.tenant());
                                    return checked(() -> planned(route, caller, request, exchange));
                                }));
            }
        };
    }

    private static RequestPlan routed(RequestHead head, Function<Route, RequestPlan> then) {
        Route route = EndpointTable.ALL.find(head.method(), head.target());
        return route == null
                ? Denial.forbidden(
                        "[" + head.method() + " " + head.target().rawPath() + "] is not an endpoint for tenants")
                : checked(() -> then.apply(route));
    }

    private static RequestPlan checked(Supplier<RequestPlan> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException e) {
            return Denial.invalid(String.valueOf(e.getMessage()));
        }
    }

    private RequestPlan planned(Route route, Caller caller, RequestHead head, Exchange exchange) {
        Endpoint endpoint = route.endpoint();
        Layout layout = endpoint.answer().isOfTheServer() || route.isForNoIndex()
                ? layouts.all().getFirst()
                : layouts.ofIndices(caller.indices(route.indices(head.target())));
        RequestPlan parted = route.indices(head.target()) == null
                ? apart.plan(new ApartPlans.Call(endpoint, caller, head, exchange), layout)
                : null;
        if (parted != null) {
            return parted;
        }
        if (layout != null) {
            return planned(route, layout, caller, head, exchange);
        }
        HandleKind kind = endpoint.body().handle();
        return kind == null ? SEVERAL : ofHandle(kind, new Unplaced(route, caller, head), exchange);
    }

    /** A request that names no index, with several layouts configured. */
    private record Unplaced(Route route, Caller caller, RequestHead head) {}

    // Its handle was sealed for one layout.
    private RequestPlan ofHandle(HandleKind kind, Unplaced request, Exchange exchange) {
        String inUrl = request.head().target().parameter("scroll_id");
        if (inUrl != null) {
            return placed(layoutOf(layouts.ofHandle(request.caller().tenant(), kind, inUrl)), request, exchange);
        }
        return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
            Layout layout = layoutOf(layouts.ofHandleIn(request.caller().tenant(), kind, whole));
            boolean search = request.route().endpoint().body() == BodyKind.SEARCH_ANYWHERE;
            if (layout == null && search && !HeldJson.contains(whole, "pit")) {
                return SEVERAL;
            }
            return placed(layout, request, exchange);
        });
    }

    private static @Nullable Layout layoutOf(LayoutChoice.@Nullable Sealed sealed) {
        return sealed == null ? null : sealed.layout();
    }

    private RequestPlan placed(@Nullable Layout layout, Unplaced request, Exchange exchange) {
        if (layout == null) {
            return RequestPlan.answer(RequestReferences.noContext());
        }
        return checked(() -> planned(request.route(), layout, request.caller(), request.head(), exchange));
    }

    private RequestPlan planned(Route route, Layout layout, Caller caller, RequestHead head, Exchange exchange) {
        Endpoint endpoint = route.endpoint();
        String indices = route.indices(head.target());
        if (!endpoint.layouts().contains(layout.kind())) {
            return Denial.forbidden("[" + endpoint.path() + "] is denied in layout "
                    + layout.kind().label());
        }
        RequestPlan refusal = targets.refusal(head.target(), endpoint.parameters(), layout.features());
        if (refusal != null) {
            return refusal;
        }
        if (endpoint.answer() == AnswerKind.OWN_ADDRESS) {
            return OwnAddress.answer(head);
        }
        String closed = endpoint.answer().isOfTheServer() ? null : gate.closed(layout);
        if (closed != null) {
            return RequestPlan.answer(MappingWatch.reply(closed));
        }
        boolean table = endpoint.answer() == AnswerKind.ROWS && CatTable.isWanted(head);
        RequestHead sent = RequestHeads.sent(table ? RequestHeads.forJson(head) : head, caller);
        if (sent == null) {
            return RequestHeads.FOREIGN;
        }
        Member named = caller.in(layout, indices);
        if (endpoint.body() == BodyKind.SEARCH_ANYWHERE && named.lacksIndex()) {
            return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
                Known known = new Known(route, layout, searched(named, whole), caller.names() != null);
                return checked(() -> known(known, sent, exchange));
            });
        }
        Member member = SeveralIndices.of(named, endpoint, head.method(), indices);
        return known(new Known(route, layout, member, caller.names() != null), sent, exchange);
    }

    // A point in time determines the indices; a search without one covers all of them.
    private Member searched(Member named, ByteBuf whole) {
        if (!HeldJson.contains(whole, "pit")) {
            Member all = named.ofSeveral(null);
            return all == null ? named : all;
        }
        LayoutChoice.Sealed sealed = layouts.ofHandleIn(named.tenant(), HandleKind.POINT_IN_TIME, whole);
        return sealed == null ? named : named.sameAs(sealed.member());
    }

    /** A request whose path's indices are resolved; {@code renamed} if clients use other names for them. */
    private record Known(Route route, Layout layout, Member member, boolean renamed) {}

    private RequestPlan known(Known known, RequestHead head, Exchange exchange) {
        Route route = known.route();
        Member member = known.member();
        Endpoint endpoint = route.endpoint();
        String indices = route.indices(head.target());
        boolean all = endpoint.answer().isOfAllInOne() && IndexNames.isEverything(indices);
        if (member.lacksIndex()
                && !all
                && !endpoint.body().mayNameIndices()
                && !route.isForNoIndex()
                && !endpoint.answer().isOfTheServer()) {
            return ONE_INDEX;
        }
        String physical = null;
        if (member.lacksIndex() && all) {
            physical = member.names().all();
        } else if (route.namesOneIndex() || route.namesIndices()) {
            Translation translated = route.namesOneIndex()
                    ? member.names().one(indices == null ? "" : indices)
                    : member.names().expression(indices);
            if (translated instanceof Translation.Refused refused) {
                return Denial.of(refused);
            }
            physical = ((Translation.Physical) translated).name();
        }
        Translation other = other(route, head.target(), member.names());
        if (other instanceof Translation.Refused refused) {
            return Denial.of(refused);
        }
        boolean namesEach = known.renamed() && physical == null;
        Passing passing =
                new Passing(route, known.layout(), member, physical, ((Translation.Physical) other).name(), namesEach);
        return send(passing, mayLack(route, member, head), exchange);
    }

    // The second index, or the aliases, that the path names; an empty name if the path has no place for one.
    private static Translation other(Route route, RequestTarget target, IndexNames names) {
        String other = route.other(target);
        if (route.namesOthers()) {
            return names.expression(other);
        }
        if (other != null) {
            return names.one(other);
        }
        return route.endpoint().answer() == AnswerKind.ROLLED_OVER && !names.ownEnds()
                ? new Translation.Refused(403, "the path must name the new index")
                : new Translation.Physical("");
    }

    // A wildcard request gets the indices that exist, even if the layout names indices that do not exist yet.
    private static RequestHead mayLack(Route route, Member member, RequestHead head) {
        boolean lenient = route.namesIndices()
                && route.endpoint().parameters().use("ignore_unavailable") != null
                && member.names().mayLack(route.indices(head.target()));
        return lenient ? head.withTarget(TargetRewriter.lenient(head.target())) : head;
    }

    /** A request that may be sent; {@code namesEach} if only the index names in its body identify the tenant. */
    private record Passing(
            Route route,
            Layout layout,
            Member member,
            @Nullable String physical,
            String other,
            boolean namesEach) {}

    private RequestPlan send(Passing passing, RequestHead head, Exchange exchange) {
        Route route = passing.route();
        Member member = passing.member();
        Endpoint endpoint = route.endpoint();
        TargetRewriter.Query query =
                targets.query(head.target(), endpoint, member, passing.layout().features());
        if (query.refusal() != null) {
            return query.refusal();
        }
        String id = route.id(head.target());
        boolean draws = member.ids().scoped() && id == null && endpoint.body() == BodyKind.DOCUMENT;
        boolean help = endpoint.answer() == AnswerKind.ROWS && CatTable.isHelp(head.target());
        String path = help
                ? route.literalPath()
                : draws
                        ? Route.newDocument(
                                String.valueOf(passing.physical()), member.ids().physical(DrawnIds.next()))
                        : route.path(
                                head.target(),
                                new Route.Names(
                                        passing.physical(),
                                        id == null ? null : member.ids().physical(id),
                                        passing.other()));
        RequestTarget sentTo = RequestTarget.parse(path).withParameters(query.parameters());
        boolean routed = member.ids().routing() != null && isRoutedByUrl(endpoint);
        RequestTarget target = routed ? TargetRewriter.routed(sentTo, member) : sentTo;
        String indices = passing.physical() == null ? member.names().all() : passing.physical();
        RequestReferences references = new RequestReferences(query.member(), indices, handles);
        Passage passage = new Passage(
                List.of(member),
                List.of(passing.layout()),
                endpoint,
                references,
                RequestHeads.opaqueId(exchange),
                query.signs());
        exchange.put(Passage.KEY, passage);
        if (endpoint.answer() == AnswerKind.DELETED_INDEX
                && passing.layout().features().joinsIndices()) {
            return IndexDeletion.plan(head, indices, passing.layout(), references);
        }
        return bodies.plan(
                new BodyPlans.Request(
                        endpoint.body(),
                        passing.layout(),
                        passing.namesEach(),
                        query.bound() ? query.member() : null,
                        references),
                head.withTarget(target));
    }

    // Bulk lines are routed one by one, and a point in time was routed when it was opened.
    private static boolean isRoutedByUrl(Endpoint endpoint) {
        return endpoint.parameters().use("routing") == Use.ROUTING
                && endpoint.body() != BodyKind.BULK
                && endpoint.body() != BodyKind.SEARCH_ANYWHERE;
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        Passage passage = exchange.get(Passage.KEY);
        if (passage == null) {
            return ResponsePlan.pass();
        }
        ResponseHead restored = AnswerHeads.restored(head, passage);
        boolean rows = passage.endpoint().answer() == AnswerKind.ROWS && head.status() < 300;
        RequestHead asked = exchange.original();
        if (asked.method().equals("HEAD") || rows && CatTable.isHelp(asked.target())) {
            return new ResponsePlan.Head(restored);
        }
        if (rows && CatTable.isWanted(asked)) {
            CatTable table = CatTable.of(asked.target());
            return new ResponsePlan.Aggregate(
                    CatTable.MAX_BYTES, body -> new ResponsePlan.Answer(table.reply(body, passage::text)));
        }
        return new ResponsePlan.Json(restored, passage.answer(head.status(), handles));
    }
}
