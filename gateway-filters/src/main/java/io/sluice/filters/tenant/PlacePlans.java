package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.tenant.answer.CatTable;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.mapping.MappingWatch;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.Translation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans for the requests of tenants who are in one place: finds a request's layout, checks endpoint, parameters and body against the
 * layout's allow lists, and translates names. Immutable.
 */
final class PlacePlans {

    private static final RequestPlan SEVERAL =
            Denial.forbidden("the indices belong to several layouts or to none; a request must be for one layout");
    private static final RequestPlan ONE_INDEX =
            Denial.forbidden("in this layout the path must name exactly one index");
    private static final RequestPlan DEAR_NAMES =
            Denial.invalid(NamePatterns.WHY + ", and all of them " + NamePatterns.MOST_TOGETHER + " together");

    private final LayoutChoice layouts;
    private final SharedGate gate;
    private final HandleSealer handles;
    private final TargetRewriter targets;
    private final BodyPlans bodies;
    private final ApartPlans apart;
    private final IndexDeletion deletion;
    private final ComparedNames compared;
    private final NodeVersion version;

    /** @param clusters that requests may be sent to */
    PlacePlans(
            List<Layout> layouts,
            SharedGate gate,
            HandleSealer handles,
            FilterContext context,
            List<ClusterReader> clusters) {
        this.layouts = new LayoutChoice(layouts, handles);
        this.gate = gate;
        this.handles = handles;
        this.targets = new TargetRewriter(handles);
        this.bodies = new BodyPlans(this.layouts, handles);
        this.deletion = new IndexDeletion(context, clusters);
        this.compared = new ComparedNames(context, clusters);
        this.version = new NodeVersion(context, clusters);
        this.apart = new ApartPlans(this.layouts, handles, gate, targets, bodies);
    }

    /** Whether a handle was sealed here for the tenant. */
    boolean opens(String tenant, HandleKind kind, String handle) {
        return layouts.ofHandle(tenant, kind, handle) != null;
    }

    /** The plan for a call. */
    RequestPlan plan(Call call) {
        String indices = call.indices();
        Layout layout = call.endpoint().answer().isOfTheServer() || call.route().isForNoIndex()
                ? layouts.all().getFirst()
                : layouts.ofIndices(call.caller().indices(indices));
        RequestPlan parted = indices == null ? apart.plan(call, layout) : null;
        if (parted != null) {
            return parted;
        }
        if (layout != null) {
            return inLayout(layout, call);
        }
        HandleKind kind = call.endpoint().body().handle();
        return kind == null ? SEVERAL : ofHandle(kind, call);
    }

