package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a gateway says of itself again and again. Immutable.
 *
 * @param number that each beat raises
 * @param seen the version of the table that decides its requests; -1 if none does yet
 * @param behind tenants that have something in flight which was sent under an earlier placement: a request that may change documents, or a copy
 * @param unanswered tenants between two places that have requests in flight which got no answer, whatever placement sent them
 * @param unsure by tenant, how many requests may have changed documents without a copy in the other place
 */
record Beat(
        long number,
        long seen,
        SortedSet<String> behind,
        SortedSet<String> unanswered,
        SortedMap<String, Long> unsure) {

    /** Before a gateway has said anything. */
    static final Beat NONE = new Beat(0, -1, new TreeSet<>(), new TreeSet<>(), new TreeMap<>());

    private static final String NUMBER = "beat";
    private static final String SEEN = "seen";
    private static final String BEHIND = "behind";
    private static final String UNANSWERED = "unanswered";
    private static final String UNSURE = "unsure";

    static Beat read(JsonNode json) {
        SortedMap<String, Long> unsure = new TreeMap<>();
        json.path(UNSURE)
                .properties()
                .forEach(each -> unsure.put(each.getKey(), each.getValue().asLong()));
        return new Beat(
                json.path(NUMBER).asLong(),
                json.path(SEEN).asLong(-1),
                texts(json.path(BEHIND)),
                texts(json.path(UNANSWERED)),
                unsure);
    }

    private static SortedSet<String> texts(JsonNode list) {
        SortedSet<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(NUMBER, number).put(SEEN, seen);
        ArrayNode tenants = json.putArray(BEHIND);
        behind.forEach(tenants::add);
        ArrayNode waiting = json.putArray(UNANSWERED);
        unanswered.forEach(waiting::add);
        ObjectNode counts = json.putObject(UNSURE);
        unsure.forEach(counts::put);
        return json;
    }

    /** Whether another beat differs by its number only. */
    boolean saysTheSameAs(Beat other) {
        return seen == other.seen
                && behind.equals(other.behind)
                && unanswered.equals(other.unanswered)
                && unsure.equals(other.unsure);
    }

    /** How many requests of a tenant may have changed documents without a copy. */
    long unsureOf(String tenant) {
        return unsure.getOrDefault(tenant, 0L);
    }

    /** Whether requests of a tenant that got no answer are in flight at the gateway. */
    boolean isUnanswered(String tenant) {
        return unanswered.contains(tenant);
    }

    /** Whether nothing is in flight at the gateway that was decided before a placement of a tenant. */
    boolean confirms(String tenant, Placement placement) {
        return seen >= placement.version() && !behind.contains(tenant);
    }
}
