package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out what the operator asks of a table in an index. Immutable; blocks. */
final class IndexOrders implements PlacementOrders {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, @Nullable Object>> MAP = new TypeReference<>() {};
    private static final int TRIES = 20;

    private final PlacementStore store;
    private final Placement others;
    private final Set<String> places;
    private final String identity;

    /**
     * @param others where all tenants are who are in no line
     * @param places the names of all places
     * @param identity of the places
     */
    IndexOrders(PlacementStore store, Placement others, Set<String> places, String identity) {
        this.store = store;
        this.others = others;
        this.places = places;
        this.identity = identity;
    }

    @Override
    public Map<String, @Nullable Object> report() throws IOException {
        TableContent content = store.read().content();
        Map<String, Beat> beats = store.beats(content.gateways().keySet());
        List<Object> tenants = new ArrayList<>();
        for (Map.Entry<String, Placement> each : content.tenants().entrySet()) {
            String tenant = each.getKey();
            Placement placement = each.getValue();
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("tenant", tenant);
            row.put("place", placement.place());
            row.put("state", placement.state().label());
            row.put("version", placement.version());
            row.put("awaited", awaited(content, beats, tenant, placement));
            Relocation relocation = placement.relocation();
            if (relocation != null) {
                row.put("other", relocation.otherThan(placement.place()));
                row.put("goal", relocation.goal());
                row.put("mover", relocation.mover());
                row.put("progress", progress(tenant, relocation.leadsTo(placement.place())));
            }
            tenants.add(row);
        }
        List<Object> gateways = new ArrayList<>();
        content.gateways()
                .forEach((id, gateway) -> gateways.add(Map.of(
                        "id", id, "name", gateway.name(), "places", gateway.places(), "leaving", gateway.leaving())));
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("version", content.version());
        report.put("tenants", tenants);
        report.put("gateways", gateways);
        return report;
    }

    private @Nullable Map<String, @Nullable Object> progress(String tenant, boolean there) throws IOException {
        Map<String, @Nullable Object> progress = MAPPER.convertValue(store.progress(tenant), MAP);
        // Whoever carried the tenant may have ended in the middle, since it was called back.
        if (progress != null && there) {
            progress.put("step", MoveProgress.ARRIVED);
            progress.remove("problem");
        }
        return progress;
    }

    /** The gateways that have not confirmed a placement, or have requests without an answer in flight while it is changed. */
    private static List<String> awaited(
            TableContent content, Map<String, Beat> beats, String tenant, Placement placement) {
        List<String> awaited = new ArrayList<>();
        content.gateways().forEach((id, gateway) -> {
            Beat beat = beats.get(id);
            boolean isMoving = placement.relocation() != null;
            if (gateway.leaving()
                    || beat == null
                    || !beat.confirms(tenant, placement)
                    || isMoving && beat.isUnanswered(tenant)) {
                awaited.add(id);
            }
        });
        return awaited;
    }

    /** What becomes of the table for one order; null if it needs no change. */
    private interface Order {
        @Nullable TableContent carriedOut(TableContent content, Placement now) throws IOException;
    }

    private void carryOut(String tenant, Order order) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            PlacementStore.Stored read = store.read();
            Placement now = read.content().tenants().getOrDefault(tenant, others);
            TableContent next = order.carriedOut(read.content(), now);
            // A gateway that comes meanwhile changes the table, too.
            if (next == null || store.replace(read, next)) {
                return;
            }
        }
        throw new IOException("the table of places was changed by others all the time");
    }

    private void checkPlace(String place) {
        if (!places.contains(place)) {
            throw new IllegalArgumentException("no place has the name " + place + ", there are " + places);
        }
    }

    @Override
    public void put(String tenant, @Nullable String place, Placement.State state) throws IOException {
        if (place != null) {
            checkPlace(place);
        }
        carryOut(tenant, (content, now) -> {
            String to = place == null ? now.place() : place;
            if (to.equals(now.place()) && state == now.state()) {
                return null;
            }
            if (now.relocation() != null) {
                throw new IllegalStateException("tenant " + tenant + " is between two places");
            }
            if (!to.equals(now.place())) {
                checkSamePlaces(content);
                checkClosed(content, tenant, now);
            }
            return content.withTenant(tenant, to, state);
        });
    }

    @Override
    public void move(String tenant, String to) throws IOException {
        checkPlace(to);
        carryOut(tenant, (content, now) -> {
            Relocation relocation = now.relocation();
            if (relocation == null) {
                if (now.isClosed()) {
                    throw new IllegalStateException("tenant " + tenant + " is closed: open it first");
                }
                return to.equals(now.place())
                        ? null
                        : content.withTenant(
                                tenant,
                                now.place(),
                                Placement.State.PREPARING,
                                new Relocation(now.place(), to, to, null));
            }
            if (!to.equals(relocation.target())) {
                throw new IllegalStateException("tenant " + tenant + " is between the places " + relocation.origin()
                        + " and " + relocation.target() + ": that has to be finished first");
            }
            return aimed(content, tenant, now, relocation, to);
        });
    }

    @Override
    public void back(String tenant) throws IOException {
        carryOut(tenant, (content, now) -> {
            Relocation relocation = between(tenant, now);
            // Nothing was copied yet, so there is nothing to copy back from.
            return now.state() == Placement.State.PREPARING
                    ? content.withTenant(tenant, now.place(), Placement.State.OPEN)
                    : aimed(content, tenant, now, relocation, relocation.origin());
        });
    }

    private static @Nullable TableContent aimed(
            TableContent content, String tenant, Placement now, Relocation relocation, String goal) {
        return goal.equals(relocation.goal())
                ? null
                : content.withRelocation(tenant, now, relocation.withGoal(goal).by(null));
    }

    private static Relocation between(String tenant, Placement now) {
        Relocation relocation = now.relocation();
        if (relocation == null) {
            throw new IllegalStateException("tenant " + tenant + " is in one place, " + now.place());
        }
        return relocation;
    }

    @Override
    public void finish(String tenant) throws IOException {
        carryOut(tenant, (content, now) -> {
            Relocation relocation = between(tenant, now);
            if (!relocation.leadsTo(now.place()) || now.state() == Placement.State.HOLDING) {
                throw new IllegalStateException("tenant " + tenant + " is on its way to " + relocation.goal());
            }
            return content.withTenant(tenant, now.place(), Placement.State.OPEN);
        });
    }

    private void checkSamePlaces(TableContent content) {
        List<String> gateways = content.withOtherPlaces(identity);
        if (!gateways.isEmpty()) {
            throw new IllegalStateException("the gateways " + gateways + " have other places than this one");
        }
    }

    private void checkClosed(TableContent content, String tenant, Placement now) throws IOException {
        if (!now.isClosed()) {
            throw new IllegalStateException("tenant " + tenant + " is open in place " + now.place()
                    + ": it has to be closed before it is opened in another");
        }
        List<String> awaited = awaited(content, store.beats(content.gateways().keySet()), tenant, now);
        if (!awaited.isEmpty()) {
            throw new IllegalStateException("tenant " + tenant + " is not closed yet at the gateways " + awaited
                    + ": requests that change something may be in flight there");
        }
    }
}
