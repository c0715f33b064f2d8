package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkVisitor;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.Translation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans for request bodies once endpoint and layout are known. Immutable. */
final class BodyPlans {

    /** Maximum size in bytes of a body that is held until its owner is known. */
    static final int MAX_COLLECTED = 1 << 20;

    private final LayoutChoice layouts;
    private final HandleSealer handles;

    BodyPlans(LayoutChoice layouts, HandleSealer handles) {
        this.layouts = layouts;
        this.handles = handles;
    }

    /**
     * A request.
     *
     * @param body kind of the body
     * @param layout of the request's indices
     * @param namesEach whether only the index names in the body identify the tenant
     * @param sendsPlain whether the URL's indices are sent as plain names where they are wildcards
     * @param only member that all parts must be for, if the URL is valid for one index only; null if any index will do
     * @param references of the body
     */
    record Request(
            BodyKind body,
            Layout layout,
            boolean namesEach,
            boolean sendsPlain,
            @Nullable Member only,
            RequestReferences references) {}

    /** The plan for a request with its rewritten head. */
    RequestPlan plan(Request request, RequestHead head) {
        Layout layout = request.layout();
        RequestReferences references = request.references();
        if (request.body().isParsedStrictly()) {
            references.withUnknownNames(request.body().isReadOnInside());
        }
        String many = references.problemOfUrl(
                head.target().parameter("size"), head.target().parameter("explain"));
        if (many != null) {
            return Denial.forbidden("URL parameters [size] and [explain] are denied to tenants together: " + many);
        }
        Rule rule = layout.bodies().of(request.body());
        return switch (request.body()) {
            case BULK -> {
                BulkVisitor items = bulk(layout, references.member(), references, head.target());
                Member only = request.only();
                if (only != null) {
                    yield new RequestPlan.Bulk(head, OneIndexBulk.of(items, only));
                }
                yield inOrder(head, items, List.of(layout), references.member());
            }
            case MSEARCH ->
                request.namesEach() || !SortedSearches.mayBeHeld(head)
                        ? searches(
                                request,
                                head,
                                PointsInTime.NONE,
                                layout.sorted().isNeeded())
                        : new RequestPlan.Aggregate(MAX_COLLECTED, whole -> heldSearches(request, head, whole));
            case SEARCH -> {
                JsonVisitor search = new GrammarVisitor(rule, references);
                yield layout.sorted().plan(head, sent -> new RequestPlan.Json(sent, search));
            }
            case SEARCH_ANYWHERE ->
                new RequestPlan.Aggregate(MAX_COLLECTED, whole -> anywhere(whole, layout, head, references));
            case DOCUMENT -> {
                JsonVisitor source = source(layout, references);
                yield source == null ? new RequestPlan.Head(head) : new RequestPlan.Json(head, source);
            }
            case MGET -> {
                RequestPlan documents = new RequestPlan.Json(head, new GrammarVisitor(rule, references));
                yield head.target().segments().size() > 1
                        ? documents
                        : new RequestPlan.Aggregate(MAX_COLLECTED, whole -> {
                            RequestPlan lacking = WantedDocuments.lacking(whole);
                            return lacking == null ? documents : lacking;
                        });
            }
            // Their changes reveal the order of hits, and their bodies are not held, so a sort is always assumed.
            case DELETE_BY_QUERY, UPDATE_BY_QUERY ->
                new RequestPlan.Json(layout.sorted().alike(head), new GrammarVisitor(rule, references));
            default -> {
                JsonVisitor visitor = new GrammarVisitor(rule, references);
                yield new RequestPlan.Json(head, request.body().isKept() ? new KeptTexts(visitor) : visitor);
            }
        };
    }

    /** The points in time that the searches of a held {@code _msearch} read. */
    PointsInTime pointsInTime(String tenant, ByteBuf whole) {
        return PointsInTime.in(whole, search -> {
            LayoutChoice.Sealed sealed = layouts.ofHandleIn(tenant, HandleKind.POINT_IN_TIME, search);
            return sealed == null ? null : sealed.member();
        });
    }

    private RequestPlan heldSearches(Request request, RequestHead head, ByteBuf whole) {
        PointsInTime points = PointsInTime.mayBeIn(head)
                ? pointsInTime(request.references().member().tenant(), whole)
                : PointsInTime.NONE;
        boolean alike = request.layout().sorted().isNeeded() && HeldJson.mayBeSorted(whole);
        return searches(request, head, points, alike);
    }

