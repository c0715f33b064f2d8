package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code filter_path} leaves of a tenant's answer what it leaves where the index is the client's own, or is denied; and never takes
 * away what a document is checked by.
 */
@Tag("slow")
class FilteredAnswersTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CASES = 4000;

    /** Members of documents, some of them called like something of the cluster's. */
    private static final String[] NAMES = {"a", "b", "logs", "fields", "_source", "hits"};

    /** Parts of documents: what stands in them is told from documents only where all of the hit is shown. */
    private static final String[] NAMES_IN_PARTS = {"p", "q"};

    private static final String[] AT_ANY_DEPTH = {
        "a", "b", "_id", "_index", "total", "fields", "hits", "key", "logs", "c"
    };

    /** How the cluster has a document that the client calls {@code logs/1}. */
    private enum Stored {
        OWN("", "logs", "1"),
        PER_TENANT("indexPerTenant: { indices: [logs] }", "acme.logs", "1"),
        SHARED("shared: { indices: [logs] }", "logs", "acme:1"),
        NESTED("nested: { indices: [logs], template: \"t-{tenant}\" }", "t-acme", "logs:1");

        private final String layout;
        private final String index;
        private final String id;

        Stored(String layout, String index, String id) {
            this.layout = layout;
            this.index = index;
            this.id = id;
        }

        FilterHarness harness() {
            return FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWN")
    void haveWhatTheyHaveFromAnIndexOfItsOwn(Stored stored) throws Exception {
        try (FilterHarness harness = stored.harness()) {
            compare(stored, harness, System.nanoTime());
        }
    }

    /**
     * Seeds that failed: {@code -*.*.*._index} means signs of documents, and highlights of a field; {@code -aggregations.*.hits.hits._nested.**}
     * hides what parts of documents are known by.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWN")
    void haveWhatTheyHadNotOnce(Stored stored) throws Exception {
        try (FilterHarness harness = stored.harness()) {
            compare(stored, harness, 22_377_483_237_941L);
            compare(stored, harness, 20_267_093_413_798L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, -**.c",
        "MGET, -docs.**.c",
        "SEARCH, -hits.hits.**.c",
        "SEARCH, -aggregations.x.hits.hits.**.c",
        "SEARCH, -hits.hits.**.*",
        "MSEARCH, -responses.hits.hits.**.c"
    })
    void areNotDeniedForWhatNoSignIsCalled(Kind kind, String paths) throws Exception {
        try (FilterHarness harness = Stored.SHARED.harness()) {
            HarnessResult asked = call(harness, kind, paths).send();

            assertThat(asked.status()).isNotEqualTo(403);
            assertThat(Objects.requireNonNull(asked.upstreamHead()).target().parameter("filter_path"))
                    .isEqualTo(paths);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SEARCH, -**._nes*",
        "SEARCH, '-**.field,-**.offset'",
        "SEARCH, -aggregations.*.hits.hits._nested.**",
        "MSEARCH, -responses.aggregations.x.hits.hits.**.*"
    })
    void areDeniedForWhatTellsAPartFromAWhole(Kind kind, String paths) throws Exception {
        try (FilterHarness harness = Stored.SHARED.harness()) {
            assertThat(call(harness, kind, paths).send().status()).isEqualTo(403);
        }
    }

    private static void compare(Stored stored, FilterHarness harness, long seed) throws Exception {
        RandomGenerator random = new Random(seed);
        int translated = 0;
        for (int i = 0; i < CASES; i++) {
            long answer = random.nextLong();
            FilteredTree.Server server = FilteredTree.Server.values()[random.nextInt(2)];
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            // An update that shows of its document what a path does not hide may show that nothing is left.
            if (kind == Kind.BULK && stored == Stored.SHARED) {
                continue;
            }
            JsonNode own = new Answers(new Random(answer), Stored.OWN).answer(kind);
            JsonNode sentBack = new Answers(new Random(answer), stored).answer(kind);
            String paths = paths(own, random);
            // The tenant's mark is all that such a document has, and the gateway takes it away.
            if (stored == Stored.SHARED
                    && server == FilteredTree.Server.KEEPS_EMPTY
                    && own.toString().contains("\"_source\":{}")) {
                continue;
            }
            HarnessCall call = call(harness, kind, paths);
            HarnessResult asked = call.send();
            if (asked.status() == 403) {
                continue;
            }
            String sent = Objects.requireNonNull(asked.upstreamHead().target().parameter("filter_path"));
            translated += sent.equals(paths) ? 0 : 1;
            JsonNode shown = JSON.readTree(call.upstream(
                            200,
                            "application/json",
                            FilteredTree.of(sentBack, sent, server).toString())
                    .send()
                    .body());
            assertThat(shown)
                    .as("seed %d, %s, %s, paths %s, sent as %s, of %s", seed, kind, server, paths, sent, own)
                    .isEqualTo(FilteredTree.of(own, paths, server));
        }
        assertThat(translated).as("seed %d", seed).isGreaterThan(CASES / 20);
    }

    private enum Kind {
        GET,
        MGET,
        SEARCH,
        MSEARCH,
        BULK
    }

    /** Documents that a cluster shows by a fault of it, or of what let the request through. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PER_TENANT | SEARCH | hits.hits._source                     | victim.logs | 1
            PER_TENANT | MGET   | docs._source                          | victim.logs | 1
            PER_TENANT | GET    | _source                               | victim.logs | 1
            PER_TENANT | SEARCH | hits.hits._source,-hits.hits._index   | victim.logs | 1
            SHARED     | SEARCH | hits.hits._source                     | logs        | victim:1
            SHARED     | MSEARCH | responses.hits.hits.fields           | logs        | victim:1
            SHARED     | SEARCH | **._source                            | logs        | victim:1
            SHARED     | SEARCH | aggregations.x.hits.hits.sort         | logs        | victim:1
            SHARED     | MGET   | docs._source,-docs._id                | logs        | victim:1
            SHARED     | GET    | _source.a                             | logs        | victim:1
            NESTED     | SEARCH | hits.hits._source                     | t-victim    | logs:1
            """)
    void refusesADocumentOfAnotherTenant(Stored stored, Kind kind, String paths, String index, String id)
            throws Exception {
        String document =
                "{\"_index\":\"%s\",\"_id\":\"%s\",\"_source\":{\"a\":\"secret\"},\"fields\":{\"a\":[\"secret\"]},\"sort\":[\"secret\"]}"
                        .formatted(index, id);
        String hits = "{\"hits\":{\"hits\":[" + document + "]}}";
        String answer = switch (kind) {
            case GET -> document;
            case MGET -> "{\"docs\":[" + document + "]}";
            case MSEARCH -> "{\"responses\":[" + hits + "]}";
            default -> paths.startsWith("aggregations") ? "{\"aggregations\":{\"x\":" + hits + "}}" : hits;
        };
        try (FilterHarness harness = stored.harness()) {
            HarnessCall call = call(harness, kind, paths);
            HarnessResult asked = call.send();
            if (asked.status() == 403) {
                return;
            }
            String sent = Objects.requireNonNull(asked.upstreamHead().target().parameter("filter_path"));
            HarnessResult result = call.upstream(
                            200,
                            "application/json",
                            FilteredTree.of(JSON.readTree(answer), sent, FilteredTree.Server.DROPS_EMPTY)
                                    .toString())
                    .send();
            assertThat(result.body()).doesNotContain("secret");
            assertThat(result.status()).isEqualTo(502);
            // A server that leaves the signs out all the same.
            HarnessResult unsigned = call.upstream(
                            200,
                            "application/json",
                            FilteredTree.of(
                                            JSON.readTree(answer),
                                            "-**._index,-**._id,-_index,-_id",
                                            FilteredTree.Server.DROPS_EMPTY)
                                    .toString())
                    .send();
            assertThat(unsigned.body()).doesNotContain("secret");
        }
    }

    private static HarnessCall acme(FilterHarness harness, String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    private static HarnessCall call(FilterHarness harness, Kind kind, String paths) {
        String query = "?filter_path=" + URLEncoder.encode(paths, StandardCharsets.UTF_8);
        String aggregations = "{\"aggs\":{\"x\":{\"top_hits\":{}},\"y\":{\"terms\":{\"field\":\"a\"}}}}";
        return switch (kind) {
            case GET -> acme(harness, "GET", "/logs/_doc/1" + query);
            case MGET ->
                acme(harness, "POST", "/_mget" + query).body("{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"}]}");
            case SEARCH -> acme(harness, "POST", "/logs/_search" + query).body(aggregations);
            case MSEARCH -> acme(harness, "POST", "/logs/_msearch" + query).body("{}\n" + aggregations + "\n");
            case BULK ->
                acme(harness, "POST", "/logs/_bulk" + query)
                        .body("{\"update\":{\"_id\":\"1\"}}\n{\"doc\":{},\"_source\":true}\n");
        };
    }

    // A path that is there, more or less.
    private static String paths(JsonNode answer, RandomGenerator random) {
        List<String> paths = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            List<String> path = new ArrayList<>();
            JsonNode at = answer;
            while (!(at.isValueNode() || at.isEmpty()) && random.nextInt(12) > 0) {
                List<String> names = new ArrayList<>();
                at.fieldNames().forEachRemaining(names::add);
                String name = at.isArray() ? "" : names.get(random.nextInt(names.size()));
                at = at.isArray() ? at.get(random.nextInt(at.size())) : at.get(name);
                if (!name.isEmpty()) {
                    path.add(segment(name, random));
                }
            }
            // What stands in parts of documents is not found at any depth.
            path.removeIf(segment -> List.of(NAMES_IN_PARTS).contains(segment) && path.contains("**"));
            if (random.nextInt(6) == 0) {
                path.subList(random.nextInt(path.size() + 1), path.size()).clear();
                path.add("**");
                path.add(AT_ANY_DEPTH[random.nextInt(AT_ANY_DEPTH.length)]);
            }
            paths.add((random.nextInt(3) == 0 ? "-" : "") + (path.isEmpty() ? "took" : String.join(".", path)));
        }
        return String.join(",", paths);
    }

    private static String segment(String name, RandomGenerator random) {
        String written = name.replace(".", "\\.");
        return switch (random.nextInt(16)) {
            case 0 -> "*";
            case 1 -> written.charAt(0) + "*";
            case 2 -> "*" + written.charAt(written.length() - 1);
            case 3 -> "**";
            case 4 -> NAMES[random.nextInt(NAMES.length)];
            default -> written;
        };
    }

    /** Random answers, as an index of its own gives them, or as the cluster does. */
    private record Answers(RandomGenerator random, Stored stored) {

        private boolean nested() {
            return stored == Stored.NESTED;
        }

        JsonNode answer(Kind kind) {
            ObjectNode answer = JSON.createObjectNode();
            switch (kind) {
                case GET -> answer.setAll(got());
                case MGET -> answer.putArray("docs").add(got());
                case SEARCH -> answer.setAll(search());
                case MSEARCH -> answer.put("took", 1).putArray("responses").add(search().put("status", 200));
                case BULK -> {
                    ObjectNode item = identified().put("status", 200);
                    item.putObject("get").put("found", true).set("_source", source(document(0, NAMES)));
                    answer.put("took", 1).putArray("items").addObject().set("update", item);
                }
            }
            return answer;
        }

        private ObjectNode search() {
            ObjectNode search = JSON.createObjectNode().put("took", 1).put("timed_out", false);
            search.set("hits", hits(0, false));
            if (random.nextBoolean()) {
                ObjectNode aggregations = search.putObject("aggregations");
                aggregations.putObject("x").set("hits", hits(1, random.nextBoolean()));
                ObjectNode bucket =
                        aggregations.putObject("y").putArray("buckets").addObject();
                bucket.put("key", "k").put("doc_count", 1).putObject("a").put("value", 1);
            }
            return search;
        }

        private ObjectNode hits(int depth, boolean parts) {
            ObjectNode hits = JSON.createObjectNode();
            hits.putObject("total").put("value", 1).put("relation", "eq");
            var list = hits.put("max_score", 1).putArray("hits");
            for (int i = random.nextInt(3); i > 0; i--) {
                list.add(hit(depth, parts));
            }
            return hits;
        }

        private ObjectNode hit(int depth, boolean part) {
            ObjectNode hit = identified();
            if (part) {
                if (random.nextBoolean()) {
                    // So Elasticsearch 8 writes hits below a nested aggregation.
                    hit.remove("_id");
                }
                hit.putObject("_nested").put("field", field("c")).put("offset", 0);
            }
            hit.put("_score", 1);
            if (random.nextInt(5) > 0) {
                ObjectNode document = document(0, part ? NAMES_IN_PARTS : NAMES);
                hit.set("_source", part ? document : source(document));
            }
            byField(hit, "fields");
            byField(hit, "highlight");
            if (depth == 0 && random.nextBoolean()) {
                hit.putObject("inner_hits").putObject(field("c")).set("hits", hits(1, random.nextBoolean()));
            }
            return hit;
        }

        private ObjectNode got() {
            ObjectNode got = identified().put("found", true);
            got.set("_source", source(document(0, NAMES)));
            byField(got, "fields");
            return got;
        }

        private ObjectNode identified() {
            return JSON.createObjectNode().put("_index", stored.index).put("_id", stored.id);
        }

        private void byField(ObjectNode hit, String member) {
            if (random.nextBoolean()) {
                ObjectNode fields = hit.putObject(member);
                fields.putArray(field(NAMES[random.nextInt(4)])).add("v");
                fields.putArray(field("a.b")).add("v");
                fields.putArray(nested() ? "baseIndex" : "_index").add(nested() ? "logs" : stored.index);
                fields.putArray("_ignored").add(field("v"));
            }
        }

        private String field(String name) {
            return nested() ? "logs." + name : name;
        }

        private ObjectNode source(ObjectNode document) {
            if (stored == Stored.SHARED) {
                document.put("tenant_id", "acme");
            }
            if (!nested()) {
                return document;
            }
            ObjectNode source = JSON.createObjectNode().put("baseIndex", "logs");
            source.set("logs", document);
            return source;
        }

        private ObjectNode document(int depth, String... names) {
            ObjectNode document = JSON.createObjectNode();
            for (int i = random.nextInt(4); i > 0; i--) {
                String name = names[random.nextInt(names.length)];
                switch (depth == 2 ? 0 : random.nextInt(3)) {
                    case 0 -> document.put(name, 1);
                    case 1 -> document.set(name, document(depth + 1, names));
                    default -> document.putArray(name).add(1).add(document(depth + 1, names));
                }
            }
            return document;
        }
    }
}
