package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
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

    private static final int PAGE = 1_000;
    private static final String SHARDS = "index.number_of_shards";
    private static final String WINDOW = "index.max_result_window";
    private static final String REPLICATION = "index.replication.type";
    /** A pipeline of OpenSearch that may leave documents out of what searches find. */
    private static final String PIPELINE = "index.search.default_pipeline";

    private static final String NO_PIPELINE = "_none";

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
                refresh(index.getKey());
                for (int shard = 0; shard < index.getValue().shards(); shard++) {
                    shard(target(index.getKey(), shard, index.getValue()), index.getValue(), part.query(), sink);
                }
            }
        }
    }

    /**
     * What an index is read by.
     *
     * @param page how many documents of one shard are named in one answer
     * @param replicatesSegments whether replicas copy files some time after a refresh, as OpenSearch may
     * @param pipeline whether searches pass one unless they say otherwise; other servers do not know the parameter
     */
    private record Extent(int shards, int page, boolean replicatesSegments, boolean pipeline) {}

    /** The concrete indices of an expression, hidden ones too. */
    private Map<String, Extent> extents(String expression) throws IOException {
        ClusterResponse answer = port.send(
                "GET",
                "/" + encoded(expression) + "/_settings/" + SHARDS + "," + WINDOW + "," + REPLICATION + "," + PIPELINE
                        + "?flat_settings=true&ignore_unavailable=true&allow_no_indices=true&expand_wildcards=all",
                null);
        check(answer, "found");
        Map<String, Extent> extents = new TreeMap<>();
        StoredJson.tree(answer.body()).properties().forEach(index -> {
            JsonNode settings = index.getValue().path("settings");
            int page = Math.min(PAGE, settings.path(WINDOW).asInt(PAGE));
            boolean segments = settings.path(REPLICATION).asText().equalsIgnoreCase("SEGMENT");
            boolean pipeline = !settings.path(PIPELINE).asText(NO_PIPELINE).equals(NO_PIPELINE);
            extents.put(index.getKey(), new Extent(settings.path(SHARDS).asInt(), page, segments, pipeline));
        });
        return extents;
    }

    /** Lets searches of all copies find what was written, but for replicas that copy files. */
    private void refresh(String index) throws IOException {
        port.refresh("/" + encoded(index) + "/_refresh", index);
    }

    private static String target(String index, int shard, Extent extent) {
        String only = extent.replicatesSegments() ? "%7C_primary" : "";
        return "/" + encoded(index) + "/_search?preference=_shards:" + shard + only
                + "&allow_partial_search_results=false&request_cache=false"
                + (extent.pipeline() ? "&search_pipeline=" + NO_PIPELINE : "");
    }

    private void shard(String target, Extent extent, String query, Sink sink)
            throws IOException, UnmovableException, InterruptedException {
        int most = extent.page();
        long last = -1;
        while (true) {
            // Counted as far as hits are wanted, so that an answer that lacks some shows it.
            String body = "{\"size\":" + most + ",\"_source\":false,\"track_total_hits\":" + most
                    + ",\"seq_no_primary_term\":true,"
                    + "\"sort\":[{\"_seq_no\":{\"order\":\"asc\",\"unmapped_type\":\"long\"}}],\"query\":{\"bool\":{\"filter\":["
                    + query
                    + ",{\"range\":{\"_seq_no\":{\"gt\":" + last + "}}}]}}}";
            ClusterResponse answer = port.send("POST", target, body);
            check(answer, "read: " + target);
            List<Hit> hits = HitReader.hits(answer.body(), most);
            checkOrder(hits, last);
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

    private static void checkOrder(List<Hit> hits, long after) throws IOException {
        long least = after + 1;
        for (Hit hit : hits) {
            if (hit.seqNo() < least) {
                throw new IOException("documents of a shard were not answered in the order of their sequence numbers");
            }
            least = hit.seqNo();
        }
    }

    private static List<Hit> withoutLastNumber(List<Hit> hits) throws UnmovableException {
        long number = hits.getLast().seqNo();
        int end = hits.size();
        while (end > 0 && hits.get(end - 1).seqNo() == number) {
            end--;
        }
        if (end == 0) {
            throw new UnmovableException(
                    "as many documents of a shard may have one sequence number as one search finds, " + hits.size()
                            + "; index.max_result_window must be larger");
        }
        return hits.subList(0, end);
    }

    private static void check(ClusterResponse answer, String what) throws IOException {
        if (!answer.isSuccess()) {
            JsonNode type = StoredJson.tree(answer.body()).at("/error/type");
            throw new IOException("indices could not be " + what + ", status " + answer.status() + " " + type.asText());
        }
    }

    private static String encoded(String names) {
        return URLEncoder.encode(names, StandardCharsets.UTF_8)
                .replace("%2C", ",")
                .replace("%2A", "*");
    }
}
