package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The document that holds the whole table: tenants who are not in the place of all others, and the gateways that count. Immutable.
 *
 * @param version that each change of a placement raises
 * @param tenants by name
 * @param gateways by their ids
 * @param departures how many gateways have left so far, or were taken out
 * @param departed the ids of the last of these
 */
record TableContent(
        long version,
        SortedMap<String, Placement> tenants,
        SortedMap<String, GatewayEntry> gateways,
        long departures,
        List<String> departed) {

    /** Before anybody has written it. */
    static final TableContent EMPTY = new TableContent(0, new TreeMap<>(), new TreeMap<>(), 0, List.of());

    private static final String VERSION = "version";
    private static final String TENANTS = "tenants";
    private static final String GATEWAYS = "gateways";
    private static final String PLACE = "place";
    private static final String STATE = "state";
    private static final String RELOCATION = "relocation";
    private static final String ORIGIN = "origin";
    private static final String TARGET = "target";
    private static final String GOAL = "goal";
    private static final String MOVER = "mover";
    private static final String NAME = "name";
    private static final String PLACES = "places";
    private static final String LEASE = "lease_millis";
    private static final String LEAVING = "leaving";
    private static final String TURN = "turn";
    private static final String DEPARTURES = "departures";
    private static final String DEPARTED = "departed";
    /** So many may go while a cluster is busy with what one of them had sent. */
    private static final int MOST_DEPARTED = 64;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is not what gateways write
     */
    static TableContent read(JsonNode json) {
        SortedMap<String, Placement> tenants = new TreeMap<>();
        for (Map.Entry<String, JsonNode> tenant : json.path(TENANTS).properties()) {
            JsonNode entry = tenant.getValue();
            Placement.State state = Placement.State.of(entry.path(STATE).asText());
            if (state == null
                    || !entry.path(PLACE).isTextual()
                    || !isVersion(entry.path(VERSION))
                    || !isTurn(entry.path(TURN))) {
                throw new IllegalArgumentException("the entry of tenant " + tenant.getKey() + " cannot be read");
            }
            tenants.put(
                    tenant.getKey(),
                    new Placement(
                            entry.path(PLACE).asText(),
                            state,
                            relocation(entry.path(RELOCATION)),
                            entry.path(VERSION).asLong(),
                            entry.path(TURN).asInt()));
        }
        SortedMap<String, GatewayEntry> gateways = new TreeMap<>();
        json.path(GATEWAYS)
                .properties()
                .forEach(each -> gateways.put(
                        each.getKey(),
                        new GatewayEntry(
                                each.getValue().path(NAME).asText(),
                                each.getValue().path(PLACES).asText(),
                                Duration.ofMillis(each.getValue().path(LEASE).asLong()),
                                each.getValue().path(LEAVING).asBoolean())));
        if (!isVersion(json.path(VERSION))) {
            throw new IllegalArgumentException("the table has no version");
        }
        return new TableContent(
                json.path(VERSION).asLong(),
                tenants,
                gateways,
                json.path(DEPARTURES).asLong(),
                json.path(DEPARTED).valueStream().map(JsonNode::asText).toList());
    }

    // One that is longer would count modulo 2^64.
    private static boolean isVersion(JsonNode json) {
        return json.isIntegralNumber() && json.canConvertToLong();
    }

    private static boolean isTurn(JsonNode json) {
        return json.isMissingNode()
                || json.canConvertToInt() && json.asInt() >= 0 && json.asInt() <= Placement.MOST_TURNS;
    }

    private static @Nullable Relocation relocation(JsonNode json) {
        return json.isObject()
                ? new Relocation(
                        json.path(ORIGIN).asText(),
                        json.path(TARGET).asText(),
                        json.path(GOAL).asText(),
                        json.path(MOVER).isTextual() ? json.path(MOVER).asText() : null)
                : null;
    }

    private static void write(Placement placement, ObjectNode entry) {
        entry.put(PLACE, placement.place())
                .put(STATE, placement.state().label())
                .put(VERSION, placement.version());
        if (placement.turn() > 0) {
            entry.put(TURN, placement.turn());
        }
        Relocation relocation = placement.relocation();
        if (relocation != null) {
            entry.putObject(RELOCATION)
                    .put(ORIGIN, relocation.origin())
                    .put(TARGET, relocation.target())
                    .put(GOAL, relocation.goal())
                    .put(MOVER, relocation.mover());
        }
    }

    /** As it is written. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(VERSION, version);
        ObjectNode all = json.putObject(TENANTS);
        tenants.forEach((tenant, placement) -> write(placement, all.putObject(tenant)));
        ObjectNode entries = json.putObject(GATEWAYS);
        gateways.forEach((id, gateway) -> entries.putObject(id)
                .put(NAME, gateway.name())
                .put(PLACES, gateway.places())
                .put(LEASE, gateway.lease().toMillis())
                .put(LEAVING, gateway.leaving()));
        json.put(DEPARTURES, departures);
        ArrayNode gone = json.putArray(DEPARTED);
        departed.forEach(gone::add);
        return json;
    }

    /** With one more gateway, or another entry of one. */
    TableContent withGateway(String id, GatewayEntry gateway) {
        SortedMap<String, GatewayEntry> more = new TreeMap<>(gateways);
        more.put(id, gateway);
        List<String> gone = departed.stream().filter(each -> !each.equals(id)).toList();
        return new TableContent(version, tenants, more, departures, gone);
    }

    /** Whether a gateway is in the table and is not taken out. */
    boolean has(String id) {
        GatewayEntry gateway = gateways.get(id);
        return gateway != null && !gateway.leaving();
    }

    /** The ids of the gateways that were configured with other places. */
    List<String> withOtherPlaces(String places) {
        return gateways.entrySet().stream()
                .filter(gateway -> !gateway.getValue().places().equals(places))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Without a gateway. */
    TableContent withoutGateway(String id) {
        SortedMap<String, GatewayEntry> fewer = new TreeMap<>(gateways);
        if (fewer.remove(id) == null) {
            return this;
        }
        List<String> gone = Stream.concat(departed.stream(), Stream.of(id))
                .skip(Math.max(0, departed.size() + 1 - MOST_DEPARTED))
                .toList();
        return new TableContent(version, tenants, fewer, departures + 1, gone);
    }

    /** The next version, in which a tenant is in one place. */
    TableContent withTenant(String tenant, String place, Placement.State state) {
        return withTenant(tenant, place, state, null);
    }

    /** The next version, in which a tenant is in that place and state. */
    TableContent withTenant(String tenant, String place, Placement.State state, @Nullable Relocation relocation) {
        SortedMap<String, Placement> changed = new TreeMap<>(tenants);
        Placement before = tenants.get(tenant);
        Placement next = (before == null ? new Placement(place, Placement.State.OPEN, version) : before)
                .next(place, state, relocation, version + 1);
        changed.put(tenant, next);
        return new TableContent(version + 1, changed, gateways, departures, departed);
    }

    /** With another goal or mover of a tenant, which decides nothing about its requests. */
    TableContent withRelocation(String tenant, Placement now, Relocation relocation) {
        SortedMap<String, Placement> changed = new TreeMap<>(tenants);
        changed.put(tenant, now.next(now.place(), now.state(), relocation, now.version()));
        return new TableContent(version, changed, gateways, departures, departed);
    }
}
