package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cluster's content before an attack, written directly in the form of a layout: tenant {@code acme}, the attacker;
 * tenant {@code globex}, whose every value is a canary; {@code acmeyo}, whose name starts like the attacker's; and the
 * operator's data. For one thread.
 */
final class EscapeWorld {

    static final String ATTACKER = "acme";
    static final String OTHER = "globex";
    static final String NEIGHBOUR = "acmeyo";
    static final int LOGS = 7_919;
    static final int COMMON_LOGS = 5_003;
    static final int ORDERS = 3_301;

    /** Where the server stores the results of the operator's own tasks. */
    private static final String TASKS = ".tasks";

    /** Fields that only the other tenant has, where its mapping is its own. */
    private static final String OWN_FIELD = "\"zarquonfield\":{\"type\":\"keyword\"},";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ServerPlaces server;
    private final ServerKind kind;
    private final EscapeLayout layout;
    private final EscapeDocuments documents;
    private Map<String, String> baseline = Map.of();
    private Map<String, String> ownBaseline = Map.of();
    private Map<String, String> outside = Map.of();
    private Map<String, String> own = Map.of();

    EscapeWorld(ServerPlaces server, ServerKind kind, EscapeLayout layout) throws IOException {
        this.server = server;
        this.kind = kind;
        this.layout = layout;
        this.documents = new EscapeDocuments(layout, kind);
    }

    /** Clears the cluster and writes everything again. */
    void reset() throws Exception {
        clear();
        for (String tenant : List.of(ATTACKER, OTHER, NEIGHBOUR)) {
            createIndices(tenant);
        }
        create("vault", properties("", ""));
        server.bulk(
                "/vault/_bulk",
                "{\"index\":{\"_id\":\"1\"}}\n"
                        + "{\"message\":\"xanaduvault overlap\",\"code\":\"xanaducode\",\"codes\":[\"acmecode3\"]}\n");
        for (String tenant : List.of(ATTACKER, OTHER, NEIGHBOUR)) {
            server.bulk("/_bulk", documents.bulkOf(tenant));
        }
        addOperatorsThings();
        look();
        baseline = outside;
        ownBaseline = own;
    }

    private void clear() throws Exception {
        // Tasks that an attack left running must not write into the new data.
        server.send("POST", "/_tasks/_cancel?actions=*&wait_for_completion=true", "");
        server.sendAny("PUT", "/_cluster/settings", "{\"persistent\":{\"*\":null},\"transient\":{\"*\":null}}");
        unblock("*");
        server.sendAny("DELETE", "/_data_stream/*", "");
        server.send("DELETE", "/*?expand_wildcards=all", "");
        for (String all : List.of("/_template/*", "/_index_template/*", "/_component_template/*")) {
            server.sendAny("DELETE", all, "");
        }
        for (JsonNode name : MAPPER.readTree(MAPPER.writeValueAsString(
                server.get("/_cluster/state/metadata").at("/metadata/stored_scripts").properties().stream()
                        .map(Map.Entry::getKey)
                        .toList()))) {
            server.send("DELETE", "/_scripts/" + name.asText(), "");
        }
        server.sendAny("DELETE", "/_ingest/pipeline/*", "");
        server.sendAny("DELETE", "/_snapshot/attic/before", "");
        server.sendAny("DELETE", "/_search/scroll/_all", "");
    }

    // One setting a request: a read-only index takes a change of its blocks only if nothing else is in it.
    private void unblock(String indices) throws Exception {
        for (String block : List.of("read_only", "metadata", "write")) {
            server.sendAny(
                    "PUT",
                    "/" + indices + "/_settings?expand_wildcards=all",
                    "{\"index.blocks.%s\":null}".formatted(block));
        }
    }

    private void createIndices(String tenant) throws Exception {
        String own = tenant.equals(OTHER) ? OWN_FIELD : "";
        switch (layout) {
            case INDEX_PER_TENANT -> {
                for (String base : List.of("logs", "orders")) {
                    create(tenant + "." + base, properties(own, ""));
                }
                if (tenant.equals(OTHER)) {
                    create(tenant + ".zarquonledger", properties(own, ""));
                }
            }
            case SHARED -> {
                if (tenant.equals(ATTACKER)) {
                    for (String base : List.of("logs", "orders")) {
                        create(
                                base,
                                withoutPercolator(properties("\"tenant_id\":{\"type\":\"keyword\"},", joinField())));
                    }
                }
            }
            case NESTED ->
                create(tenant, """
                    {"%s":{"type":"keyword"},"logs":{"properties":%s},"orders":{"properties":%s}}""".formatted(EscapeLayout.BASE_FIELD, properties(own, ""), properties(own, "")));
        }
    }

