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
 * @param unsure by tenant, how many requests may have changed documents without a copy in the other place
 */
record Beat(long number, SortedMap<String, Long> confirmed, SortedMap<String, Long> unsure) {

    private static final String NUMBER = "beat";
    private static final String CONFIRMED = "confirmed";
    private static final String UNSURE = "unsure";

    static Beat read(JsonNode json) {
        return new Beat(json.path(NUMBER).asLong(), numbers(json.path(CONFIRMED)), numbers(json.path(UNSURE)));
    }

    private static SortedMap<String, Long> numbers(JsonNode json) {
        SortedMap<String, Long> numbers = new TreeMap<>();
        json.properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asLong()));
        return numbers;
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(NUMBER, number);
        ObjectNode versions = json.putObject(CONFIRMED);
        confirmed.forEach(versions::put);
        ObjectNode counts = json.putObject(UNSURE);
        unsure.forEach(counts::put);
        return json;
    }

    /** Whether another beat differs by its number only. */
    boolean saysTheSameAs(Beat other) {
        return confirmed.equals(other.confirmed) && unsure.equals(other.unsure);
    }

    /** How many requests of a tenant may have changed documents without a copy. */
    long unsureOf(String tenant) {
        return unsure.getOrDefault(tenant, 0L);
    }

    /** Whether the gateway has confirmed a placement of a tenant, or a later one. */
    boolean confirms(String tenant, Placement placement) {
        return confirmed.getOrDefault(tenant, -1L) >= placement.version();
    }
}
