package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a server has after loads wrote through a queue. */
final class QueuedDocuments {
    private QueuedDocuments() {}

    /**
     * What was acknowledged is there, nothing is there twice, and each counter has its last acknowledged value or a later one.
     *
     * @param loads that have ended
     */
    static void check(ServerPlaces server, List<QueueLoad> loads) throws Exception {
        Map<String, Long> counters = counters(server);
        Map<Long, List<String>> events = new HashMap<>();
        for (JsonNode hit : all(server, "events")) {
            events.computeIfAbsent(hit.at("/_source/n").asLong(), n -> new ArrayList<>())
                    .add(hit.path("_id").asText());
        }

        assertThat(events)
                .as("events by the ids of their documents")
                .allSatisfy((event, ids) -> assertThat(ids).hasSize(1));
        assertThat(union(loads, QueueLoad::acknowledgedEvents)).isNotEmpty().isSubsetOf(events.keySet());
        assertThat(union(loads, QueueLoad::sentEvents)).containsAll(events.keySet());
        for (QueueLoad load : loads) {
            load.acknowledgedCounters()
                    .forEach((id, value) ->
                            assertThat(counters.get(id)).as("counter " + id).isGreaterThanOrEqualTo(value));
        }
        assertThat(union(loads, load -> load.sentCounters().keySet())).containsAll(counters.keySet());
    }

    /** What is in one of two clusters only was not acknowledged: the gateway was killed when one queue had kept it. */
    static void checkAlike(ServerPlaces first, ServerPlaces second, QueueLoad load) throws Exception {
        Set<Long> inOne = events(first);
        Set<Long> inOther = events(second);
        Set<Long> inBoth = new HashSet<>(inOne);
        inBoth.retainAll(inOther);
        Set<Long> differing = new HashSet<>(inOne);
        differing.addAll(inOther);
        differing.removeAll(inBoth);
        System.out.printf("events in one of two clusters only: %d%n", differing.size());
        assertThat(differing).doesNotContainAnyElementsOf(load.acknowledgedEvents());

        Map<String, Long> counters = counters(first);
        counters(second).forEach((id, value) -> {
            long other = counters.getOrDefault(id, 0L);
            if (value != other) {
                assertThat(Math.max(value, other))
                        .as("counter " + id + " in one cluster is " + value + ", in the other " + other)
                        .isGreaterThan(load.acknowledgedCounters().getOrDefault(id, 0L));
            }
        });
    }

    private static Set<Long> events(ServerPlaces server) throws Exception {
        Set<Long> events = new HashSet<>();
        for (JsonNode hit : all(server, "events")) {
            events.add(hit.at("/_source/n").asLong());
        }
        return events;
    }

    private static Map<String, Long> counters(ServerPlaces server) throws Exception {
        Map<String, Long> counters = new HashMap<>();
        for (JsonNode hit : all(server, "counters")) {
            counters.put(hit.path("_id").asText(), hit.at("/_source/n").asLong());
        }
        return counters;
    }

    private static <T> Set<T> union(List<QueueLoad> loads, Function<QueueLoad, Set<T>> of) {
        Set<T> all = new HashSet<>();
        loads.forEach(load -> all.addAll(of.apply(load)));
        return all;
    }

    // Pages that begin behind a document would repeat it where a merge numbers it anew; a scroll sees one state of the
    // index.
    private static List<JsonNode> all(ServerPlaces server, String index) throws Exception {
        server.send("POST", "/" + index + "/_refresh", "");
        List<JsonNode> all = new ArrayList<>();
        StoredDocuments.read(server, index, "\"query\":{\"match_all\":{}}", all::add);
        return all;
    }
}
