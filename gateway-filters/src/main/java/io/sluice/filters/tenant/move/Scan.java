package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ClusterResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds all documents of a tenant in one place: shard by shard, in the order of their sequence numbers, by requests that each stand alone.
 * A document that was there when the scan began and is not written meanwhile is found; one that is written may be found twice or not at
 * all. Blocks; for one thread.
 */
final class Scan {

    private static final ObjectMapper MAPPER = StoredJson.trees();
    private static final int PAGE = 1_000;
    private static final String SHARDS = "index.number_of_shards";
    private static final String WINDOW = "index.max_result_window";

    private final DocumentPort port;

    /** Takes names of documents, page by page. */
    interface Sink {
        void take(List<DocumentName> names) throws IOException, UnmovableException, InterruptedException;
    }

    Scan(DocumentPort port) {
        this.port = port;
    }

    /** Names all documents. */
    void run(Sink sink) throws IOException, UnmovableException, InterruptedException {
        for (PlacedDocuments.Part part : port.documents().parts()) {
            for (Map.Entry<String, Extent> index : extents(part.expression()).entrySet()) {
                check(
                        port.send("POST", "/" + encoded(index.getKey()) + "/_refresh", null),
                        "refreshed: " + index.getKey());
                for (int shard = 0; shard < index.getValue().shards(); shard++) {
                    shard(index.getKey(), shard, index.getValue().page(), part.query(), sink);
                }
            }
        }
    }

    /**
     * What an index is read by.
     *
     * @param page how many documents of one shard are named in one answer
     */
    private record Extent(int shards, int page) {}

    /** The concrete indices of an expression, hidden ones too. */
    private Map<String, Extent> extents(String expression) throws IOException {
        ClusterResponse answer = port.send(
                "GET",
                "/" + encoded(expression) + "/_settings/" + SHARDS + "," + WINDOW
                        + "?flat_settings=true&ignore_unavailable=true&allow_no_indices=true&expand_wildcards=all",
                null);
        check(answer, "found");
        Map<String, Extent> extents = new TreeMap<>();
        MAPPER.readTree(answer.body()).properties().forEach(index -> {
            JsonNode settings = index.getValue().path("settings");
            int page = Math.min(PAGE, settings.path(WINDOW).asInt(PAGE));
            extents.put(index.getKey(), new Extent(settings.path(SHARDS).asInt(), page));
        });
        return extents;
    }

    private void shard(String index, int shard, int most, String query, Sink sink)
            throws IOException, UnmovableException, InterruptedException {
        String target = "/" + encoded(index) + "/_search?preference=_shards:" + shard
                + "&allow_partial_search_results=false&request_cache=false";
        long last = -1;
        while (true) {
            String body =
                    "{\"size\":" + most + ",\"_source\":false,\"track_total_hits\":false,\"seq_no_primary_term\":true,"
                            + "\"sort\":[{\"_seq_no\":{\"order\":\"asc\",\"unmapped_type\":\"long\"}}],\"query\":{\"bool\":{\"filter\":["
                            + query
                            + ",{\"range\":{\"_seq_no\":{\"gt\":" + last + "}}}]}}}";
            ClusterResponse answer = port.send("POST", target, body);
            check(answer, "read: " + index);
            List<Hit> hits = HitReader.hits(answer.body());
            // In a shard that was shrunk several documents have one number, and a page must not end between them.
            List<Hit> page = hits.size() < most ? hits : withoutLastNumber(hits);
            if (page.isEmpty()) {
                return;
            }
            List<DocumentName> names = new ArrayList<>();
            for (Hit hit : page) {
                DocumentName name = port.documents().name(hit.name());
                if (name != null) {
                    names.add(name);
                }
            }
            sink.take(names);
            last = page.getLast().seqNo();
            if (hits.size() < most) {
                return;
            }
        }
    }

    private static List<Hit> withoutLastNumber(List<Hit> hits) throws IOException {
        long number = hits.getLast().seqNo();
        int end = hits.size();
        while (end > 0 && hits.get(end - 1).seqNo() == number) {
            end--;
        }
        if (end == 0) {
            throw new IOException("too many documents of a shard have one sequence number");
        }
        return hits.subList(0, end);
    }

    private static void check(ClusterResponse answer, String what) throws IOException {
        if (!answer.isSuccess()) {
            JsonNode type = MAPPER.readTree(answer.body()).at("/error/type");
            throw new IOException("indices could not be " + what + ", status " + answer.status() + " " + type.asText());
        }
    }

    private static String encoded(String names) {
        return URLEncoder.encode(names, StandardCharsets.UTF_8)
                .replace("%2C", ",")
                .replace("%2A", "*");
    }
}
