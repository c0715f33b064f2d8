package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.ClusterName;
import io.sluice.api.ClusterReader;
import io.sluice.api.ExchangeKey;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.TenantPlace;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.search.HeldSearches;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.ChangeMark;
import io.sluice.filters.tenant.move.DocumentCluster;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.tenant.placement.Carriers;
import io.sluice.filters.tenant.placement.Decision;
import io.sluice.filters.tenant.placement.Placement;
import io.sluice.filters.tenant.placement.PlacementConfig;
import io.sluice.filters.tenant.placement.PlacementFile;
import io.sluice.filters.tenant.placement.PlacementIndex;
import io.sluice.filters.tenant.placement.PlacementTable;
import io.sluice.filters.tenant.placement.Placements;
import io.sluice.filters.tenant.placement.Relocation;
import io.sluice.filters.tenant.placement.UnreadPlacements;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place that a request is for: that of its tenant, or the one in which its scroll or point in time was opened. Then the place's
 * cluster is chosen for good. Immutable but for the table.
 */
final class PlaceChoice {

    private static final RequestPlan CLOSED = RequestPlan.answer(
            Reply.error(503, "sluice_tenant_closed", "the documents of the tenant are being carried to another place")
                    .withHeader("Retry-After", "5"));

    private static final RequestPlan UNKNOWN = RequestPlan.answer(
            Reply.error(503, "sluice_places_unknown", "it is not known at present in which place the tenant is")
                    .withHeader("Retry-After", "1"));
    private static final RequestPlan UNCONFIGURED = RequestPlan.answer(
            Reply.error(503, "sluice_places_unknown", "the tenant is in a place that this gateway does not know")
                    .withHeader("Retry-After", "5"));

    /** The decision about a request that may change documents. */
    static final ExchangeKey<Decision> DECISION = new ExchangeKey<>("placement", Decision.class);

    /** Told once the request is over. */
    static final ExchangeKey<Runnable> UNSURE = new ExchangeKey<>("unsure changes", Runnable.class);

    private static final RequestPlan MOVING = RequestPlan.answer(Reply.error(
                    429,
                    "sluice_tenant_moving",
                    "the tenant is brought to another place: until that is finished, only documents can be changed")
            .withHeader("Retry-After", "30"));

    private final Place home;
    private final Map<String, Place> places;
    private final Carriers carriers;
    private final CopyThreads threads;
    private final SharedGate gate;
    private final @Nullable PlacementTable table;
    private final FilterMeters.Timer waits;
    private final UnansweredChanges unanswered;

    /** What places are made with. */
    record Surroundings(TenantName names, HandleSealer handles, FilterContext context) {}

    private record Place(String name, String cluster, PlacePlans plans) {}

    private PlaceChoice(
            Map<String, Place> places,
            SharedGate gate,
            Carriers carriers,
            @Nullable PlacementTable table,
            UnansweredChanges unanswered,
            FilterContext context) {
        this.places = Map.copyOf(places);
        this.carriers = carriers;
        this.home = Objects.requireNonNull(places.get(TenantConfig.HOME));
        this.gate = gate;
        this.table = table;
        this.unanswered = unanswered;
        // A copy that takes longer than the answer may wait would withhold the answer.
        this.threads = new CopyThreads(context.filterTimeout().dividedBy(2));
        this.waits = context.meters()
                .timer("placement_wait", "How long changes waited for the place of their tenant to be decided");
    }

