package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The places that {@link MovingTenantsIT} configures, in the order of the moves, and what lies there of the tenant {@code acme}. */
enum MovingStorage {
    OWN("default", "acme.logs", true),
    SHARED("shared", "logs", false),
    NESTED("nested", "t-acme", false),
    OTHER("other", "acme.logs", false),
    NESTED_AGAIN("nested", "t-acme", false),
    SHARED_AGAIN("shared", "logs", false);

    /** A document without a value, written on conditions around each move that lets clients read on. */
    static final String CONDITIONAL = "conditional";

    /** How many documents there are that nobody changes: {@code before-0} and so on. */
    static final int BEFORE = Integer.getInteger("sluice.moves.documents", 1_000);

    private final String place;
    private final String index;
    private final boolean first;

    MovingStorage(String place, String index, boolean first) {
        this.place = place;
        this.index = index;
        this.first = first;
    }

    MovingStorage next() {
        return values()[(ordinal() + 1) % values().length];
    }

    /** The name in the table. */
    String place() {
        return place;
    }

    /** Whether it is in the cluster of the table. */
    boolean isFirst() {
        return first;
    }

    /** Makes the indices of the first place and of the shared one, and the documents that nobody changes. */
    static void prepare(ServerPlaces first, ServerPlaces second, int replicas) throws Exception {
        String index =
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":%d},\"mappings\":{\"dynamic\":\"false\","
                        + "\"properties\":{\"n\":{\"type\":\"integer\"}%s}}}";
        first.send(
                "PUT",
                "/_index_template/replicas",
                "{\"index_patterns\":[\"acme.*\"],\"template\":{\"settings\":{\"number_of_replicas\":" + replicas
                        + "}}}");
        first.send("PUT", "/acme.logs", index.formatted(replicas, ""));
        second.send("PUT", "/logs", index.formatted(0, ",\"tenant_id\":{\"type\":\"keyword\"}"));
        // One without any mapping, as an update of a missing document leaves it behind.
        first.send("PUT", "/acme.empty", "");
        second.send("PUT", "/empty", index.formatted(0, ",\"tenant_id\":{\"type\":\"keyword\"}"));
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < BEFORE; i++) {
            bulk.append("{\"index\":{\"_id\":\"before-")
                    .append(i)
                    .append("\"}}\n{\"n\":")
                    .append(i)
                    .append("}\n");
        }
        first.bulk("/acme.logs/_bulk", bulk.toString());
        second.bulk("/logs/_bulk?refresh=true", "{\"index\":{\"_id\":\"bolt:1\"}}\n{\"n\":1,\"tenant_id\":\"bolt\"}\n");
    }

    /** Checks what is there. It is read at the cluster itself, so that a document that is there twice would be seen. */
    void assertHas(MovingLoad load, ServerPlaces server) throws Exception {
        Map<String, Integer> found = documents(server);
        for (int i = 0; i < BEFORE; i++) {
            assertThat(found.remove("before-" + i)).isEqualTo(i);
        }
        assertThat(found.remove(CONDITIONAL)).isZero();
        Map<String, List<Integer>> expected = load.expected();
        expected.forEach((id, possible) -> assertThat(possible).as(id).contains(found.getOrDefault(id, 0)));
        found.keySet().removeAll(expected.keySet());
        // Documents with drawn ids whose writes were not answered.
        assertThat(found).hasSizeLessThanOrEqualTo(load.unanswered());
    }

    private Map<String, Integer> documents(ServerPlaces server) throws Exception {
        server.send("POST", "/" + index + "/_refresh", "");
        Map<String, Integer> found = new TreeMap<>();
        String prefix = index.equals("logs") ? "acme:" : index.equals("t-acme") ? "logs:" : "";
        String query = index.equals("logs") ? "{\"term\":{\"tenant_id\":\"acme\"}}" : "{\"match_all\":{}}";
        StoredDocuments.read(server, index, "\"query\":" + query, hit -> {
            JsonNode source = prefix.equals("logs:") ? hit.at("/_source/logs") : hit.path("_source");
            String id = hit.path("_id").asText().substring(prefix.length());
            assertThat(found.put(id, source.path("n").asInt())).as(id).isNull();
        });
        return found;
    }
}