    // With one, the gateway closes shared indices.
    private static String withoutPercolator(String properties) {
        return properties.replace("{\"type\": \"percolator\"}", "{\"type\": \"object\", \"enabled\": false}");
    }

    private static String joinField() {
        return "\"bond\":{\"type\":\"join\",\"relations\":{\"ask\":\"answer\"}},";
    }

    private String properties(String first, String second) throws IOException {
        String shape = kind.isOpenSearch() ? "\"area\":{\"type\":\"geo_shape\"}," : "";
        String join = layout == EscapeLayout.INDEX_PER_TENANT ? joinField() : second;
        return "{" + first + join + shape
                + EscapeCorpus.resource("mapping.json").strip().substring(1);
    }

    private void create(String index, String properties) throws Exception {
        server.send("PUT", "/" + index, """
                {"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"dynamic":false,"properties":%s}}""".formatted(properties));
    }

    private void addOperatorsThings() throws Exception {
        String theirs = layout.index(OTHER, "logs");
        server.send("POST", "/_aliases", """
                {"actions":[{"add":{"index":"%s","alias":"ledgerview"}},{"add":{"index":"*","alias":"everything"}},
                {"add":{"index":"%s","alias":"zarquonview"}}]}""".formatted(theirs, theirs));
        server.send("PUT", "/_scripts/peek", """
                {"script":{"lang":"mustache","source":"{\\"size\\":\\"{{size}}\\",\\"query\\":{\\"match_all\\":{}},\\"_source\\":[\\"*\\"],\\"stats\\":[\\"xanaduscript\\"]}"}}""");
        server.send("PUT", "/_template/ledgertemplate", """
                {"index_patterns":["globex.zarquontemplated*"],"settings":{"number_of_shards":1}}""");
        if (kind.isOpenSearch()) {
            server.send(
                    "PUT", "/_ingest/pipeline/reroute", """
                    {"description":"xanadupipe","processors":[{"set":{"field":"_index","value":"%s"}},{"set":{"field":"_id","value":"%s"}}]}""".formatted(theirs, layout.documentId(OTHER, "logs", "b1")));
            server.send("PUT", "/_ingest/pipeline/takeover", """
                    {"processors":[{"set":{"field":"%s","value":"globex"}}]}""".formatted(layout.markField()));
            server.send("PUT", "/_scripts/takeover", """
                    {"script":{"lang":"painless","source":"ctx._source.%s='globex'"}}""".formatted(layout.markField()));
            server.send("PUT", "/_scripts/leak", """
                    {"script":{"lang":"painless","source":"params._source.toString()"}}""");
            server.send("PUT", "/_index_template/streams", """
                    {"index_patterns":["globex.stream*"],"data_stream":{},"template":{"settings":{"number_of_shards":1,"number_of_replicas":0}}}""");
            server.bulk(
                    "/globex.stream/_bulk",
                    "{\"create\":{\"_id\":\"s\"}}\n{\"@timestamp\":\"1977-07-07\",\"message\":\"zarquonstream\"}\n");
        }
        server.sendAny("PUT", "/_snapshot/attic/before?wait_for_completion=true", "{\"indices\":\"" + theirs + "\"}");
    }

    /** Descriptions of changes since the last reset to data that is not the attacker's; empty if there are none. */
    String changes() throws Exception {
        look();
        Map<String, String> now = outside;
        StringBuilder changes = new StringBuilder();
        Map<String, String> all = new TreeMap<>(baseline);
        all.putAll(now);
        for (String key : all.keySet()) {
            String before = baseline.get(key);
            String after = now.get(key);
            if (before == null || !before.equals(after)) {
                changes.append(key)
                        .append(": ")
                        .append(before)
                        .append(" became ")
                        .append(after)
                        .append("; ");
            }
        }
        return changes.toString();
    }