    /**
     * Makes the places of a filter. Blocks.
     *
     * @throws IOException if the table cannot be read
     * @throws IllegalArgumentException if two places of one cluster could use one index, or the table cannot be used
     */
    static PlaceChoice of(TenantConfig config, Surroundings around) throws IOException {
        FilterContext context = around.context();
        Map<String, PlaceConfig> configs = new LinkedHashMap<>();
        configs.put(TenantConfig.HOME, new PlaceConfig(new ClusterName(context.cluster()), config.layouts()));
        configs.putAll(config.places());
        checkClusters(configs, around.names());
        boolean alone = config.places().isEmpty();
        Map<String, List<Layout>> layouts = new LinkedHashMap<>();
        Map<Layout, List<ClusterReader>> within = new HashMap<>();
        configs.forEach((name, place) -> {
            String sealed = name.equals(TenantConfig.HOME) ? "" : name + "@" + place.cluster() + "/";
            List<Layout> made = Layout.all(place.layouts(), around.names(), sealed);
            layouts.put(name, made);
            made.forEach(layout -> within.put(layout, readers(context, alone ? null : place)));
        });
        SharedGate gate = new SharedGate(within, context);
        Map<String, Place> places = new HashMap<>();
        configs.forEach((name, place) -> {
            List<ClusterReader> readers = readers(context, alone ? null : place);
            PlacePlans plans =
                    new PlacePlans(Objects.requireNonNull(layouts.get(name)), gate, around.handles(), context, readers);
            places.put(name, new Place(name, place.cluster().value(), plans));
        });
        Map<String, DocumentCluster> clusters = new HashMap<>();
        context.reached().forEach(reader -> clusters.put(reader.cluster(), new DocumentCluster(reader)));
        String id = UUID.randomUUID().toString();
        UnansweredChanges unanswered = new UnansweredChanges(context, id);
        KnownFields fields = new KnownFields();
        Carriers carriers = (told, tenant, placement, allowed) -> {
            TenantDocuments receiver = documents(tenant, placed(other(placement), configs, layouts), gate, clusters);
            return new Carrier(
                    documents(tenant, placed(placement.place(), configs, layouts), gate, clusters),
                    receiver,
                    allowed,
                    unanswered.ofCopies(
                            told, tenant, placement, receiver.cluster().cluster()),
                    fields.of(told.current(), tenant, placement));
        };
        PlacementTable table = table(
                config.placement(),
                id,
                new PlacementIndex.Places(configs.keySet(), TenantConfig.HOME, PlaceConfig.identity(configs), carriers),
                configs,
                around);
        if (table != null) {
            context.meters()
                    .gauge(
                            "placement_version",
                            "Version of the table of places",
                            () -> table.current().version());
        }
        return new PlaceChoice(places, gate, carriers, table, unanswered, context);
    }

    private static void checkClusters(Map<String, PlaceConfig> configs, TenantName names) {
        Map<String, Map<String, List<LayoutConfig>>> clusters = new LinkedHashMap<>();
        configs.forEach(
                (name, place) -> clusters.computeIfAbsent(place.cluster().value(), cluster -> new LinkedHashMap<>())
                        .put(name, place.layouts()));
        clusters.values().forEach(places -> LayoutChecks.checkTogether(places, names));
    }

    /** @param place null if the filter does not choose the cluster */
    private static List<ClusterReader> readers(FilterContext context, @Nullable PlaceConfig place) {
        return context.reached().stream()
                .filter(reader ->
                        place == null || reader.cluster().equals(place.cluster().value()))
                .toList();
    }

    private static @Nullable PlacementTable table(
            @Nullable PlacementConfig config,
            String id,
            PlacementIndex.Places known,
            Map<String, PlaceConfig> places,
            Surroundings around)
            throws IOException {
        return switch (config) {
            case null -> null;
            case PlacementConfig.File file ->
                new PlacementFile(file, places.keySet(), TenantConfig.HOME, around.names(), around.context());
            case PlacementConfig.Index index -> {
                checkNotQueued(around.context().queue());
                List<LayoutConfig> beside = places.values().stream()
                        .filter(place -> place.cluster().equals(index.cluster()))
                        .flatMap(place -> place.layouts().stream())
                        .toList();
                LayoutChecks.checkApart(index.name(), beside, around.names());
                ClusterReader reader = around.context().asked().stream()
                        .filter(each -> each.cluster().equals(index.cluster().value()))
                        .findFirst()
                        .orElse(null);
                // Where nothing is ever sent, the table is not read.
                yield reader == null
                        ? new UnreadPlacements(TenantConfig.HOME)
                        : new PlacementIndex(id, index, reader, known, around.context());
            }
        };
    }

