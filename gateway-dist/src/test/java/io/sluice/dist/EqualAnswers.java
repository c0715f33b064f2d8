package io.sluice.dist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compares a tenant's responses with those of a server that holds only this tenant's documents. */
final class EqualAnswers {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Values that are measured or generated per request, or that belong to the server rather than to the documents. */
    private static final Set<String> EXCLUDED = Set.of(
            "took",
            "request_id",
            "_node",
            "creation_date",
            "creation_date_string",
            "creation_time",
            "uuid",
            "index.creation_date",
            "index.uuid",
            "line",
            "col",
            "index_uuid",
            "throttled_millis",
            "throttled",
            "throttled_until",
            "throttled_until_millis",
            "ingest_took",
            "profile",
            // Number of shard results when they were reduced.
            "num_reduce_phases",
            // A server's value covers all its shards.
            "active_shards_percent_as_number",
            // A server's current activity.
            "number_of_pending_tasks");

    /**
     * Of {@code significant_terms}. Once a shard has answered, servers let others in which nothing matches answer without aggregations, and
     * so without how many documents they have: where nothing matches at all it depends on which was first.
     */
    private static final String BACKGROUND = "bg_count";

    /** The gateway leaves out the parameter in shared indices. */
    private static final String TERMINATED_EARLY = "terminated_early";

    /** The location of documents, which tenants do not see. */
    private static final Set<String> NOT_SHOWN = Set.of("node");

    /** Handles: only their presence is compared. */
    private static final Set<String> HANDLES = Set.of("_scroll_id", "pit_id");

    /** In bulk items that the gateway rejects: it does not know the server's version line. */
    private static final Set<String> OF_REJECTED_ITEMS = Set.of("_type", "index", "reason");

    /** How much of the equal text before a difference is shown. */
    private static final int SHOWN = 80;

    private static final String REJECTED = "invalid_index_name_exception";

    /** Values that are generated, or that depend on the shard of a document with a generated id. */
    private static final Set<String> DRAWN = Set.of("_id", "_seq_no", "id");

    /** A shard's warning, which an _msearch has only if the search that caused it ends last. */
    private static final String OF_THE_LAST_SEARCH = "fielddata on the _id field";

    /** The server's own name in the root response. */
    private static final Set<String> NAMES_OF_SERVERS = Set.of("name", "cluster_name", "cluster_uuid");

    /** Shard counts in responses to administration requests. */
    private static final Set<String> OF_SHARDS = Set.of("_shards", "active_primary_shards", "active_shards");

    /** In shared indices, all hits are counted even then. */
    private static final Pattern UNCOUNTED = Pattern.compile("track_total_hits(=|\":\"?)(false|[-0-9])");

    private static final Pattern UPKEEP = Pattern.compile("_(refresh|flush|forcemerge|cache/clear)$|_cluster/health");

    private static final Pattern OF_ONE_INDEX = Pattern.compile("/[^_*]|/_cluster/health/[^_*]");

    private static final Set<String> HEADERS = Set.of("content-type", "x-elastic-product", "warning", "etag");

    private static final Pattern WORD = Pattern.compile("[ ()+]+");
    /**
     * Where others' documents lie in the same index, and a document on another shard than on a server of the tenant's own: sequence
     * numbers count the changes to all documents of a shard; which shards a search leaves out, what each of the parts of a change
     * by query did, and how many shards keep a scroll, depend on what lies there.
     */
    private static final Set<String> OF_PLACES =
            Set.of("_seq_no", "skipped", "batches", "slices", "shard", "num_freed");

    /** In a sliced update or delete by query, the physical id chooses the slice. */
    private static final Set<String> OF_PARTS = Set.of("batches", "slices");

    /** Servers derive it from the index's name, too. */
    private static final String RANDOM_SCORE = "random score function";

    /** Empty if a field pattern had matched only the tenant field. */
    private static final Set<String> OF_PATTERNS = Set.of("highlight", "fields");

    /**
     * A server may give an empty one to an aggregation whose filter it has found to match all or nothing before it searches, which
     * depends on what else a query was completed with.
     */
    private static final String OF_AGGREGATIONS = "meta";

