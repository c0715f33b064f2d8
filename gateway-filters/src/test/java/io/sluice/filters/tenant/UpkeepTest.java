package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a tenant looks after indices of its own, and what it is told of them. */
class UpkeepTest extends AcmeTest {

    UpkeepTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /_cluster/health                  | /_cluster/health/acme.*
            GET  | /_cluster/health/logs,l*?level=shards | /_cluster/health/acme.logs,acme.l*?level=shards
            GET  | /_mappings                        | /acme.*/_mappings
            GET  | /logs,l*/_mappings                | /acme.logs,acme.l*/_mappings
            PUT  | /logs/_mappings                   | /acme.logs/_mappings
            GET  | /_search_shards                   | /acme.*/_search_shards
            POST | /logs/_search_shards?routing=a&preference=_local&local=true | /acme.logs/_search_shards?routing=a&preference=_local&local=true
            GET  | /_stats                           | /acme.*/_stats
            GET  | /_stats/docs,store?level=indices  | /acme.*/_stats/docs,store?level=indices
            GET  | /logs/_stats/_all                 | /acme.logs/_stats/_all
            GET  | /_segments                        | /acme.*/_segments
            POST | /_flush?force                     | /acme.*/_flush?force
            POST | /logs/_forcemerge?max_num_segments=1 | /acme.logs/_forcemerge?max_num_segments=1
            POST | /_cache/clear?query=true          | /acme.*/_cache/clear?query=true
            POST | /l*/_close                        | /acme.l*/_close
            POST | /logs/_open                       | /acme.logs/_open
            PUT  | /_settings                        | /acme.*/_settings
            GET  | /_settings/index.number_of_shards | /acme.*/_settings/index.number_of_shards
            PUT  | /logs/_split/more                 | /acme.logs/_split/acme.more
            PUT  | /logs/_shrink/fewer               | /acme.logs/_shrink/acme.fewer
            POST | /logs/_clone/copy                 | /acme.logs/_clone/acme.copy
            POST | /now/_rollover                    | /acme.now/_rollover
            POST | /now/_rollover/next               | /acme.now/_rollover/acme.next
            GET  | /_analyze                         | /_analyze
            GET  | /logs/_analyze                    | /acme.logs/_analyze
            GET  | /logs/_termvectors/1              | /acme.logs/_termvectors/1
            """)
    void sendsPathsToTheTenantsOwnIndices(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    /** So filters and a queue behind this filter read them as the client wrote them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs/_doc/_sk5bXcBAbCdEf        | /acme.logs/_doc/_sk5bXcBAbCdEf
            PUT    | /logs/_doc/_a%2Fb                | /acme.logs/_doc/_a%2Fb
            POST   | /logs/_update/_x                 | /acme.logs/_update/_x
            DELETE | /logs/_doc/_                     | /acme.logs/_doc/_
            """)
    void sendsIdsWithALeadingUnderscoreAsTheyAre(String method, String target, String sent) {
        String body = method.startsWith("P") ? "{}" : "";
        RequestTarget reached =
                acme(method, target).body(body).send().upstreamHead().target();

        assertThat(reached.raw()).isEqualTo(sent);
        assertThat(reached.ambiguity()).isNull();
    }

    @Test
    void escapesIdsThatAServerCouldReadAsAnEndpoint() {
        assertThat(Route.newDocument("logs", "_search")).isEqualTo("/logs/_create/%5Fsearch");
        assertThat(Route.newDocument("logs", "_x")).isEqualTo("/logs/_create/_x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT  | /logs/_split/bolt:more
            PUT  | /logs/_split/m*
            PUT  | /logs/_clone/a,bolt.b
            PUT  | /logs/_clone/<a{now{'bolt'}}>
            POST | /now/_rollover/_all
            POST | /logs*/_rollover
            GET  | /_cluster/health?level=awareness_attributes
            GET  | /_cluster/health?awareness_attribute=zone
            GET  | /_cluster/health/logs,*:*
            GET  | /_search_shards?preference=_only_nodes:a
            GET  | /_stats?fields=_index
            POST | /_forcemerge?wait_for_completion=false
            """)
    void refusesWhatReachesOut(String method, String target) {
        String encoded = target.replace("<", "%3C")
                .replace(">", "%3E")
                .replace("{", "%7B")
                .replace("}", "%7D");

        assertRefused(acme(method, encoded).send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index.default_pipeline\":\"p\"}",
                "{\"index\":{\"final_pipeline\":\"p\"}}",
                "{\"settings\":{\"index.routing.allocation.require._name\":\"n\"}}",
                "{\"index.routing.allocation.include._tier\":\"hot\"}",
                "{\"index\":{\"search\":{\"default_pipeline\":\"p\"}}}",
                "{\"index.number_of_replicas\":{\"x\":1}}",
                "{\"index.store.type\":\"mmapfs\"}",
                "{\"transient\":{}}"
            })
    void deniesSettingsThatAreTheOperators(String body) {
        assertDenied(acme("PUT", "/logs/_settings").body(body).send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index.refresh_interval\":\"1s\"}",
                "{\"index\":{\"number_of_replicas\":0,\"blocks\":{\"write\":true}}}",
                "{\"settings\":{\"index\":{\"blocks.write\":null}}}",
                "{\"blocks\":{\"read_only\":false},\"highlight\":{\"max_analyzed_offset\":10}}"
            })
    void sendsHarmlessSettings(String body) {
        assertThat(acme("PUT", "/logs/_settings").body(body).everySplit().upstreamBody())
                .isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tokenizer\":{\"type\":\"standard\",\"path\":\"x\"},\"text\":\"a\"}",
                "{\"filter\":[{\"type\":\"synonym\",\"synonyms_path\":\"x\"}],\"text\":\"a\"}",
                "{\"filter\":[{\"type\":\"condition\",\"filter\":[\"lowercase\"],\"script\":{\"source\":\"true\"}}],\"text\":\"a\"}",
                "{\"field\":\"_index\",\"text\":\"a\"}",
                "{\"index\":\"bolt.logs\",\"text\":\"a\"}"
            })
    void deniesAnalysisThatReadsMoreThanTheText(String body) {
        assertDenied(acme("POST", "/_analyze").body(body).send());
    }

    /** The first is what Searchkick makes of each index. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'type':'shingle','token_separator':'','output_unigrams':false,'output_unigrams_if_no_shingles':true",
                "'type':'shingle','filler_token':'+'",
                "'type':'word_delimiter','protected_words':['Wi-Fi'],'type_table':['$ => DIGIT','\\\\u200D => ALPHANUM']",
                "'type':'word_delimiter_graph','adjust_offsets':false",
                "'type':'char_group','tokenize_on_chars':['whitespace','-']",
                "'type':'fingerprint','separator':'+'",
                "'type':'pattern_capture','patterns':['(\\\\d+)','#(\\\\w{1,20})'],'preserve_original':false",
                "'type':'keep_types','types':['<NUM>'],'mode':'exclude'",
                "'type':'common_grams','common_words':['a','the'],'query_mode':true",
                "'type':'cjk_bigram','ignored_scripts':['han']",
                "'type':'nori_tokenizer','decompound_mode':'mixed','discard_punctuation':false",
                "'type':'nori_part_of_speech','stoptags':['E','J']",
                "'type':'kuromoji_readingform','use_romaji':true",
                "'type':'phonetic','encoder':'double_metaphone','replace':false",
                "'type':'dictionary_decompounder','word_list':['fuß','ball'],'min_word_size':5,'min_subword_size':3",
                "'type':'dictionary_decompounder','word_list':['ball'],'max_subword_size':50,'only_longest_match':true",
                "'type':'pattern_replace','pattern':'a','replacement':'b','all':false"
            })
    void sendsPartsOfAnalysisThatServersKnow(String part) {
        String component = "{" + part.replace('\'', '"') + "}";

        assertRelayed("PUT", "/logs", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":" + component + "}}}}");
        assertRelayed("POST", "/_analyze", "{\"filter\":[" + component + "],\"text\":\"a\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "protected_words_path",
                "type_table_path",
                "common_words_path",
                "stopwords_path",
                "keep_words_path",
                "word_list_path",
                "hyphenation_patterns_path",
                "user_dictionary",
                "synonyms_set",
                "script"
            })
    void deniesPartsOfAnalysisThatReadElsewhere(String member) {
        String component = "{\"type\":\"x\",\"" + member + "\":\"x\"}";

        assertDenied(acme("PUT", "/logs")
                .body("{\"settings\":{\"analysis\":{\"filter\":{\"f\":" + component + "}}}}")
                .everySplit());
        assertDenied(acme("POST", "/_analyze")
                .body("{\"filter\":[" + component + "],\"text\":\"a\"}")
                .everySplit());
    }

    // No prefix of the cluster's name matches what a prefix of the tenant's does: sent, it would find nothing, and
    // everything if negated.
    @Test
    void deniesBeginningsOfNamesThatHaveTheTenantBehindThem() {
        String query = "{\"query\":{\"bool\":{\"must_not\":[{\"%s\":{\"_index\":%s}}]}}}";
        try (FilterHarness suffixed = FilterHarness.of(
                new TenantFactory(),
                configuration("indexPerTenant: { indices: [\"*\"], template: \"{index}.{tenant}\" }"))) {
            for (String value : List.of("\"keep\"", "{\"value\":\"keep\"}", "\"\"")) {
                assertDenied(suffixed.request("POST", "/keep1,tmp1/_delete_by_query")
                        .principal("acme")
                        .header("Content-Type", "application/json")
                        .body(query.formatted("prefix", value))
                        .everySplit());
            }
            HarnessResult wildcard = suffixed.request("POST", "/keep1,tmp1/_delete_by_query")
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(query.formatted("wildcard", "\"keep*\""))
                    .everySplit();
            assertThat(wildcard.upstreamBody()).isEqualTo(query.formatted("wildcard", "\"keep*.acme\""));
        }
        HarnessResult prefixed = acme("POST", "/keep1,tmp1/_delete_by_query")
                .body(query.formatted("prefix", "\"keep\""))
                .everySplit();
        assertThat(prefixed.upstreamBody()).isEqualTo(query.formatted("prefix", "\"acme.keep\""));
    }

    // An empty expression means all of the tenant's indices: servers refuse it in a body.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/_aliases | {'actions':[{'remove_index':{'index':''}}]}",
                "/_aliases | {'actions':[{'remove_index':{'indices':['']}}]}",
                "/_aliases | {'actions':[{'add':{'index':'','alias':'a'}}]}",
                "/_aliases | {'actions':[{'add':{'indices':['logs',''],'alias':'a'}}]}",
                "/_reindex | {'source':{'index':''},'dest':{'index':'b'}}",
                "/_reindex | {'source':{'index':['logs','']},'dest':{'index':'b'}}",
                "/_msearch | {'index':['']}#{}#",
                "/_msearch | {'index':['logs','']}#{}#",
            })
    void refusesEmptyNamesOfIndicesInBodies(String path, String body) {
        HarnessResult result = acme("POST", path)
                .body(body.replace('\'', '"').replace('#', '\n'))
                .everySplit();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(400);
    }

    // The number at the end of such a name may be a tenant's.
    @Test
    void deniesRolloversWhoseNextNameTheServerDrawsFromATenants() {
        try (FilterHarness suffixed = FilterHarness.of(
                new TenantFactory(),
                configuration("indexPerTenant: { indices: [\"*\"], template: \"{index}-{tenant}\" }"))) {
            HarnessResult drawn =
                    suffixed.request("POST", "/logs/_rollover").principal("007").send();
            HarnessResult named = suffixed.request("POST", "/logs/_rollover/next")
                    .principal("007")
                    .send();

            assertDenied(drawn);
            assertThat(named.upstreamHead().target().raw()).isEqualTo("/logs-007/_rollover/next-007");
        }
    }

    @Test
    void tellsHealthWithoutWhatTheClusterDoesForOthers() {
        HarnessResult result = acme("GET", "/_cluster/health?level=shards")
                .upstream(200, "application/json", """
                        {"cluster_name":"c","status":"green","timed_out":false,"number_of_nodes":3,"active_shards":1,\
                        "delayed_unassigned_shards":7,"number_of_pending_tasks":5,"number_of_in_flight_fetch":4,\
                        "task_max_waiting_in_queue_millis":99,"task_max_waiting_in_queue":"99ms",\
                        "indices":{"acme.logs":{"status":"green","shards":{"0":{"status":"green"}}}},"new":1}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"cluster_name":"c","status":"green","timed_out":false,"number_of_nodes":3,"active_shards":1,\
                "delayed_unassigned_shards":0,"number_of_pending_tasks":0,"number_of_in_flight_fetch":0,\
                "task_max_waiting_in_queue_millis":0,\
                "indices":{"logs":{"status":"green","shards":{"0":{"status":"green"}}}}}""");
    }

    // A server takes it of all shards of the cluster.
    @Test
    void tellsTheShareOfTheTenantsShardsThatAreActive() {
        HarnessResult result = acme("GET", "/_cluster/health?level=indices")
                .upstream(200, "application/json", """
                        {"active_shards":6,"initializing_shards":1,"unassigned_shards":1,"active_shards_percent_as_number":12.5,\
                        "indices":{"acme.logs":{"active_shards":6,"unassigned_shards":2}}}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"active_shards":6,"initializing_shards":1,"unassigned_shards":1,"active_shards_percent_as_number":75.0,\
                "indices":{"logs":{"active_shards":6,"unassigned_shards":2}}}""");
    }

    @Test
    void tellsStatisticsWithoutNodesAndTheirPaths() {
        HarnessResult result = acme("GET", "/_stats?level=shards")
                .upstream(200, "application/json", """
                        {"_shards":{"total":1},"_all":{"primaries":{"docs":{"count":1}}},"indices":{"acme.logs":{"uuid":"u",\
                        "total":{},"shards":{"0":[{"routing":{"state":"STARTED","primary":true,"node":"N1","relocating_node":"N2"},\
                        "docs":{"count":1},"shard_path":{"state_path":"/data"},"retention_leases":{"leases":[{"id":"peer_recovery/N1"}]}}]}}}}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"_shards":{"total":1},"_all":{"primaries":{"docs":{"count":1}}},"indices":{"logs":{"uuid":"u",\
                "total":{},"shards":{"0":[{"routing":{"state":"STARTED","primary":true},"docs":{"count":1}}]}}}}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_stats", "/_segments", "/_cluster/health", "/_alias", "/_settings"})
    void endsAnswersAboutForeignIndices(String target) {
        String index = "{\"bolt.logs\":{}}";
        String answer = target.equals("/_alias") || target.equals("/_settings") ? index : "{\"indices\":" + index + "}";

        HarnessResult result =
                acme("GET", target).upstream(200, "application/json", answer).send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("bolt");
    }

    @Test
    void showsOfWhichIndexACopyWasMade() {
        HarnessResult result = acme("GET", "/copy/_settings")
                .upstream(200, "application/json", """
                        {"acme.copy":{"settings":{"index":{"resize":{"source":{"name":"acme.logs","uuid":"u"}},"provided_name":"acme.copy"}}}}""")
                .send();

        assertThat(result.body()).doesNotContain("acme");
        assertThat(result.body()).contains("\"name\":\"logs\"");
    }

    @Test
    void namesTheIndicesOfARollover() {
        HarnessResult result = acme("POST", "/now/_rollover")
                .upstream(200, "application/json", """
                        {"acknowledged":true,"old_index":"acme.logs-1","new_index":"acme.logs-000002","rolled_over":true,"conditions":{"[max_docs: 1]":true}}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"acknowledged":true,"old_index":"logs-1","new_index":"logs-000002","rolled_over":true,"conditions":{"[max_docs: 1]":true}}""");
    }

    @Test
    void showsProfilesWithTheTenantsNames() {
        HarnessResult result = search("{\"profile\":true}")
                .upstream(200, "application/json", """
                        {"profile":{"shards":[{"id":"[N][acme.logs][0]","searches":[{"query":[{"description":"_index:acme.logs","time_in_nanos":1}]}]}]}}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"profile":{"shards":[{"id":"[N][logs][0]","searches":[{"query":[{"description":"_index:logs","time_in_nanos":1}]}]}]}}""");
    }
}
