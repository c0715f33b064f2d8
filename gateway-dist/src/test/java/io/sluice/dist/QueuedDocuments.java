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
    private static final int PAGE = 5_000;

    private QueuedDocuments() {}

    /**
     * What was acknowledged is there, nothing is there twice, and each counter has its last acknowledged value or a later one.
     *
     * @param loads that have ended
     */
    static void check(ServerPlaces server, List<QueueLoad> loads) throws Exception {
        server.send("POST", "/counters,events/_refresh", "");
        Map<String, Long> counters = new HashMap<>();
        Map<Long, Integer> events = new HashMap<>();
        for (JsonNode hit : all(server, "counters")) {
            counters.put(hit.path("_id").asText(), hit.at("/_source/n").asLong());
        }
        for (JsonNode hit : all(server, "events")) {
            events.merge(hit.at("/_source/n").asLong(), 1, Integer::sum);
        }

        assertThat(events.values()).as("events that are there more than once").allMatch(times -> times == 1);
        assertThat(union(loads, QueueLoad::acknowledgedEvents)).isNotEmpty().isSubsetOf(events.keySet());
        assertThat(union(loads, QueueLoad::sentEvents)).containsAll(events.keySet());
        for (QueueLoad load : loads) {
            load.acknowledgedCounters()
                    .forEach((id, value) ->
                            assertThat(counters.get(id)).as("counter " + id).isGreaterThanOrEqualTo(value));
        }
        assertThat(union(loads, load -> load.sentCounters().keySet())).containsAll(counters.keySet());
    }

    private static <T> Set<T> union(List<QueueLoad> loads, Function<QueueLoad, Set<T>> of) {
        Set<T> all = new HashSet<>();
        loads.forEach(load -> all.addAll(of.apply(load)));
        return all;
    }

    private static List<JsonNode> all(ServerPlaces server, String index) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        while (true) {
            String search = "{\"size\":" + PAGE + ",\"sort\":[\"n\",\"_doc\"]" + after + "}";
            JsonNode hits =
                    server.send("POST", "/" + index + "/_search", search).at("/hits/hits");
            hits.forEach(all::add);
            if (hits.size() < PAGE) {
                return all;
            }
            after = ",\"search_after\":" + hits.get(PAGE - 1).path("sort");
        }
    }
}