    // What a queue keeps is sent later, where nobody copies it: after the move it would be in the old place only.
    private static void checkNotQueued(@Nullable String queue) {
        if (queue != null) {
            throw new IllegalArgumentException("tenants cannot move behind a queue, here '" + queue
                    + "', since writes that it keeps would not be copied: give placement.file in place of placement.index,"
                    + " or relay the flow to a cluster");
        }
    }

    /** A place and what was made of its layouts. */
    private record Placed(PlaceConfig config, List<Layout> layouts) {}

    private static Placed placed(String place, Map<String, PlaceConfig> configs, Map<String, List<Layout>> layouts) {
        PlaceConfig config = configs.get(place);
        List<Layout> made = layouts.get(place);
        if (config == null || made == null) {
            throw new IllegalArgumentException("this gateway does not know the place " + place);
        }
        return new Placed(config, made);
    }

    private static TenantDocuments documents(
            String tenant, Placed placed, SharedGate gate, Map<String, DocumentCluster> clusters) {
        DocumentCluster cluster = clusters.get(placed.config().cluster().value());
        if (cluster == null) {
            throw new IllegalArgumentException(
                    "this gateway does not reach the cluster " + placed.config().cluster());
        }
        return new TenantDocuments(tenant, placed.layouts(), gate, cluster);
    }

    /** What requests must wait for before the table is known; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return table == null ? null : table.pending();
    }

    /** The table; null if all tenants are in one place. */
    @Nullable PlacementTable table() {
        return table;
    }

    /** Changes whose answers did not come. */
    UnansweredChanges unanswered() {
        return unanswered;
    }

    /** Keeps tenants out of shared layouts. */
    SharedGate gate() {
        return gate;
    }

    /** The plan for a call. */
    RequestPlan plan(Call call) {
        if (table == null) {
            return home.plans().plan(call);
        }
        if (call.caller().isNobody()) {
            call.exchange().settle(home.cluster());
            return home.plans().plan(call);
        }
        Placements now = table.current();
        Placement placement = now.of(call.caller().tenant());
        if (!table.isValid()) {
            return UNKNOWN;
        }
        if (call.indices() == null) {
            HandleKind kind = call.endpoint().body().handle();
            if (kind != null) {
                return ofHandle(kind, call, now);
            }
            if (call.endpoint().body() == BodyKind.MSEARCH
                    && call.caller().names() == null
                    && PointsInTime.mayBeIn(call.head())) {
                return new RequestPlan.Aggregate(
                        BodyPlans.MAX_COLLECTED,
                        whole -> in(ofSearches(call.caller().tenant(), whole), placement, now.version(), call));
            }
        }
        return call.endpoint().answer().tellsOfChanges()
                ? changing(table, call)
                : in(null, placement, now.version(), call);
    }

    // It is counted until it is over, so that others know when an earlier table decides nothing any longer.
    private RequestPlan changing(PlacementTable decider, Call call) {
        CompletableFuture<Boolean> change = decider.nextChange();
        Decision decision = decider.begin(call.caller().tenant());
        if (!decision.isStillValid()) {
            decision.end();
            return UNKNOWN;
        }
        if (decision.placement().state() == Placement.State.HOLDING) {
            decision.end();
            long began = System.nanoTime();
            return new RequestPlan.Later<>(change, changed -> {
                waits.record(System.nanoTime() - began);
                return changed ? Denial.checked(() -> changing(decider, call)) : UNKNOWN;
            });
        }
        call.exchange().put(DECISION, decision);
        if (decision.isCounted()) {
            call.exchange().put(ChangeMark.KEY, unanswered.mark(call.caller().tenant()));
        }
        RequestPlan plan = in(null, decision.placement(), decision.version(), call);
        Relocation relocation = decision.placement().relocation();
        return relocation == null ? plan : moving(decider, decision, call, plan);
    }

