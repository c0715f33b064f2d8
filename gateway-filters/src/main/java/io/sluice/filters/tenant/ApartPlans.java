package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkVisitor;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.answer.AnswerPaths;
import io.sluice.filters.tenant.answer.DocumentSigns;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.mapping.MappingWatch;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.Translation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans for requests whose path names no index. Each line or document names its own index, which determines its layout.
 * Immutable.
 */
final class ApartPlans {

    private static final RequestPlan HIDDEN = Denial.forbidden(
            "filter_path is denied to tenants here: with it, items for indices of several layouts cannot be told apart;"
                    + " items.*._index tells them");

    private static final RequestPlan PATHS = Denial.forbidden(
            "URL parameter [filter_path] is denied to tenants here: its meaning depends on the index of each part");

    private static final RequestPlan FILTERED = Denial.forbidden(
            "filter_path is denied to tenants here: with it, documents of several indices cannot be told apart");

    private static final RequestPlan ADDED = Denial.forbidden(AddedFields.WHY);

    private final LayoutChoice layouts;
    private final HandleSealer handles;
    private final SharedGate gate;
    private final TargetRewriter targets;
    private final BodyPlans bodies;
    /** Whether some layouts have documents that are stored in another form. */
    private final boolean scoped;
    /** Whether some have indices of the tenant's own. */
    private final boolean own;

    ApartPlans(LayoutChoice layouts, HandleSealer handles, SharedGate gate, TargetRewriter targets, BodyPlans bodies) {
        this.layouts = layouts;
        this.handles = handles;
        this.gate = gate;
        this.targets = targets;
        this.bodies = bodies;
        this.scoped =
                layouts.all().stream().anyMatch(layout -> layout.features().filtered());
        this.own = layouts.all().stream().anyMatch(layout -> !layout.features().filtered());
    }