    // With several layouts, a request that names no index is for the one that its handle was sealed for.
    private RequestPlan ofHandle(HandleKind kind, Call call) {
        String tenant = call.caller().tenant();
        String inUrl = call.head().target().parameter("scroll_id");
        if (inUrl != null) {
            return opened(layouts.ofHandle(tenant, kind, inUrl), call);
        }
        return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
            LayoutChoice.Sealed sealed = layouts.ofHandleIn(tenant, kind, whole);
            boolean search = call.endpoint().body() == BodyKind.SEARCH_ANYWHERE;
            return sealed == null && search && !HeldJson.contains(whole, "pit") ? SEVERAL : opened(sealed, call);
        });
    }

    private RequestPlan opened(LayoutChoice.@Nullable Sealed sealed, Call call) {
        return sealed == null
                ? RequestPlan.answer(RequestReferences.noContext())
                : Denial.checked(() -> inLayout(sealed.layout(), call));
    }

    private RequestPlan inLayout(Layout layout, Call call) {
        Endpoint endpoint = call.endpoint();
        RequestHead head = call.head();
        String indices = call.indices();
        if (!endpoint.layouts().contains(layout.kind())) {
            return Denial.forbidden("[" + endpoint.path() + "] is denied in layout "
                    + layout.kind().label());
        }
        RequestPlan refusal = targets.refusal(head.target(), endpoint.parameters(), layout.features());
        if (refusal != null) {
            return refusal;
        }
        if (endpoint.answer() == AnswerKind.OWN_ADDRESS) {
            return version.known(
                    number -> OwnAddress.answer(head, call.exchange().secure(), number));
        }
        String closed = endpoint.answer().isOfTheServer() ? null : gate.closed(layout);
        if (closed != null) {
            return RequestPlan.answer(MappingWatch.reply(closed));
        }
        boolean rows = endpoint.answer() == AnswerKind.ROWS;
        boolean table = rows && CatTable.isWanted(head);
        if (table) {
            call.exchange().put(Tables.WANTED, true);
        }
        RequestHead sent = RequestHeads.sent(
                table || rows && "json".equals(head.target().parameter("format")) ? RequestHeads.forJson(head) : head,
                call);
        if (sent == null) {
            return RequestHeads.FOREIGN;
        }
        Member named = call.caller().in(layout, indices);
        if (endpoint.body() == BodyKind.SEARCH_ANYWHERE && named.lacksIndex()) {
            return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
                Member searched = searched(named, whole);
                return Denial.checked(() -> named(call, layout, searched, sent));
            });
        }
        return named(call, layout, SeveralIndices.of(named, endpoint, head.method(), indices), sent);
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

    // The indices of the path are resolved; the head is the one to send, but for its target.
    private RequestPlan named(Call call, Layout layout, Member member, RequestHead head) {
        Route route = call.route();
        Endpoint endpoint = call.endpoint();
        if (NamePatterns.areDearIn(head.target().segments())) {
            return DEAR_NAMES;
        }
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
        boolean named = route.namesIndices() || endpoint.body() == BodyKind.SEARCH_ANYWHERE;
        if (named && WildcardStates.areFewer(head) && member.names().sendsPlain(indices)) {
            return Denial.forbidden(WildcardStates.WHY);
        }
        Translation other = other(route, head.target(), member.names());
        if (other instanceof Translation.Refused refused) {
            return Denial.of(refused);
        }
        Passing passing = new Passing(call, layout, member, physical, ((Translation.Physical) other).name());
        return send(passing, mayLack(route, member, head));
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

    /** A request that may be sent; {@code other} is the second index, or the aliases, that its path names. */
    private record Passing(
            Call call,
            Layout layout,
            Member member,
            @Nullable String physical,
            String other) {
        /** Whether only the index names in its body identify the tenant. */
        boolean namesEach() {
            return call.caller().names() != null && physical == null;
        }
    }

    private RequestPlan send(Passing passing, RequestHead head) {
        Route route = passing.call().route();
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
        RequestTarget sentTo = RequestTarget.parse(path)
                .withParameters(draws ? withoutIndexing(query.parameters()) : query.parameters());
        boolean routed = member.ids().routing() != null && isRoutedByUrl(endpoint);
        RequestTarget target = routed ? TargetRewriter.routed(sentTo, member) : sentTo;
        String indices = passing.physical() == null ? member.names().all() : passing.physical();
        RequestReferences references = new RequestReferences(query.member(), indices, handles);
        passing.call().pass(List.of(member), List.of(passing.layout()), references, query.signs());
        BodyPlans.Request request = new BodyPlans.Request(
                endpoint.body(),
                passing.layout(),
                passing.namesEach(),
                endpoint.body() == BodyKind.MSEARCH && member.names().sendsPlain(route.indices(head.target())),
                query.bound() ? query.member() : null,
                references);
        RequestHead sent = head.withTarget(target);
        if (!passing.layout().features().joinsIndices()) {
            return bodies.plan(request, sent);
        }
        String field = member.fields().indexField();
        return switch (endpoint.answer()) {
            case DELETED_INDEX ->
                passing.layout().deletes()
                        ? compared.first(indices, field, () -> deletion.plan(head, indices, references))
                        : IndexDeletion.REFUSED;
            case BY_QUERY -> compared.first(indices, field, () -> bodies.plan(request, sent));
            default -> bodies.plan(request, sent);
        };
    }

    // A document with a drawn id is created, since nobody has that id; servers take no other op_type there.
    private static List<RequestTarget.Parameter> withoutIndexing(List<RequestTarget.Parameter> parameters) {
        return parameters.stream()
                .filter(parameter -> !parameter.equals(new RequestTarget.Parameter("op_type", "index")))
                .toList();
    }

    // Bulk lines are routed one by one, and a point in time was routed when it was opened.
    private static boolean isRoutedByUrl(Endpoint endpoint) {
        return endpoint.parameters().use("routing") == Use.ROUTING
                && endpoint.body() != BodyKind.BULK
                && endpoint.body() != BodyKind.SEARCH_ANYWHERE;
    }
}