    private RequestPlan moving(PlacementTable decider, Decision decision, Call call, RequestPlan plan) {
        String tenant = call.caller().tenant();
        boolean documents = switch (call.endpoint().answer()) {
            case WRITTEN, BULK, BY_QUERY -> true;
            default -> false;
        };
        if (documents && decision.placement().state() == Placement.State.PREPARING) {
            return plan;
        }
        return switch (call.endpoint().answer()) {
            case WRITTEN, BULK -> {
                MovingWrite write;
                try {
                    write = new MovingWrite(
                            threads.lane(tenant, other(decision.placement())),
                            carriers.between(decider, tenant, decision.placement(), decision::isStillValid),
                            () -> decider.unsure(tenant));
                } catch (IllegalArgumentException e) {
                    yield UNCONFIGURED;
                }
                call.exchange().put(MovingWrite.KEY, write);
                yield plan.map(write::noting);
            }
            // What it changes is not known here, so documents are compared once more after it.
            case BY_QUERY -> {
                decider.unsure(tenant);
                call.exchange().put(UNSURE, () -> decider.unsure(tenant));
                yield plan;
            }
            default -> MOVING;
        };
    }

    private static String other(Placement placement) {
        return Objects.requireNonNull(placement.relocation()).otherThan(placement.place());
    }

    // What was opened before its tenant was moved is read where it was opened.
    private RequestPlan ofHandle(HandleKind kind, Call call, Placements now) {
        String tenant = call.caller().tenant();
        Placement placement = now.of(tenant);
        RequestHead head = call.head();
        String inUrl = head.target().parameter("scroll_id");
        if (inUrl != null) {
            return in(opening(tenant, kind, inUrl), placement, now.version(), call);
        }
        return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
            boolean without = call.endpoint().body() == BodyKind.SEARCH_ANYWHERE && !HeldJson.contains(whole, "pit");
            Place opening = without ? null : HeldJson.firstHandle(whole, text -> opening(tenant, kind, text));
            return in(opening, placement, now.version(), call);
        });
    }

    /** The place in which a handle was sealed; null if there is none. */
    private @Nullable Place opening(String tenant, HandleKind kind, String handle) {
        for (Place place : places.values()) {
            if (place.plans().opens(tenant, kind, handle)) {
                return place;
            }
        }
        return null;
    }

    /** The place in which the points in time of all searches were opened; null if a search reads none, or they are of several places. */
    private @Nullable Place ofSearches(String tenant, ByteBuf whole) {
        Set<String> found = new HashSet<>();
        HeldSearches.forEach(whole, (line, header, search) -> {
            Place opening = HeldJson.contains(search, "pit")
                    ? HeldJson.firstHandle(search, text -> opening(tenant, HandleKind.POINT_IN_TIME, text))
                    : null;
            found.add(opening == null ? "" : opening.name());
        });
        return found.size() == 1 ? places.get(found.iterator().next()) : null;
    }

    /** @param opening the place in which what the request reads was opened; null if that does not decide */
    private RequestPlan in(@Nullable Place opening, Placement placement, long version, Call call) {
        Place place = opening == null ? places.get(placement.place()) : opening;
        if (place == null) {
            return UNCONFIGURED;
        }
        call.exchange().settle(place.cluster());
        call.exchange().put(ExchangeKey.PLACE, new TenantPlace(place.name(), version));
        if (placement.isClosed() && opening == null) {
            return CLOSED;
        }
        int turn = turn(place, placement);
        if (turn == 0) {
            return Denial.checked(() -> place.plans().plan(call));
        }
        PrimaryTerms terms = new PrimaryTerms(turn);
        call.exchange().put(PrimaryTerms.KEY, terms);
        return Denial.checked(() -> place.plans().plan(call.withHead(terms.sent(call.head()))))
                .map(plan -> terms.sent(plan, call.endpoint().body()));
    }

    // What is read in a place that the tenant has left fits nothing in the other one.
    private static int turn(Place read, Placement placement) {
        return read.name().equals(placement.place()) ? placement.turn() : Math.max(0, placement.turn() - 1);
    }

    /** Ends what copies documents and watches the table. */
    void close() {
        threads.close();
        if (table != null) {
            table.close();
        }
    }
}
