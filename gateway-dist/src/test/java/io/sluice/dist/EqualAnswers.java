package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
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

/** Compares what a tenant was answered with what a server answered that has this tenant's documents only. */
final class EqualAnswers {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What is measured or drawn for one request, or is of the server and not of the documents. */
    private static final Set<String> EXCLUDED = Set.of(
            "took",
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
            "ingest_took");

    /** Where documents lie, which tenants are not told. */
    private static final Set<String> NOT_SHOWN = Set.of("_shard", "_node", "node");

    /** Handles: that there is one is compared. */
    private static final Set<String> HANDLES = Set.of("_scroll_id", "pit_id");

    /** In items of bulks that the gateway rejects, which does not know the server's line. */
    private static final Set<String> OF_REJECTED_ITEMS = Set.of("_type", "index", "reason");

    /** Of what is equal before a difference so much is shown. */
    private static final int SHOWN = 80;

    private static final String REJECTED = "invalid_index_name_exception";

    /** What is drawn, or depends on which shard a document with a drawn id came to. */
    private static final Set<String> DRAWN = Set.of("_id", "_seq_no", "id");

    /** Of the greeting, what is the server's own name. */
    private static final Set<String> NAMES_OF_SERVERS = Set.of("name", "cluster_name", "cluster_uuid");

    private static final Set<String> HEADERS = Set.of("content-type", "x-elastic-product", "warning", "etag");

    /** Ids of indices, nodes and contexts, numbers of documents within a segment, and the request's path, in texts. */
    private static final Pattern DRAWN_IN_TEXTS = Pattern.compile(
            "(?<=[\\[/{ ])[A-Za-z0-9_-]{22}(?=[]/} ])|(?<= in )\\d+(?=\\))|(?<=doc=)\\d+|(?<=match id )\\d+|(?<=in range from )\\d+ to \\d+|@[0-9a-f]{6,8}\\b|(?<=\\[)\\d+:\\d+(?=])"
                    + "|(?<=context found for id \\[)\\d+|(?<=^request \\[)[^\\]]*");

    private static final Pattern NUMBER_OF_CHANGE = Pattern.compile("(?<=[sS]eqNo \\[)\\d+(?=])");

    /** What a server says around the error of a query that was completed with a filter. */
    private static final Pattern AROUND =
            Pattern.compile("\\[\\d+:\\d+] \\[bool] failed to parse field \\[must]|Failed to parse");

    /** All indices of a tenant are those of some names, so that one is told what is said of names. */
    private static final String NOTHING_AT_ALL = "[_all] and no indices exist";

    private static final Pattern WORD = Pattern.compile("[ ()+]+");
    private static final Pattern NUMBER = Pattern.compile(";?\\d+: |;$");

    /**
     * Where others' documents lie in the same index, and a document on another shard than on a server of the tenant's own: sequence
     * numbers count the changes to all documents of a shard; which shards a search leaves out, and what each of the parts of a change
     * by query did, hangs on what lies there.
     */
    private static final Set<String> OF_PLACES =
            Set.of("_seq_no", "skipped", "batches", "slices", "shard", "num_reduce_phases");

    /** They are empty where a pattern of fields had matched nothing but the field that says whose a document is. */
    private static final Set<String> OF_PATTERNS = Set.of("highlight", "fields");

    private final boolean apart;

    /** Sums of doubles hang on the order of documents in a segment in their last digits; scores are floats, and compared whole. */
    private final double tolerance;

    /** Compares answers of a layout in which indices lie apart or do not, see {@link EqualLayout#apart()}. */
    EqualAnswers(boolean apart) {
        this.apart = apart;
        this.tolerance = apart ? 1e-11 : 1e-9;
    }