    /**
     * The plan for a request whose path names no index; null if the request is for one layout as a whole, or if its
     * parts name no indices.
     *
     * @param only the only layout; null if there are several
     */
    @Nullable RequestPlan plan(Call call, @Nullable Layout only) {
        BodyKind body = call.endpoint().body();
        boolean apart = only == null
                || body == BodyKind.MGET && call.caller().in(only, null).lacksIndex();
        if (!apart || !(body == BodyKind.BULK || body == BodyKind.MSEARCH || body == BodyKind.MGET)) {
            return null;
        }
        RequestHead known = RequestHeads.sent(call.head(), call);
        if (known == null) {
            return RequestHeads.FOREIGN;
        }
        RequestHead sent = known.withTarget(TargetRewriter.asSent(
                known.target().withRawPath(call.endpoint().path()),
                call.endpoint().parameters(),
                scoped,
                own));
        return switch (body) {
            case BULK -> bulk(call, sent);
            case MSEARCH ->
                call.caller().names() != null || !PointsInTime.mayBeIn(sent)
                        ? searches(call, sent, PointsInTime.NONE, true)
                        : new RequestPlan.Aggregate(
                                BodyPlans.MAX_COLLECTED,
                                whole -> searches(
                                        call,
                                        sent,
                                        bodies.pointsInTime(call.caller().tenant(), whole),
                                        HeldJson.mayBeSorted(whole)));
            default -> new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> documents(call, sent, whole));
        };
    }

    // The layout of its index judges each item; the response is read with the grammar of the widest layout.
    private RequestPlan bulk(Call call, RequestHead sent) {
        Map<Layout, BulkVisitor> bulks = new LinkedHashMap<>();
        Layout widest = layouts.all().getFirst();
        Member first = call.caller().in(widest, null);
        RequestReferences notes = new RequestReferences(first, first.names().all(), handles);
        RequestPlan refusal = refusal(call);
        if (refusal != null) {
            return refusal;
        }
        boolean joined =
                layouts.all().stream().anyMatch(layout -> layout.features().joinsIndices());
        if (joined && OneIndexBulk.hidesIndices(sent.target())
                || scoped && OneIndexBulk.hidesIndicesOfIds(sent.target())) {
            return HIDDEN;
        }
        for (Layout layout : layouts.all()) {
            widest = layout.features().filtered() ? layout : widest;
            String closed = gate.closed(layout);
            bulks.put(
                    layout,
                    closed == null
                            ? bodies.bulk(
                                    layout,
                                    call.caller().in(layout, null),
                                    notes,
                                    call.head().target())
                            : new RefusedItems(MappingWatch.rejection(closed), notes));
        }
        pass(call, List.of(widest), notes, null);
        BulkVisitor items =
                new MixedBulk(name -> layouts.ofIndices(call.caller().indices(name)), bulks, notes);
        return BodyPlans.inOrder(sent, items, layouts.all(), notes.member());
    }

    // A search's layout is known once its header line is complete.
    private RequestPlan searches(Call call, RequestHead sent, PointsInTime points, boolean sorted) {
        RequestPlan refusal = refusal(call);
        if (refusal != null) {
            return refusal;
        }
        RequestReferences references = new RequestReferences(
                call.caller().in(layouts.all().getFirst(), null),
                new KnownMembers(indices -> member(call.caller(), indices)),
                handles);
        Map<String, JsonVisitor> indexed = new HashMap<>();
        Map<String, JsonVisitor> ofPoints = new HashMap<>();
        Set<String> alike = new HashSet<>();
        for (Layout layout : layouts.all()) {
            String owner = call.caller().in(layout, null).owner();
            if (sorted && layout.sorted().isNeeded()) {
                alike.add(owner);
            }
            indexed.put(owner, search(layout, layout.bodies().of(BodyKind.MSEARCH), references));
            ofPoints.put(owner, search(layout, layout.bodies().searches().pointInTimeBody(), references));
        }
        DocumentSigns signs = signs(call, TargetRewriter.paths(sent.target()), scoped);
        RequestPlan denial = TargetRewriter.denial(signs);
        if (denial != null) {
            return denial;
        }
        pass(call, layouts.all(), references, signs);
        return new RequestPlan.Ndjson(
                withPaths(sent, signs),
                new TenantSearches(
                        layouts.all().getFirst().bodies(),
                        (member, pointInTime) ->
                                Objects.requireNonNull((pointInTime ? ofPoints : indexed).get(member.owner())),
                        references,
                        new TenantSearches.Kind(
                                true,
                                false,
                                BodyPlans.isFiltered(sent.target()),
                                null,
                                points,
                                member -> alike.contains(member.owner()))));
    }

    private JsonVisitor search(Layout layout, Rule rule, RequestReferences references) {
        String closed = gate.closed(layout);
        return closed == null
                ? new GrammarVisitor(rule, references)
                : TenantSearches.refusal(MappingWatch.reply(closed));
    }

    private @Nullable Member member(Caller caller, String indices) {
        Layout layout = layouts.ofIndices(caller.indices(indices));
        return layout == null ? null : caller.in(layout, indices);
    }

    // Why the request is denied to tenants, if any layout denies it.
    private @Nullable RequestPlan refusal(Call call) {
        for (Layout layout : layouts.all()) {
            RequestPlan refusal = ofParameters(call, layout);
            if (refusal != null) {
                return refusal;
            }
            FieldNames fields = call.caller().in(layout, null).fields();
            String paths = TargetRewriter.paths(call.head().target());
            if (paths != null && AnswerPaths.hangOnIndex(call.endpoint().answer(), fields, paths)) {
                return PATHS;
            }
        }
        return null;
    }

    /** The layout and member that own a document. */
    private record Place(Layout layout, Member member) {}

    private RequestPlan documents(Call call, RequestHead sent, ByteBuf whole) {
        Map<String, Place> known = new HashMap<>();
        Set<Layout> judged = new HashSet<>();
        ShownFields shown = new ShownFields(sent.target());
        List<Member> members = new ArrayList<>();
        for (HeldJson.Document document : HeldJson.documents(whole)) {
            String index = document.index();
            Place place = index == null ? null : known.get(index);
            if (place == null) {
                place = index == null ? null : place(call.caller(), index);
                if (place == null) {
                    return Denial.forbidden("/docs/" + members.size()
                            + " must name one index of a layout, without escapes, because the path names none");
                }
                RequestPlan refusal = judged.add(place.layout()) ? refusal(call, place.layout()) : null;
                if (refusal != null) {
                    return refusal;
                }
                known.put(index, place);
            }
            if (!shown.document(place.member())) {
                return ADDED;
            }
            members.add(place.member());
        }
        if (members.isEmpty()) {
            return Denial.forbidden("neither the path nor a document names an index");
        }
        if (known.size() > 1 && BodyPlans.isFiltered(sent.target())) {
            return FILTERED;
        }
        Translation paths = TargetRewriter.paths(sent.target(), call.endpoint(), members.getFirst());
        if (paths instanceof Translation.Refused refused) {
            return Denial.of(refused);
        }
        RequestReferences references = new RequestReferences(members.getFirst(), expression -> null, handles);
        Map<String, JsonVisitor> visitors = new LinkedHashMap<>();
        for (Place place : known.values()) {
            visitors.computeIfAbsent(
                    place.member().owner(),
                    owner -> new GrammarVisitor(place.layout().bodies().of(BodyKind.MGET), references));
        }
        String physical = paths instanceof Translation.Physical translated ? translated.name() : null;
        DocumentSigns signs = signs(call, physical, members.getFirst().ids().scoped());
        RequestPlan denial = TargetRewriter.denial(signs);
        if (denial != null) {
            return denial;
        }
        pass(call, layouts.all(), references, signs);
        return new RequestPlan.Json(
                withPaths(sent, signs),
                new WantedDocuments(
                        members,
                        List.copyOf(visitors.values()),
                        member -> Objects.requireNonNull(visitors.get(member.owner())),
                        references,
                        shown));
    }

    private @Nullable Place place(Caller caller, String index) {
        Layout layout = index.indexOf(',') >= 0 ? null : layouts.ofIndices(caller.indices(index));
        Member member = layout == null ? null : caller.in(layout, index);
        return layout == null || member == null || member.lacksIndex() ? null : new Place(layout, member);
    }

    // Why the request is denied in a layout.
    private @Nullable RequestPlan refusal(Call call, Layout layout) {
        RequestPlan refusal = ofParameters(call, layout);
        String closed = gate.closed(layout);
        return refusal != null || closed == null ? refusal : RequestPlan.answer(MappingWatch.reply(closed));
    }

    private @Nullable RequestPlan ofParameters(Call call, Layout layout) {
        return targets.refusal(call.head().target(), call.endpoint().parameters(), layout.features());
    }

    private static RequestHead withPaths(RequestHead sent, @Nullable DocumentSigns signs) {
        return signs == null ? sent : sent.withTarget(TargetRewriter.withPaths(sent.target(), signs.sent()));
    }

    private static @Nullable DocumentSigns signs(Call call, @Nullable String paths, boolean scoped) {
        return paths == null ? null : DocumentSigns.of(call.endpoint().answer(), paths, scoped);
    }

    private void pass(Call call, List<Layout> shown, RequestReferences references, @Nullable DocumentSigns signs) {
        List<Member> members = layouts.all().stream()
                .map(layout -> call.caller().in(layout, null))
                .toList();
        call.pass(members, shown, references, signs);
    }
}
