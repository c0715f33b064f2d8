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
import org.junit.jupiter.params.provider.EnumSource;

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

    /** Searches whose answer could show it; an entry with a blank before its brace begins with the rest of the URL. */
    private static final List<String> PROBES = List.of(
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_boost_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_blended_freqs_1'}}}}",
            "{'query':{'wildcard':{'kw':{'value':'zeb*','rewrite':'top_terms_1'}}}}",
            "{'query':{'regexp':{'kw':{'value':'zeb.*','rewrite':'top_terms_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'a','rewrite':'scoring_boolean'}}}}",
            "{'query':{'prefix':{'kw':{'value':'a','rewrite':'constant_score_boolean'}}}}",
            "{'query':{'fuzzy':{'kw':{'value':'zebrax','max_expansions':1}}}}",
            "{'query':{'fuzzy':{'t':{'value':'zebrax','rewrite':'top_terms_1'}}}}",
            "{'query':{'fuzzy':{'t':'zebrax'}}}",
            "{'query':{'match':{'t':{'query':'zebrax','fuzziness':1,'max_expansions':1}}}}",
            "{'query':{'match':{'t':{'query':'zebrax','fuzziness':'AUTO','max_expansions':1,'fuzzy_rewrite':'top_terms_1'}}}}",
            "{'query':{'match_bool_prefix':{'t':{'query':'zebrax nothing','fuzziness':1,'max_expansions':1}}}}",
            "{'query':{'multi_match':{'query':'zebrax','fields':['t'],'fuzziness':1,'max_expansions':1}}}",
            "{'query':{'match_phrase_prefix':{'t':{'query':'zebra','max_expansions':1}}}}",
            "{'query':{'match_phrase_prefix':{'t':{'query':'quick zebra','max_expansions':1}}}}",
            "{'query':{'multi_match':{'query':'zebra','type':'phrase_prefix','fields':['t'],'max_expansions':1}}}",
            "{'query':{'query_string':{'query':'zebrax~1','default_field':'t','fuzzy_max_expansions':1}}}",
            "{'query':{'query_string':{'query':'t:(zebrax ~)','fuzzy_max_expansions':1}}}",
            "{'query':{'query_string':{'query':'zebra*','default_field':'kw','rewrite':'top_terms_1'}}}",
            "{'query':{'query_string':{'query':'a*','default_field':'kw','rewrite':'scoring_boolean'}}}",
            "{'query':{'query_string':{'query':'quick i0','default_field':'t','type':'phrase_prefix'}}}",
            "{'query':{'simple_query_string':{'query':'zebrax~1','fields':['t'],'fuzzy_max_expansions':1}}}",
            "{'query':{'simple_query_string':{'query':'x\\\\\\\"~1 zebrax~1','fields':['t'],'fuzzy_max_expansions':1}}}",
            "{'query':{'span_multi':{'match':{'prefix':{'t':{'value':'a'}}}}}}",
            "{'query':{'span_multi':{'match':{'prefix':{'t':{'value':'zebra','rewrite':'top_terms_1'}}}}}}",
            "{'query':{'intervals':{'t':{'prefix':{'prefix':'i'}}}}}",
            "{'query':{'intervals':{'t':{'wildcard':{'pattern':'i*'}}}}}",
            "{'query':{'intervals':{'t':{'all_of':{'intervals':[{'fuzzy':{'term':'i00001','fuzziness':2}}]}}}}}",
            "{'query':{'prefix':{'t':'a'}},'highlight':{'number_of_fragments':0,'fields':{'t':{'type':'fvh'}}}}",
            "{'query':{'term':{'n':1}},'highlight':{'number_of_fragments':0,'type':'fvh','highlight_query':{'prefix':{'t':'a'}},'fields':{'t':{}}}}",
            "{'size':0,'aggs':{'f':{'filter':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_1'}}}}}}",
            "{'query':{'nested':{'path':'c','query':{'match':{'c.t':{'query':'zebrax','fuzziness':1,'max_expansions':1}}}}}}",
            "?q=t:zebrax~1 ",
            "{'query':{'prefix':{'kw':'zebra'}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'constant_score'}}}}",
            "{'query':{'match_bool_prefix':{'s':'quick zeb'}}}",
            "{'query':{'multi_match':{'query':'quick zeb','type':'bool_prefix','fields':['s','s._2gram']}}}",
            "{'query':{'query_string':{'query':'t:\\\"quick zebra~~~\\\"~2 OR t:zebra* OR t:/zeb.*/'}}}",
            "{'query':{'simple_query_string':{'query':'\\\"quick zebra\\\"~2 | zeb*','fields':['t']}}}",
            "{'query':{'intervals':{'t':{'match':{'query':'quick'}}}}}",
            "{'query':{'prefix':{'t':'a'}},'highlight':{'fields':{'t':{}}}}",
            // Among 131 values or fewer: the bucket with two weights is left out, and is looked into before or never.
            "{'size':0,'aggs':{'t':{'terms':{'field':'kw','shard_size':131,'min_doc_count':2,'shard_min_doc_count':2,'size':131},"
                    + "'aggs':{'w':{'weighted_avg':{'value':{'field':'m'},'weight':{'field':'m'}}}}}}}",
            "{'size':0,'aggs':{'t':{'terms':{'field':'kw','size':500}}}}",
            // Behind a word that no document has, buckets would be there or not.
            "{'size':0,'aggs':{'c':{'composite':{'size':3,'sources':[{'k':{'terms':{'field':'kw','missing_bucket':true,'missing_order':'last'}}}],"
                    + "'after':{'k':'zebra1'}}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':3,'sources':[{'k':{'terms':{'field':'kw','missing_bucket':true}}}],'after':{'k':'zebra1'}}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'k':{'terms':{'field':'kw','order':'desc'}}},{'n':{'terms':{'field':'n'}}}],"
                    + "'after':{'k':'zebras','n':0}}}}}",
            // Below dates, whose buckets a server makes by the dates of all, these are mixed up.
            "{'size':0,'aggs':{'d':{'date_histogram':{'field':'d','fixed_interval':'1000d'},"
                    + "'aggs':{'r':{'rare_terms':{'field':'kw','max_doc_count':9},'aggs':{'v':{'max':{'field':'m'}}}}}}}}",
            "{'size':0,'aggs':{'k':{'terms':{'field':'kw'},'aggs':{'d':{'date_histogram':{'field':'d','fixed_interval':'1000d'},"
                    + "'aggs':{'r':{'adjacency_matrix':{'filters':{'a':{'match_all':{}}}},'aggs':{'v':{'max':{'field':'m'}}}}}}}}}}",
            // A segment whose documents are all the tenant's could be counted in another way.
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'d':{'date_histogram':{'field':'d','fixed_interval':'1d','order':'desc'}}}]}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'d':{'date_histogram':{'field':'d','fixed_interval':'1d'}}}],'after':{'d':4102444800000}}}}}",
            "{'size':0,'aggs':{'n':{'nested':{'path':'c'},'aggs':{'d':{'date_histogram':{'field':'c.d','fixed_interval':'10d'}}}}},"
                    + "'query':{'nested':{'path':'c','query':{'query_string':{'query':'c.d:[2024-01-01 TO 2024-02-01]'}}}}}",
            "{'query':{'bool':{'must':[{'term':{'kw':'zebra0'}},{'distance_feature':{'field':'u','origin':'now','pivot':'1d'}}]}}}",
            "{'query':{'match_all':{}},'collapse':{'field':'n','inner_hits':{'name':'x','size':0}}}",
            "{'sort':[{'c.e.k':{'nested':{'path':'c','filter':{'prefix':{'kw':'zebra'}},'nested':{'path':'c.e'}}}}]}",
            // Seen from a nested object, the document of another that lies before the tenant's first one is among its
            // children.
            "{'query':{'nested':{'path':'c','query':{'match_all':{}},'inner_hits':{'_source':false,"
                    + "'sort':[{'kw':{'nested':{'path':'c.e','filter':{'match_all':{}}}}}]}}}}",
            "{'size':0,'aggs':{'n':{'nested':{'path':'c'},'aggs':{'t':{'top_hits':{'_source':false,"
                    + "'sort':[{'kw':{'nested':{'path':'c.e','filter':{'match_all':{}}}}}]}}}}}}",
            // A nested object is joined with the next document behind it that lies on the outer path.
            "{'query':{'nested':{'path':'c','query':{'nested':{'path':'c','query':{'prefix':{'c.t':'zebra'}}}}}}}",
            "{'query':{'nested':{'path':'c','query':{'nested':{'path':'e','query':{'prefix':{'e.k':'zebra'}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'nested':{'path':'e'},'aggs':{'k':{'terms':{'field':'e.k'}}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'reverse_nested':{'path':'e'},'aggs':{'k':{'terms':{'field':'e.k'}}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'filter':{'nested':{'path':'e','query':{'prefix':{'e.k':'zebra'}}}}}}}}}");

    /** Searches whose scores a server computes from the terms of the whole index. */
    private static final List<String> SCORES = List.of(
            "{'query':{'match':{'t':'quick zebray'}}}",
            "{'query':{'match':{'t':{'query':'quick','boost':2}}},'sort':[{'_score':'desc'},{'kw':'asc'}]}",
            "{'query':{'match_phrase':{'t':'quick zebray'}}}",
            "{'query':{'multi_match':{'query':'quick zebray','fields':['t^2','s']}}}",
            "{'query':{'multi_match':{'query':'quick zebray','type':'cross_fields','fields':['t','s']}}}",
            "{'query':{'combined_fields':{'query':'quick','fields':['t','s']}}}",
            "{'query':{'query_string':{'query':'t:quick^3 OR kw:zebray','boost':2}}}",
            "{'query':{'simple_query_string':{'query':'quick | zebray','fields':['t','kw']}}}",
            "{'query':{'term':{'kw':'a00000'}}}",
            "{'query':{'term':{'b':true}},'size':3}",
            "{'query':{'terms_set':{'kw':{'terms':['zebray','a00001'],'minimum_should_match_field':'n'}}}}",
            "{'query':{'intervals':{'t':{'match':{'query':'quick zebray'}}}}}",
            "{'query':{'bool':{'should':[{'match':{'t':'quick'}},{'term':{'kw':{'value':'zebray','boost':3}}}],'boost':2}}}",
            "{'query':{'dis_max':{'queries':[{'match':{'t':'quick'}},{'match':{'s':'zebray'}}],'tie_breaker':0.5}}}",
            "{'query':{'boosting':{'positive':{'match':{'t':'quick'}},'negative':{'match':{'s':'quick'}},'negative_boost':0.5}}}",
            "{'query':{'function_score':{'query':{'match':{'t':'quick'}},'functions':[{'filter':{'match':{'s':'quick'}},'weight':2}]}}}",
            "{'query':{'nested':{'path':'c','query':{'match':{'c.t':'zebray'}},'inner_hits':{}}}}",
            "{'query':{'match_all':{}},'size':3,'rescore':{'window_size':9,'query':{'rescore_query':{'match':{'t':'quick'}}}}}",
            "{'query':{'match':{'t':'quick'}},'min_score':0.4}",
            "{'size':0,'query':{'match':{'t':'quick'}},'aggs':{'h':{'top_hits':{'size':3}}}}",
            "{'query':{'bool':{'must':{'match':{'t':{'query':'quick','_name':'q'}}}}},'include_named_queries_score':true}",
            "?include_named_queries_score=true {'query':{'match':{'t':{'query':'quick','_name':'q'}}}}",
            "?min_score=0.4&q=t:quick ",
            "?q=quick&df=t ");

    /** Searches whose answer could show the least and the greatest value of all documents, or that a value is there. */
    private static final List<String> BOUNDS = List.of(
            "{'query':{'bool':{'filter':[{'range':{'d':{'gte':'2026-01-01'}}},{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'filter':[{'range':{'d':{'lte':'2024-01-01'}}},{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'must':[{'range':{'d':{'from':'2026-01-01','boost':2}}}],'should':[{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'must_not':[{'range':{'d':{'gte':'1990-01-01'}}}],'filter':[{'regexp':{'n':'a'}}]}}}",
            "{'query':{'constant_score':{'filter':{'bool':{'must':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}}}",
            "{'query':{'function_score':{'query':{'range':{'d':{'gt':'now'}}},'functions':[{'filter':{'regexp':{'n':'a'}},'weight':2}]}}}",
            "{'query':{'dis_max':{'queries':[{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}]}}}",
            "{'post_filter':{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}",
            "{'size':0,'aggs':{'f':{'filter':{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}}}",
            "{'query':{'query_string':{'query':'d:[2026 TO *] AND n:/a/'}}}",
            "{'size':0,'aggs':{'f':{'filter':{'range':{'d':{'gt':'2026-01-01'}}}}}}",
            "{'size':0,'aggs':{'f':{'filters':{'filters':{'a':{'range':{'d':{'gt':'2026-01-01'}}},'b':{'match_all':{}}}}}}}",
            "{'size':0,'aggs':{'f':{'adjacency_matrix':{'filters':{'a':{'range':{'d':{'lt':'2024-01-01'}}}}}}}}",
            "{'query':{'span_term':{'kw':'zebra0'}}}",
            "{'query':{'span_or':{'clauses':[{'span_term':{'_routing':'canary'}}]}}}",
            "?q=d:[2026+TO+*]+AND+n:/a/ ",
            "?pre_filter_shard_size=1 {'size':0,'query':{'range':{'d':{'gte':'2026-01-01'}}},'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':false,'sort':[{'n':'asc'}],'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':'false','sort':['n'],'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':-1,'sort':{'d':'desc'},'search_after':[978307200000],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "?track_total_hits=false&sort=n:asc {'size':1,'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}");

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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
    void scoresTellOnlyWhereTheOperatorLetsThem(ServerKind kind) throws Exception {
        DevCluster cluster = cluster(kind);
        String relevance = LAYOUT.replace("[logs]", "[logs], scores: relevance");
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), relevance)) {
            Map<String, String> alone = answersIn(World.ALONE, gateway, cluster);
            Map<String, String> beside = answersIn(World.OTHER_FIRST, gateway, cluster);

            assertThat(SCORES.stream().filter(probe -> !alone.get(probe).equals(beside.get(probe))))
                    .hasSizeGreaterThan(SCORES.size() / 2);
        }
    }

    /** Elasticsearch narrows dates by the required clauses of a query, and fails with the dates of all in the text if none is left. */
    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
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
        for (String probe :
                Stream.of(PROBES, SCORES, BOUNDS).flatMap(List::stream).toList()) {
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
