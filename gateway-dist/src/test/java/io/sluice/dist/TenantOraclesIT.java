package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * In shared indices, no response depends on what another tenant has written. The tenant plants documents whose terms
 * are neighbours of the other's possible terms, so that anything a server takes from the index-wide dictionary or
 * statistics affects hits, scores or errors.
 */
class TenantOraclesIT {

    private static final String LAYOUT = "[{ shared: { indices: [logs] } }]";

    /** Maximum number of clauses of a query on these servers; low, so that the limit is cheap to reach. */
    private static final int MAX_CLAUSES = 128;

    /** Maximum number of terms that an interval may expand to, on every server. */
    private static final int MAX_INTERVALS = 128;

    /** Maximum number of expansions of a phrase prefix. */
    private static final int MAX_EXPANSIONS = 50;

    private static final String MAPPING = """
            {"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"dynamic":false,"properties":{\
            "tenant_id":{"type":"keyword"},"kw":{"type":"keyword"},"n":{"type":"long"},"m":{"type":"long"},"d":{"type":"date"},"b":{"type":"boolean"},\
            "t":{"type":"text","term_vector":"with_positions_offsets"},"p":{"type":"text","index_prefixes":{}},\
            "s":{"type":"text"},"u":{"type":"date","doc_values":false},"c":{"type":"nested","properties":{"t":{"type":"text"},"d":{"type":"date"},"e":{"type":"nested","properties":{"k":{"type":"keyword"}}}}},\
            "e":{"type":"nested","properties":{"k":{"type":"keyword"}}}}}}""";

    /** What another tenant may write: next to everything that is planted, and before it in the order of terms. */
    private static final String SECRETS = """
            {"index":{"_id":"1"}}
            {"n":9000,"d":"2031-07-07","kw":"zebra0","t":"zebra0 quick brown fog","p":"zebra0","s":"quick zebra0","b":true,"c":[{"t":"zebra0"}]}
            {"index":{"_id":"2"}}
            {"n":-9000,"d":"2001-07-07","kw":"zebrax","t":"zebrax quick a00000 quick i00000","p":"zebrax","s":"quick zebrax","b":true,"c":[{"t":"zebrax"}]}
            {"index":{"_id":"3"}}
            {"kw":"a00000","t":"zebra1 zebra2 zebra3 quick zebra4","s":"zebra1 zebra2","b":true,"c":[{"t":"zebra9"}],"e":[{"k":"zebra9"}]}
            """;

    /** Where another tenant's documents lie, beside those that are planted: servers look at one part of an index after the other. */
    private enum World {
        ALONE,
        OTHER_FIRST,
        OTHER_LAST,
        MERGED,
        MERGED_BEHIND
    }

    private static final Map<ServerKind, DevCluster> CLUSTERS = new EnumMap<>(ServerKind.class);

    @TempDir
    Path directory;

