package io.sluice.filters.tenant.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out what the operator asks of a table in an index. Immutable; blocks. */
final class IndexOrders implements PlacementOrders {

    private static final int TRIES = 20;

    private final PlacementStore store;
    private final Placement others;
    private final Set<String> places;

    /**
     * @param others where all tenants are who are in no line
     * @param places the names of all places
     */
    IndexOrders(PlacementStore store, Placement others, Set<String> places) {
        this.store = store;
        this.others = others;
        this.places = places;
    }

    @Override
    public Map<String, @Nullable Object> report() throws IOException {
        TableContent content = store.read().content();
        Map<String, Beat> beats = store.beats(content.gateways().keySet());
        List<Object> tenants = new ArrayList<>();
        content.tenants().forEach((tenant, placement) -> {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("tenant", tenant);
            row.put("place", placement.place());
            row.put("state", placement.state().label());
            row.put("version", placement.version());
            row.put("awaited", placement.isInMotion() ? awaited(content, beats, tenant, placement) : List.of());
            tenants.add(row);
        });
        List<Object> gateways = new ArrayList<>();
        content.gateways()
                .forEach((id, gateway) ->
                        gateways.add(Map.of("id", id, "name", gateway.name(), "leaving", gateway.leaving())));
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("version", content.version());
        report.put("tenants", tenants);
        report.put("gateways", gateways);
        return report;
    }

    /** The gateways that have not confirmed a placement. */
    private static List<String> awaited(
            TableContent content, Map<String, Beat> beats, String tenant, Placement placement) {
        List<String> awaited = new ArrayList<>();
        content.gateways().forEach((id, gateway) -> {
            Beat beat = beats.get(id);
            if (gateway.leaving() || beat == null || !beat.confirms(tenant, placement)) {
                awaited.add(id);
            }
        });
        return awaited;
    }

    @Override
    public void put(String tenant, @Nullable String place, Placement.State state) throws IOException {
        if (place != null && !places.contains(place)) {
            throw new IllegalArgumentException("no place has the name " + place + ", there are " + places);
        }
        for (int i = 0; i < TRIES; i++) {
            PlacementStore.Stored read = store.read();
            Placement now = read.content().tenants().getOrDefault(tenant, others);
            String to = place == null ? now.place() : place;
            if (to.equals(now.place()) && state == now.state()) {
                return;
            }
            if (!to.equals(now.place())) {
                checkClosed(read.content(), tenant, now);
            }
            // A gateway that comes meanwhile changes the table, too.
            if (store.replace(read, read.content().withTenant(tenant, to, state))) {
                return;
            }
        }
        throw new IOException("the table of places was changed by others all the time");
    }

    private void checkClosed(TableContent content, String tenant, Placement now) throws IOException {
        if (!now.isClosed()) {
            throw new IllegalStateException("tenant " + tenant + " is open in place " + now.place()
                    + ": it has to be closed before it is opened in another");
        }
        List<String> awaited =
                awaited(content, store.beats(content.gateways().keySet()), tenant, now);
        if (!awaited.isEmpty()) {
            throw new IllegalStateException("tenant " + tenant + " is not closed yet at the gateways " + awaited
                    + ": requests that change something may be in flight there");
        }
    }
}