    /**
     * A server drops named queries beside one that does not match the index's name, which it knows before it searches, and says of such a
     * query that it asks for nothing.
     */
    private static final Set<String> OF_KNOWN_NAMES = Set.of("matched_queries", "explanation");

    private static final String NOT_COUNTED =
            "[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate";

    /** Of sums whose parts nearly cancel each other out. */
    private static final double NOTHING = 1e-15;

    private final boolean apart;
    private final boolean ownFields;
    private final boolean oneIndex;
    private final EqualTexts texts;

    /** If false, a search asks one of several shards of an index, and a refresh asks all of them. */
    private final boolean routings;

    /** Sums of doubles depend on the order of documents in a segment in their last digits; scores are floats, and compared whole. */
    private final double tolerance;

    EqualAnswers(EqualLayout layout) {
        this.apart = layout.apart();
        this.ownFields = layout.ownFields();
        this.oneIndex = layout.oneIndexARequest();
        this.texts = new EqualTexts(layout);
        this.routings = layout.routings();
        this.tolerance = apart ? 1e-11 : 1e-9;
    }

    /** What is not equal; empty if everything is. */
    String difference(EqualRequest request, TenantGateway.Answer relayed, TenantGateway.Answer direct) {
        if (relayed.status() != direct.status()) {
            return isFoundOnlyWhereSearched(request, relayed) || isRefusedOnlyWhereNotAllCounted(direct)
                    ? ""
                    : "status";
        }
        for (String header : HEADERS) {
            List<String> one = relayed.whole().headers().allValues(header);
            List<String> other = direct.whole().headers().allValues(header);
            if (!masked(request, one).equals(masked(request, other))) {
                return header + " " + one + " is not " + other;
            }
        }
        if (request.method().equals("HEAD") || relayed.body().equals(direct.body())) {
            return "";
        }
        // Pretty-printed parts of a larger object are indented further.
        boolean pretty = oneIndex && request.target().contains("pretty");
        if (request.target().contains("/_source/") && relayed.status() == 200 && !pretty) {
            return "bytes of the source";
        }
        try {
            JsonNode one = cleaned(request, MAPPER.readTree(relayed.body()));
            JsonNode other = cleaned(request, MAPPER.readTree(direct.body()));
            return one.equals(this::nearly, other) ? "" : where("", one, other);
        } catch (IOException e) {
            return "no JSON: " + e.getMessage();
        }
    }

    /** If a server knows from the index's name that a query matches nothing, it does not report errors in the query. */
    private boolean isExcluded(String name) {
        return EXCLUDED.contains(name) || !apart && name.equals(TERMINATED_EARLY);
    }

    private boolean isFoundOnlyWhereSearched(EqualRequest request, TenantGateway.Answer relayed) {
        return relayed.body().contains("\"query_shard_exception\"") && comparesNames(request);
    }

    /** Where tenants share an index, all hits are counted whatever the request says. */
    private boolean isRefusedOnlyWhereNotAllCounted(TenantGateway.Answer direct) {
        return !apart && direct.status() == 400 && direct.body().contains(NOT_COUNTED);
    }

    /** Whether a server knows what the request compares with the index's name, and the cluster compares it with a keyword. */
    private boolean comparesNames(EqualRequest request) {
        return oneIndex && request.body().contains("\"_index\"");
    }

    private int nearly(JsonNode one, JsonNode other) {
        if (one.isDouble() && other.isDouble()) {
            double most = Math.max(Math.abs(one.doubleValue()), Math.abs(other.doubleValue()));
            double least = Math.max(NOTHING, most * tolerance);
            return Math.abs(one.doubleValue() - other.doubleValue()) <= least ? 0 : 1;
        }
        return one.equals(other) ? 0 : 1;
    }

    private static List<String> masked(EqualRequest request, List<String> texts) {
        return texts.stream()
                .filter(text -> !request.endpoint().endsWith("_msearch") || !text.contains(OF_THE_LAST_SEARCH))
                .map(EqualTexts::withoutDrawn)
                .sorted()
                .toList();
    }