    @AfterAll
    static void stop() {
        CLUSTERS.values().forEach(DevCluster::close);
    }

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void noAnswerDependsOnWhatAnotherTenantHasWritten(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            Map<String, String> alone = answersIn(World.ALONE, gateway, cluster);

            List<String> telling = new ArrayList<>();
            for (World world : World.values()) {
                Map<String, String> beside = answersIn(world, gateway, cluster);
                alone.forEach((probe, answer) -> {
                    if (!answer.equals(beside.get(probe))) {
                        telling.add("\n" + world + " " + probe + "\n  " + answer + "\n  " + beside.get(probe));
                    }
                });
            }

            assertThat(telling).isEmpty();
        }
    }

    /** Servers leave out a shard in which no document comes before the last hit of the shards that have answered. */
    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void noShardIsLeftOutByTheDatesOfOthers(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        String layout = LAYOUT.replace("[logs]", "[logs, logs-2]");
        String search = """
                {"size":1,"track_total_hits":1,"track_scores":true,"sort":["d"],"query":{"function_score":{\
                "query":{"match":{"t":"quick"}},"field_value_factor":{"field":"n"}}}}""";
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), layout)) {
            gateway.direct(cluster, "DELETE", "/logs,logs-2?ignore_unavailable=true", "");
            for (String index : List.of("/logs", "/logs-2")) {
                assertThat(gateway.direct(cluster, "PUT", index, MAPPING).status())
                        .isEqualTo(200);
            }
            write(gateway, "acme", "{\"index\":{}}\n{\"n\":1,\"d\":\"2025-06-01\",\"t\":\"quick\"}\n".repeat(2));
            gateway.bulk("acme", "{\"index\":{\"_index\":\"logs-2\"}}\n{\"d\":\"2026-01-01\",\"t\":\"quick\"}\n");
            String target = "/logs,logs-2/_search?max_concurrent_shard_requests=1&pre_filter_shard_size=1000";

            JsonNode alone = gateway.as("acme", "POST", target, search).json().path("_shards");
            gateway.bulk("canary", "{\"index\":{\"_index\":\"logs-2\"}}\n{\"d\":\"2025-01-01\"}\n");
            JsonNode beside = gateway.as("acme", "POST", target, search).json().path("_shards");

            assertThat(alone.path("failed").asInt()).isEqualTo(1);
            assertThat(beside.path("failed").asInt()).isEqualTo(1);
        }
    }

    /** Where a server knows without looking how many documents of a segment match, it does not end at the number of hits to count. */
    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void noTotalTellsWhetherOthersHaveAWord(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            create(gateway, cluster);
            gateway.as("acme", "POST", "/logs/_bulk", "{\"index\":{}}\n{\"kw\":\"pad\",\"n\":0}\n");
            gateway.as("canary", "POST", "/logs/_bulk", "{\"index\":{}}\n{\"kw\":\"initech\",\"n\":1234567}\n");
            write(gateway, "acme", "{\"index\":{}}\n{\"kw\":\"later\",\"n\":0}\n");

            for (String total : List.of("0", "1", "2", "false", "true", "\"1\"")) {
                Set<String> totals = new HashSet<>();
                for (String guess : List.of(
                        "{\"term\":{\"kw\":\"initech\"}}",
                        "{\"range\":{\"n\":{\"gt\":7}}}",
                        "{\"term\":{\"kw\":\"hooli\"}}")) {
                    String search = "{\"size\":0,\"track_total_hits\":" + total
                            + ",\"query\":{\"bool\":{\"must_not\":[{\"term\":{\"kw\":\"later\"}}," + guess + "]}}}";
                    totals.add(gateway.as("acme", "POST", "/logs/_search", search)
                            .json()
                            .at("/hits/total")
                            .toString());
                }
                assertThat(totals).containsExactly("{\"value\":1,\"relation\":\"eq\"}");
            }
        }
    }

    /** OpenSearch cannot pass over hits by the sum of several values, and tries where documents of others have them. */
    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void noOrderFailsByTheValuesOfOthers(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        StringBuilder own = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            own.append("{\"index\":{}}\n")
                    .append(i % 5 == 0 ? "{}" : "{\"m\":[" + i % 7 + "," + i + "]}")
                    .append('\n');
        }
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            for (String others : List.of("{}", "{\"m\":1}")) {
                create(gateway, cluster);
                gateway.as("canary", "POST", "/logs/_bulk", ("{\"index\":{}}\n" + others + "\n").repeat(24));
                write(gateway, "acme", own.toString());
                for (String mode : List.of("sum", "avg", "min", "max")) {
                    String sort = "{\"sort\":[{\"m\":{\"order\":\"desc\",\"mode\":\"" + mode + "\"}}]}";
                    TenantGateway.Answer answer = gateway.as("acme", "POST", "/logs/_search", sort);
                    assertThat(answer.status()).as(mode + answer).isEqualTo(200);
                }
            }
        }
    }

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void scoresTellOnlyWhereTheOperatorLetsThem(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        String relevance = LAYOUT.replace("[logs]", "[logs], scores: relevance");
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), relevance)) {
            Map<String, String> alone = answersIn(World.ALONE, gateway, cluster);
            Map<String, String> beside = answersIn(World.OTHER_FIRST, gateway, cluster);

            assertThat(TenantProbes.SCORES.stream()
                            .filter(probe -> !alone.get(probe).equals(beside.get(probe))))
                    .hasSizeGreaterThan(TenantProbes.SCORES.size() / 2);
        }
    }

    /** Elasticsearch narrows dates by the required clauses of a query, and fails with the dates of all in the text if none is left. */
    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void noDatesOfOthersStandInAnErrorWhereScoresAreTheServers(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        String relevance = LAYOUT.replace("[logs]", "[logs], scores: relevance");
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), relevance)) {
            create(gateway, cluster);
            write(gateway, "canary", "{\"index\":{}}\n{\"d\":\"2027-05-06T07:08:09.123Z\"}\n");
            write(gateway, "acme", "{\"index\":{}}\n{\"d\":\"2025-01-01\"}\n");

            for (String query : List.of("{\"term\":{\"d\":\"2100-01-01\"}}", "{\"match\":{\"d\":\"1980-01-01\"}}")) {
                TenantGateway.Answer answer = gateway.as(
                        "acme",
                        "POST",
                        "/logs/_search",
                        "{\"size\":0,\"query\":" + query
                                + ",\"aggs\":{\"a\":{\"date_histogram\":{\"field\":\"d\",\"calendar_interval\":\"day\"}}}}");
                assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void aTenantCannotSpellTheTermsOfAnother(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            create(gateway, cluster);
            write(gateway, "canary", "{\"index\":{}}\n{\"kw\":\"cab\"}\n{\"index\":{}}\n{\"kw\":\"bad\"}\n");

            List<String> spelt = new ArrayList<>();
            spell(gateway, "", spelt);

            assertThat(spelt).isEmpty();
        }
    }

    /** Finds all terms of three letters that are the other's: a planted term is not the first with its prefix where there is another. */
    private static void spell(TenantGateway gateway, String known, List<String> spelt) throws Exception {
        for (char next : "abcd".toCharArray()) {
            String prefix = known + next;
            write(gateway, "acme", "{\"index\":{\"_id\":\"plant\"}}\n{\"kw\":\"" + prefix + "~~~\"}\n");
            String probe =
                    "{\"query\":{\"prefix\":{\"kw\":{\"value\":\"" + prefix + "\",\"rewrite\":\"top_terms_1\"}}}}";
            TenantGateway.Answer answer = gateway.as("acme", "POST", "/logs/_search", probe);
            boolean others = answer.status() == 200
                    && answer.json().at("/hits/total/value").asInt() == 0;
            if (others && prefix.length() == 3) {
                spelt.add(prefix);
            } else if (others) {
                spell(gateway, prefix, spelt);
            }
        }
    }

    private static DevCluster cluster(ServerKind kind) {
        return CLUSTERS.computeIfAbsent(
                kind,
                missing -> DevCluster.of(missing)
                        .nodes(1)
                        .fastStart()
                        .setting("indices.query.bool.max_clause_count", String.valueOf(MAX_CLAUSES))
                        .start());
    }

    private static void create(TenantGateway gateway, DevCluster cluster) throws Exception {
        gateway.direct(cluster, "DELETE", "/logs?ignore_unavailable=true", "");
        assertThat(gateway.direct(cluster, "PUT", "/logs", MAPPING).status()).isEqualTo(200);
    }

    private static Map<String, String> answersIn(World world, TenantGateway gateway, DevCluster cluster)
            throws Exception {
        create(gateway, cluster);
        if (world == World.OTHER_FIRST || world == World.MERGED) {
            write(gateway, "canary", SECRETS);
        }
        write(gateway, "acme", plants());
        if (world == World.OTHER_LAST || world == World.MERGED_BEHIND) {
            write(gateway, "canary", SECRETS);
        }
        if (world == World.MERGED || world == World.MERGED_BEHIND) {
            gateway.direct(cluster, "POST", "/logs/_forcemerge?max_num_segments=1", "");
            gateway.direct(cluster, "POST", "/logs/_refresh", "");
        }
        return answers(gateway);
    }

    private static String plants() {
        StringBuilder plants = new StringBuilder("""
                {"index":{"_id":"1"}}
                {"n":1,"m":[1,2],"d":"2025-01-01","kw":"zebra~~~","t":"zebray quick zebray","p":"zebra~~~","s":"quick zebray","b":false,"c":[{"t":"zebray","e":[{"k":"a"}]}]}
                """);
        StringBuilder marked = new StringBuilder();
        for (int i = 1; i <= MAX_CLAUSES; i++) {
            plants.append("{\"index\":{\"_id\":\"k%d\"}}%n{\"kw\":\"a%05d\",\"b\":true}%n".formatted(i, i));
            marked.append("a%05d ".formatted(i));
        }
        for (int i = 1; i <= MAX_INTERVALS; i++) {
            marked.append("i%05d ".formatted(i));
        }
        return plants.append("""
                {"index":{"_id":"2"}}
                {"n":1,"kw":"zebray","t":"%s"}
                {"index":{"_id":"3"}}
                {"t":"quick i%05d"}
                """.formatted(marked, MAX_EXPANSIONS)).toString();
    }

    private static void write(TenantGateway gateway, String tenant, String bulk) throws Exception {
        TenantGateway.Answer answer = gateway.as(tenant, "POST", "/logs/_bulk?refresh=true", bulk);
        assertThat(answer.json().path("errors").asBoolean())
                .as(answer.toString())
                .isFalse();
    }

    private static Map<String, String> answers(TenantGateway gateway) throws Exception {
        Map<String, String> answers = new LinkedHashMap<>();
        for (String probe : Stream.of(TenantProbes.SHOWN, TenantProbes.SCORES, TenantProbes.BOUNDS)
                .flatMap(List::stream)
                .toList()) {
            int body = probe.indexOf('{');
            String url = body < 0 ? probe.strip() : probe.substring(0, body).strip();
            String search = body < 0 ? "" : probe.substring(body).replace('\'', '"');
            answers.put(probe, shown(gateway.as("acme", "POST", "/logs/_search" + url, search)));
        }
        return answers;
    }

    /** The hits and their scores. */
    private static String shown(TenantGateway.Answer answer) throws IOException {
        JsonNode json = answer.json();
        ((ObjectNode) json).remove("took");
        for (String drawn : List.of("index_uuid", "request_id")) {
            json.findParents(drawn).forEach(error -> ((ObjectNode) error).remove(drawn));
        }
        return answer.status() + " " + json;
    }
}