    /** Puts the attacker's own documents and aliases back where they had changed when {@link #changes()} looked. */
    void restoreOwn() throws Exception {
        if (own.equals(ownBaseline)) {
            return;
        }
        if (layout == EscapeLayout.SHARED) {
            server.send(
                    "POST",
                    "/logs,orders/_delete_by_query?refresh=true&conflicts=proceed",
                    "{\"query\":{\"term\":{\"tenant_id\":\"acme\"}}}");
        } else {
            String indices = layout == EscapeLayout.NESTED ? ATTACKER : ATTACKER + ".*";
            unblock(indices);
            server.sendAny("DELETE", "/" + indices + "?ignore_unavailable=true&expand_wildcards=all", "");
            createIndices(ATTACKER);
            server.sendAny("POST", "/_aliases", """
                    {"actions":[{"add":{"index":"%s*","alias":"everything"}}]}""".formatted(ATTACKER));
        }
        server.bulk("/_bulk", documents.bulkOf(ATTACKER));
        look();
        ownBaseline = own;
    }

    /** Every document that is not the attacker's, whole: index and id to sequence number, routing and source. */
    Map<String, String> dump() throws Exception {
        Map<String, String> dump = new TreeMap<>();
        server.send("POST", "/_refresh", "");
        StoredDocuments.read(server, "*", "\"seq_no_primary_term\":true,\"query\":{\"match_all\":{}}", hit -> {
            String index = hit.path("_index").asText();
            String owner = hit.at("/_source/" + EscapeLayout.TENANT_FIELD).asText();
            boolean own = index.equals(TASKS)
                    || layout.owns(ATTACKER, index)
                    || layout == EscapeLayout.SHARED && owner.equals(ATTACKER);
            if (!own) {
                dump.put(
                        index + "/" + hit.path("_id").asText(),
                        hit.path("_seq_no") + " " + hit.path("_routing") + " " + hit.path("_source"));
            }
        });
        return dump;
    }

    /**
     * Reads the cluster's state, counts the documents of each owner in each index, and reads the last and the sum of their sequence
     * numbers.
     */
    private void look() throws Exception {
        own = new TreeMap<>();
        outside = clusterState();
        server.send("POST", "/_refresh", "");
        JsonNode answer = server.send("POST", "/_search?expand_wildcards=all&ignore_unavailable=true", """
                {"size":0,"track_total_hits":false,"aggs":{"i":{"terms":{"field":"_index","size":500},"aggs":{
                "t":{"terms":{"field":"tenant_id","missing":"nobody","size":500},"aggs":{
                "last":{"max":{"field":"_seq_no"}},"sum":{"sum":{"field":"_seq_no"}}}}}}}}""");
        for (JsonNode index : answer.at("/aggregations/i/buckets")) {
            for (JsonNode tenant : index.at("/t/buckets")) {
                String name = index.path("key").asText();
                if (name.equals(TASKS)) {
                    continue;
                }
                String owner = tenant.path("key").asText();
                boolean attackers =
                        layout.owns(ATTACKER, name) || layout == EscapeLayout.SHARED && owner.equals(ATTACKER);
                (attackers ? own : outside)
                        .put(
                                "documents of " + owner + " in " + name,
                                tenant.path("doc_count") + " last " + tenant.at("/last/value") + " sum "
                                        + tenant.at("/sum/value"));
            }
        }
    }

    private Map<String, String> clusterState() throws Exception {
        JsonNode metadata = server.get("/_cluster/state/metadata").path("metadata");
        Map<String, String> state = new TreeMap<>();
        for (Map.Entry<String, JsonNode> index : metadata.path("indices").properties()) {
            if (index.getKey().equals(TASKS)) {
                continue;
            }
            JsonNode value = index.getValue();
            if (layout.owns(ATTACKER, index.getKey())) {
                Set<String> ownAliases = new TreeSet<>();
                value.path("aliases").forEach(alias -> {
                    ownAliases.add(alias.asText());
                    if (!alias.asText().startsWith(ATTACKER + ".")
                            && !alias.asText().equals("everything")) {
                        state.put("alias of the attacker's index", alias.asText());
                    }
                });
                own.put("aliases of " + index.getKey(), ownAliases.toString());
            } else {
                ObjectNode kept = MAPPER.createObjectNode();
                for (String part : List.of("state", "aliases", "settings", "mappings")) {
                    kept.set(part, value.path(part));
                }
                state.put("index " + index.getKey(), kept.toString());
            }
        }
        for (String part : List.of(
                "templates",
                "index_template",
                "component_template",
                "ingest",
                "stored_scripts",
                "settings",
                "repositories",
                "data_stream",
                "search_pipeline")) {
            state.put(part, metadata.path(part).toString());
        }
        state.put("settings", server.get("/_cluster/settings").toString());
        return state;
    }
}
