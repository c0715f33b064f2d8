package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a gateway says of itself again and again. Immutable.
 *
 * @param number that each beat raises
 * @param confirmed by tenant, the version of the placement by which all requests in flight that may change documents were decided
 */
record Beat(long number, SortedMap<String, Long> confirmed) {

    private static final String NUMBER = "beat";
    private static final String CONFIRMED = "confirmed";

    static Beat read(JsonNode json) {
        SortedMap<String, Long> confirmed = new TreeMap<>();
        json.path(CONFIRMED).properties().forEach(each -> confirmed.put(
                each.getKey(), each.getValue().asLong()));
        return new Beat(json.path(NUMBER).asLong(), confirmed);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(NUMBER, number);
        ObjectNode versions = json.putObject(CONFIRMED);
        confirmed.forEach(versions::put);
        return json;
    }

    /** Whether the gateway has confirmed a placement of a tenant, or a later one. */
    boolean confirms(String tenant, Placement placement) {
        return confirmed.getOrDefault(tenant, -1L) >= placement.version();
    }
}