    /** What is not equal; empty if everything is. */
    String difference(EqualRequest request, TenantGateway.Answer relayed, TenantGateway.Answer direct) {
        if (relayed.status() != direct.status()) {
            return "status";
        }
        for (String header : HEADERS) {
            if (header.equals("x-elastic-product") && isOwn(request, relayed)) {
                continue;
            }
            List<String> one = relayed.whole().headers().allValues(header);
            if (!masked(one).equals(masked(direct.whole().headers().allValues(header)))) {
                return header + " " + one;
            }
        }
        if (request.method().equals("HEAD") || relayed.body().equals(direct.body())) {
            return "";
        }
        if (request.target().contains("/_source/") && relayed.status() == 200) {
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

    /** True iff the gateway sent nothing on, because it rejects every item of a bulk; it does not know the server's product. */
    private static boolean isOwn(EqualRequest request, TenantGateway.Answer relayed) {
        return request.endpoint().contains("_bulk")
                && relayed.status() == 200
                && relayed.body().split(REJECTED, -1).length == relayed.body().split("\"status\" ?:", -1).length;
    }

    private int nearly(JsonNode one, JsonNode other) {
        if (one.isDouble() && other.isDouble()) {
            double most = Math.max(Math.abs(one.doubleValue()), Math.abs(other.doubleValue()));
            return Math.abs(one.doubleValue() - other.doubleValue()) <= most * tolerance ? 0 : 1;
        }
        return one.equals(other) ? 0 : 1;
    }

    private static List<String> masked(List<String> texts) {
        return texts.stream()
                .map(text -> DRAWN_IN_TEXTS.matcher(text).replaceAll("*"))
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
            String text = value.asText();
            if (!apart) {
                text = NUMBER_OF_CHANGE.matcher(text).replaceAll("*");
            }
            text = DRAWN_IN_TEXTS.matcher(text.replace(NOTHING_AT_ALL, "[*]")).replaceAll("*");
            return TextNode.valueOf(text.startsWith("Validation Failed: ") ? findings(text) : text);
        }
        if (!value.isObject()) {
            return value;
        }
        if (value.has("failed_shards")) {
            return failure(value);
        }
        if (!apart && isAround(value)) {
            return clean(request, inside((ObjectNode) value), greeting);
        }
        if (value.path("resource.id").asText().equals("_all")) {
            ((ObjectNode) value).put("resource.id", "*").put("index", "*");
        }
        ObjectNode object = MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            boolean left = EXCLUDED.contains(name)
                    || NOT_SHOWN.contains(name)
                    || !apart && OF_PLACES.contains(name)
                    || greeting && NAMES_OF_SERVERS.contains(name);
            if (HANDLES.contains(name) || request.draws() && DRAWN.contains(name)) {
                object.put(name, "*");
            } else if (!apart && OF_PATTERNS.contains(name) && member.getValue().isEmpty()) {
                continue;
            } else if (!left && !isOfRejectedItem(request, value, name)) {
                object.set(name, inOrder(request, name, clean(request, member.getValue(), greeting)));
            }
        }
        return object;
    }

    /** The error of a query itself, out of what a server says of the query that it was completed to. */
    private static ObjectNode inside(ObjectNode error) {
        ObjectNode told = error.deepCopy();
        ObjectNode cause = error;
        while (isAround(cause)) {
            cause = (ObjectNode) cause.get("caused_by");
        }
        told.remove(List.of("type", "reason", "caused_by"));
        if (AROUND.matcher(error.at("/root_cause/0/reason").asText()).matches()) {
            ObjectNode root = cause.deepCopy();
            root.remove("caused_by");
            told.putArray("root_cause").add(root);
        }
        return told.setAll(cause);
    }

    private static boolean isAround(JsonNode error) {
        return AROUND.matcher(error.path("reason").asText()).matches() && error.has("caused_by");
    }

    /** A bulk is refused for what is wrong with any item; items that the gateway rejects are not among them. */
    private static String findings(String text) {
        return new TreeSet<>(List.of(NUMBER.split(text))).toString();
    }

    /** Of a search that failed on several shards, which of them spoke first is open. */
    private static JsonNode failure(JsonNode error) {
        Set<String> types = new TreeSet<>();
        error.path("root_cause").forEach(cause -> types.add(cause.path("type").asText()));
        return MAPPER.createObjectNode()
                .put("type", error.path("type").asText())
                .put("phase", error.path("phase").asText())
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
        if (name.equals("buckets") && !apart && request.body().contains("\"variable_width_histogram\"")) {
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

    /** Where the order of hits is open: sets of hits by their key; of the first and last key, which a page may cut, the number only. */
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
            groups.computeIfAbsent(keys.size() - 1, number -> new ArrayList<>()).add(hit.toString());
        }
        ArrayNode grouped = MAPPER.createArrayNode();
        groups.forEach((number, group) -> {
            group.sort(Comparator.naturalOrder());
            boolean cut = number == 0 || number == keys.size() - 1;
            grouped.add(keys.get(number)).add(cut ? MAPPER.valueToTree(group.size()) : MAPPER.valueToTree(group));
        });
        ((ObjectNode) answer.get("hits")).set("hits", grouped);
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