    private static RequestPlan searches(Request request, RequestHead head, PointsInTime points, boolean alike) {
        BodyGrammar bodies = request.layout().bodies();
        RequestReferences references = request.references();
        JsonVisitor indexed = new GrammarVisitor(bodies.of(BodyKind.MSEARCH), references);
        JsonVisitor ofPoint = new GrammarVisitor(bodies.searches().pointInTimeBody(), references);
        return new RequestPlan.Ndjson(
                head,
                new TenantSearches(
                        bodies,
                        (member, pointInTime) -> pointInTime ? ofPoint : indexed,
                        references,
                        new TenantSearches.Kind(
                                request.namesEach(),
                                request.sendsPlain(),
                                isFiltered(head.target()),
                                request.only(),
                                points,
                                member -> alike)));
    }

    /** Whether the URL's filter_path leaves out parts of the response. */
    static boolean isFiltered(RequestTarget target) {
        return TargetRewriter.paths(target) != null;
    }

    /**
     * The plan of a bulk whose items are in these layouts. Where indices share a physical one, only the order of the
     * response's items tells their indices, so a response without some of them must be for one index.
     *
     * @param ofUrl for items whose lines name no index
     */
    static RequestPlan inOrder(RequestHead head, BulkVisitor items, List<Layout> layouts, Member ofUrl) {
        boolean joined = layouts.stream().anyMatch(layout -> layout.features().joinsIndices());
        return new RequestPlan.Bulk(head, joined ? OneIndexBulk.unlessWhole(items, head.target(), ofUrl) : items);
    }

    /**
     * The visitor of a bulk.
     *
     * @param first member for items that name no index
     * @param notes collects what rewriting the response needs
     * @param target whose parameters apply to all items
     */
    BulkVisitor bulk(Layout layout, Member first, RequestReferences notes, RequestTarget target) {
        if (!layout.features().joinsIndices()) {
            return new TenantBulk(first, notes, sources(layout, first, null, new AddedFields()));
        }
        ShownSource shown = ShownSource.of(target);
        AddedFields added = new AddedFields();
        return new NestedBulk(
                first, notes, member -> new TenantBulk(member, notes, sources(layout, member, shown, added)));
    }

    private TenantBulk.Sources sources(Layout layout, Member member, @Nullable ShownSource shown, AddedFields added) {
        RequestReferences own = new RequestReferences(member, member.names().all(), handles);
        return new TenantBulk.Sources(
                source(layout, own), new GrammarVisitor(layout.bodies().of(BodyKind.BULK), own), shown, added);
    }

    // A document is visited only if something must be added to it or wrapped around it.
    private static @Nullable JsonVisitor source(Layout layout, RequestReferences references) {
        return layout.features().filtered()
                ? new GrammarVisitor(layout.bodies().of(BodyKind.DOCUMENT), references)
                : null;
    }

    private static RequestTarget anywhere(RequestTarget target, Translation.Physical all, Member member) {
        RequestTarget named = target.withRawPath("/" + all.name() + "/_search");
        return member.names().mayLack(null) ? TargetRewriter.lenient(named) : named;
    }

    // A point-in-time search must not name an index; any other search must.
    private RequestPlan anywhere(ByteBuf whole, Layout layout, RequestHead asked, RequestReferences references) {
        Member member = references.member();
        RequestHead head = layout.sorted().of(asked, whole);
        if (HeldJson.contains(whole, "pit")) {
            if (member.lacksIndex()) {
                LayoutChoice.Sealed sealed = layouts.ofHandleIn(member.tenant(), HandleKind.POINT_IN_TIME, whole);
                if (sealed == null) {
                    return RequestPlan.answer(RequestReferences.noContext());
                }
                references.use(member.sameAs(sealed.member()));
            }
            return new RequestPlan.Json(
                    head, new GrammarVisitor(layout.bodies().searches().pointInTimeBody(), references));
        }
        return switch (member.names().expression(null)) {
            case Translation.Refused refused -> Denial.of(refused);
            case Translation.Physical all ->
                new RequestPlan.Json(
                        head.withTarget(TargetRewriter.routed(anywhere(head.target(), all, member), member)),
                        new GrammarVisitor(layout.bodies().searches().body(), references));
        };
    }
}