    private JsonNode cleaned(EqualRequest request, JsonNode answer) {
        JsonNode clean = clean(request, answer, request.endpoint().endsWith(" /"));
        if (request.endpoint().contains("_cat/indices")) {
            return sortedRows(clean);
        }
        if (!request.total()) {
            List<JsonNode> answers = new ArrayList<>();
            answers.add(clean);
            clean.path("responses").forEach(answers::add);
            answers.forEach(EqualAnswers::groupEqualKeys);
        }
        return clean;
    }

    private JsonNode clean(EqualRequest request, JsonNode value, boolean greeting) {
        if (value.isArray()) {
            ArrayNode array = MAPPER.createArrayNode();
            value.forEach(element -> array.add(clean(request, element, greeting)));
            return array;
        }
        if (value.isTextual()) {
            return TextNode.valueOf(texts.masked(value.asText()));
        }
        if (!value.isObject()) {
            return value;
        }
        if (value.has("failed_shards")) {
            return failure(value);
        }
        if (!apart && EqualWrapped.isError(value)) {
            return clean(request, EqualWrapped.inside((ObjectNode) value), greeting);
        }
        if (value.path("resource.id").asText().equals("_all")) {
            ((ObjectNode) value).put("resource.id", "*").put("index", "*");
        }
        ObjectNode object = MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            boolean left = isExcluded(name)
                    || NOT_SHOWN.contains(name)
                    || !apart && isOfPlaces(request, name)
                    || OF_KNOWN_NAMES.contains(name) && comparesNames(request)
                    || OF_SHARDS.contains(name) && isOfOtherShards(request)
                    || !ownFields && name.equals("_shards") && isPage(request)
                    || name.equals(BACKGROUND) && value.path("doc_count").asInt() == 0
                    || !ownFields
                            && name.equals("total")
                            && UNCOUNTED.matcher(request.toString()).find()
                    || greeting && NAMES_OF_SERVERS.contains(name)
                    || name.equals("value")
                            && value.path("description").asText().startsWith(RANDOM_SCORE);
            if (HANDLES.contains(name) || request.draws() && DRAWN.contains(name)) {
                object.put(name, "*");
            } else if (member.getValue().isEmpty() && mayBeEmpty(name)) {
                continue;
            } else if (!left && !isOfRejectedItem(request, value, name)) {
                object.set(name, inOrder(request, name, clean(request, member.getValue(), greeting)));
            }
        }
        return object;
    }

    /** Administration covers all shards of a physical index, which may hold several indices. */
    private boolean isOfOtherShards(EqualRequest request) {
        boolean all = !OF_ONE_INDEX.matcher(request.target()).lookingAt();
        return UPKEEP.matcher(request.endpoint()).find() && (!routings || oneIndex && all);
    }

    // A page of a scroll counts the shards that keep it; the first answer counts those that were left out, too.
    private static boolean isPage(EqualRequest request) {
        return request.target().startsWith("/_search/scroll");
    }

    private boolean isOfPlaces(EqualRequest request, String name) {
        boolean ofParts = OF_PARTS.contains(name) && request.target().contains("slices=");
        return ownFields ? name.equals("_seq_no") || ofParts : OF_PLACES.contains(name);
    }

    private boolean mayBeEmpty(String name) {
        return !ownFields && OF_PATTERNS.contains(name) || !apart && name.equals(OF_AGGREGATIONS);
    }

    /** If a search failed on several shards, the first shard to fail may differ; in shared indices, also the phase. */
    private JsonNode failure(JsonNode error) {
        Set<String> types = new TreeSet<>();
        error.path("root_cause").forEach(cause -> types.add(cause.path("type").asText()));
        return MAPPER.createObjectNode()
                .put("type", error.path("type").asText())
                .put("phase", apart ? error.path("phase").asText() : "")
                .put("causes", types.toString());
    }

    private static boolean isOfRejectedItem(EqualRequest request, JsonNode object, String name) {
        return request.endpoint().contains("_bulk")
                && OF_REJECTED_ITEMS.contains(name)
                && (REJECTED.equals(object.path("type").asText())
                        || REJECTED.equals(object.at("/error/type").asText()));
    }

    /**
     * The parts of an explanation, the fields of a query in its texts, the failures of a change by query, and rare terms of equal count
     * stand in any order; at a point in time the last value of a sort is where the document lies. Where it lies elsewhere on the other server, buckets of variable width, which each shard draws by itself,
     * are compared by how many documents are in all of them.
     */
    private JsonNode inOrder(EqualRequest request, String name, JsonNode value) {
        boolean open = name.equals("details")
                || name.equals("failures") && request.endpoint().endsWith("_by_query")
                || name.equals("buckets") && request.body().contains("\"rare_terms\"");
        if (open && value.isArray()) {
            List<JsonNode> parts = new ArrayList<>();
            value.forEach(parts::add);
            parts.sort(Comparator.comparing(JsonNode::toString));
            return MAPPER.valueToTree(parts);
        }
        if (value.isTextual() && (name.equals("description") || name.equals("explanation"))) {
            return MAPPER.valueToTree(
                    Stream.of(WORD.split(value.asText())).sorted().toList());
        }
        if (name.equals("buckets") && !ownFields && request.body().contains("\"variable_width_histogram\"")) {
            return MAPPER.valueToTree(value.findValuesAsText("doc_count").stream()
                    .mapToInt(Integer::parseInt)
                    .sum());
        }
        if (name.equals("inner_hits")) {
            value.forEach(hits -> hits.at("/hits/hits").forEach(hit -> ((ObjectNode) hit).remove("sort")));
        }
        if (name.equals("sort") && value.size() == 3 && request.body().contains("\"pit\"")) {
            ((ArrayNode) value).remove(2);
        }
        return value;
    }

    private static JsonNode sortedRows(JsonNode rows) {
        if (!rows.isArray()) {
            return rows;
        }
        Set<String> sorted = new TreeSet<>();
        rows.forEach(row -> sorted.add(row.toString()));
        return MAPPER.valueToTree(sorted);
    }

    /**
     * If the order of hits is undefined: sets of hits by sort key; for the first and last key, which a page may cut,
     * only their number.
     */
    private static void groupEqualKeys(JsonNode answer) {
        JsonNode hits = answer.at("/hits/hits");
        if (!hits.isArray()) {
            return;
        }
        List<String> keys = new ArrayList<>();
        Map<Integer, List<String>> groups = new TreeMap<>();
        for (JsonNode hit : hits) {
            String key = hit.has("sort")
                    ? hit.get("sort").toString()
                    : hit.path("_score").toString();
            if (keys.isEmpty() || !keys.getLast().equals(key)) {
                keys.add(key);
            }
            groups.computeIfAbsent(keys.size() - 1, number -> new ArrayList<>()).add(ordered(hit));
        }
        ArrayNode grouped = MAPPER.createArrayNode();
        groups.forEach((number, group) -> {
            group.sort(Comparator.naturalOrder());
            boolean cut = number == 0 || number == keys.size() - 1;
            grouped.add(keys.get(number)).add(cut ? MAPPER.valueToTree(group.size()) : MAPPER.valueToTree(group));
        });
        ((ObjectNode) answer.get("hits")).set("hits", grouped);
    }

    /** A value as text, independent of the order of members. */
    private static String ordered(JsonNode value) {
        try {
            Object plain = MAPPER.convertValue(value, Object.class);
            return MAPPER.writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).writeValueAsString(plain);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String where(String path, JsonNode one, JsonNode other) {
        if (one.isObject() && other.isObject()) {
            Set<String> names = new TreeSet<>();
            one.fieldNames().forEachRemaining(names::add);
            other.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                if (!one.path(name).equals(this::nearly, other.path(name))) {
                    return where(path + "/" + name, one.path(name), other.path(name));
                }
            }
        }
        if (one.isArray() && other.isArray() && one.size() == other.size()) {
            Iterator<JsonNode> others = other.iterator();
            int at = 0;
            for (JsonNode element : one) {
                JsonNode against = others.next();
                if (!element.equals(this::nearly, against)) {
                    return where(path + "/" + at, element, against);
                }
                at++;
            }
        }
        String first = one.toString();
        String second = other.toString();
        int equal = 0;
        while (equal < Math.min(first.length(), second.length()) && first.charAt(equal) == second.charAt(equal)) {
            equal++;
        }
        int from = equal > SHOWN ? equal - SHOWN : 0;
        return path + ": " + first.substring(from) + " is not " + second.substring(from);
    }
}
