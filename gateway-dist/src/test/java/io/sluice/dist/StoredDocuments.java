package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads all documents that a search finds, page by page. */
final class StoredDocuments {

    private static final int PAGE = 5_000;

    private StoredDocuments() {}

    /** Gives every hit of a query, without its source unless it is asked for. */
    static void read(ServerPlaces server, String index, String query, Consumer<JsonNode> hits) throws Exception {
        JsonNode page = server.send(
                "POST",
                "/" + ServerPlaces.encode(index) + "/_search?scroll=2m",
                "{\"size\":" + PAGE + ",\"sort\":[\"_doc\"],\"version\":true," + query + "}");
        String scroll = "{\"scroll_id\":" + page.path("_scroll_id") + "}";
        while (!page.at("/hits/hits").isEmpty()) {
            page.at("/hits/hits").forEach(hits);
            page = server.send("POST", "/_search/scroll?scroll=2m", scroll);
        }
        server.send("DELETE", "/_search/scroll", scroll);
    }

    /**
     * All documents of indices, by index, id and routing; where the id was drawn, by the number in their source.
     *
     * @param family with which the names of the indices begin, left out of what is told
     */
    static Map<String, String> all(ServerPlaces server, String family, String name) throws Exception {
        String index = family + name;
        Map<String, String> documents = new TreeMap<>();
        server.send("POST", "/" + ServerPlaces.encode(index) + "/_refresh", "");
        read(server, index, "\"query\":{\"match_all\":{}}", hit -> {
            String id = hit.path("_id").asText();
            boolean drawn = id.matches("[A-Za-z0-9_-]{20}");
            String key = hit.path("_index").asText().replace(family, "") + " "
                    + (drawn ? "n " + hit.at("/_source/n") : id) + " routed by " + hit.path("_routing");
            String before = documents.put(
                    key, hit.path("_version") + " " + hit.path("_source").toString());
            if (before != null) {
                throw new IllegalStateException(index + " has two documents " + key);
            }
        });
        return documents;
    }
}
