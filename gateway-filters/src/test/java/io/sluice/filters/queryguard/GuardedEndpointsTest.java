package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of endpoints that do more than search, or otherwise. */
class GuardedEndpointsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/logs/_update/1 | {'script':'ctx.op'}",
                "/logs/_doc/1/_update | {'doc':{},'script':{'source':'ctx.op'}}",
                "/logs/_update_by_query | {'script':{'id':'x'},'query':{}}",
                "/_reindex | {'source':{'index':'a'},'dest':{'index':'b'},'script':{'source':'1'}}",
                "/_reindex | {'source':{'index':'a','search_pipeline':{'request_processors':[]}},'dest':{'index':'b'}}",
                "/_rank_eval | {'requests':[{'id':'1','request':{'query':{'script':{'script':'1'}}},'ratings':[]}]}",
                "/_rank_eval | {'templates':[{'id':'1','template':{'source':'{}'}}],'requests':[]}",
                "/logs/_graph/explore | {'query':{'script':{'script':'1'}}}",
                "/logs/_field_caps | {'fields':['a'],'runtime_mappings':{'a':{'script':'1'}}}",
                "/logs/_terms_enum | {'index_filter':{'script':{'script':'1'}}}",
                "/logs/_mvt/f/1/1/1 | {'runtime_mappings':{'a':{'script':'1'}}}",
                "/_ingest/pipeline/_simulate | {'docs':[],'pipeline':{'processors':[{'script':{'source':'1'}}]}}",
                "/_ingest/pipeline/_simulate | {'pipeline':{'on_failure':[{'foreach':{'processor':{'script':{'source':'1'}}}}]}}",
                "/_ingest/pipeline/_simulate | {'pipeline':{'processors':[{'set':{'if':'ctx.a > 1','field':'b'}}]}}",
                "/_ingest/logs/_simulate | {'docs':[],'pipeline_substitutions':{'p':{'processors':[{'script':{'source':'1'}}]}}}",
                "/_ingest/x/_simulate | {'docs':[],'pipeline_substitutions':{'docs':{'processors':[{'script':{'source':'1'}}]}}}",
                "/_watcher/watch/_execute | {'watch':{'condition':{'script':{'source':'1'}}}}",
                "/_ml/datafeeds/_preview | {'datafeed_config':{'script_fields':{'a':{'script':'1'}}}}",
                "/_transform/_preview | {'pivot':{'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}}",
                "/_transform/_preview | {'pivot':{'group_by':{'a':{'terms':{'script':'1'}}}}}",
                "/_data_frame/transforms/_preview | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_plugins/_transform/_preview | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_opendistro/_alerting/monitors/_execute | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_plugins/_alerting/monitors/a/_execute | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_opendistro/_anomaly_detection/detectors/_preview | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_ml/datafeeds/a/_preview | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "/_plugins/_ml/models/_search | {'query':{'script':{'script':'1'}}}",
                "/_opendistro/_ml/tasks/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_alerting/monitors/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_alerting/destinations/email_accounts/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_anomaly_detection/detectors/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_anomaly_detection/detectors/results/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_anomaly_detection/detectors/results/_search/mine | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_forecast/forecasters/results/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_knn/models/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_flow_framework/workflow/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_flow_framework/workflow/state/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_search_relevance/query_sets/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_security_analytics/correlation/rules/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_security_analytics/threat_intel/sources/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_ml/memory_containers/a/memories/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_ml/memory_containers/a/memories/long-term/_search | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_ml/memory_containers/a/memories/long-term/_delete_by_query | {'query':{'script':{'script':'1'}}}",
                "/_plugins/_anomaly_detection/detectors/results | {'query':{'script':{'script':'1'}}}",
                "/_rollup_search | {'query':{'script':{'script':'1'}}}",
                "/_ml/data_frame/_evaluate | {'index':'a','query':{'script':{'script':'1'}}}",
                "/_plugins/_ml/models/a/_predict | {'input_index':['a'],'input_query':{'query':{'script':{'script':'1'}}}}",
                "/_plugins/_ml/models/a/_predict/stream | {'input_query':{'query':{'script':{'script':'1'}}}}",
                "/_plugins/_ml/models/a/_batch_predict | {'input_query':{'query':{'script':{'script':'1'}}}}",
                "/_plugins/_ml/memory_containers/a/memories/long-term/_hybrid_search | {'query':'a','filter':{'script':{'script':'1'}}}",
                "/_plugins/_anomaly_detection/detectors/_suggest/interval | {'filter_query':{'script':{'script':'1'}}}",
                "/_plugins/_forecast/forecasters/_suggest/interval | {'filter_query':{'script':{'script':'1'}}}",
                "/_plugins/_forecast/forecasters/a/results/_topForecasts | {'filter_query':{'script':{'script':'1'}}}",
                "/_watcher/_query/watches | {'query':{'script':{'script':'1'}}}",
                "/_security/_query/api_key | {'query':{'script':{'script':'1'}}}",
                "/_security/_query/user | {'query':{'script':{'script':'1'}}}",
                "/_security/_query/role | {'query':{'script':{'script':'1'}}}",
                "/_profiling/stacktraces | {'query':{'script':{'script':'1'}}}",
                "/_profiling/flamegraph | {'query':{'script':{'script':'1'}}}",
                "/_profiling/topn/functions | {'query':{'script':{'script':'1'}}}",
                "/logs/_plugins/_asynchronous_search | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
            })
    void findsScriptsInEveryBody(String target, String body) {
        FilterHarness harness = guard("{scripts: {}}");

        assertThat(json(harness, "POST", target, body.replace('\'', '"'))
                        .everySplit()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void judgesSearchesOfIndicesThatAPluginChooses() {
        String path = "/_plugins/_alerting/monitors/_search";

        assertThat(json(guard("{size: {max: 20}}"), "POST", path, "{\"size\":21}")
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(json(guard("{size: {max: 20}}, {indices: {all: false}}"), "POST", path, "{\"size\":20}")
                        .send()
                        .relayed())
                .isTrue();
    }

    /** A server reads these bodies as searches. */
    @Test
    void limitsBatchesOfChangesByQuery() {
        for (String path : List.of("/logs/_update_by_query", "/logs/_delete_by_query")) {
            String body = "{\"query\":{\"match_all\":{}},\"size\":%d}";
            assertThat(json(guard("{size: {max: 20}}"), "POST", path, body.formatted(21))
                            .send()
                            .status())
                    .isEqualTo(400);
            assertThat(json(guard("{size: {max: 20, action: cap}}"), "POST", path, body.formatted(21))
                            .send()
                            .upstreamBody())
                    .isEqualTo(body.formatted(20));
            assertThat(json(guard("{scripts: {}}"), "POST", path, "{\"sort\":{\"_script\":{\"script\":\"1\"}}}")
                            .send()
                            .status())
                    .isEqualTo(400);
        }
    }

    /** Where none of the indices is a rollup, servers run it as any search. */
    @Test
    void treatsASearchOfRollupsAsASearch() {
        for (String path : List.of("/_rollup_search", "/logs/_rollup_search", "/logs/doc/_rollup_search")) {
            assertThat(json(guard("{size: {max: 5}}, {timeout: {max: 10s}}"), "POST", path, "{\"query\":{}}")
                            .everySplit()
                            .upstreamBody())
                    .isEqualTo("{\"query\":{},\"size\":5,\"timeout\":\"10000ms\"}");
        }
        assertThat(json(guard("{indices: {all: false}}"), "POST", "/_rollup_search", "{}")
                        .send()
                        .status())
                .isEqualTo(400);
    }

    /** It has no size: its hits are the neighbours. */
    @Test
    void limitsHowManyNeighboursAreFound() {
        String body = "{\"knn\":{\"field\":\"a\",\"query_vector\":[1],\"k\":%d,\"num_candidates\":21}}";
        String path = "/logs/_knn_search";

        for (String rule : List.of("{size: {max: 20}}", "{window: {max: 20}}")) {
            assertThat(json(guard(rule), "POST", path, body.formatted(21))
                            .send()
                            .status())
                    .isEqualTo(400);
            assertThat(json(guard(rule), "POST", path, body.formatted(20))
                            .send()
                            .upstreamBody())
                    .isEqualTo(body.formatted(20));
        }
        assertThat(json(guard("{size: {max: 20, action: cap}}"), "POST", path, body.formatted(21))
                        .send()
                        .upstreamBody())
                .isEqualTo(body.formatted(20));
    }

    /** A server takes it for the size of each search. */
    @Test
    void limitsHowManyHitsAreRated() {
        String body = "{\"requests\":[],\"metric\":{\"precision\":{\"k\":%d}}}";

        for (String rule : List.of("{size: {max: 20}}", "{window: {max: 20}}")) {
            assertThat(json(guard(rule), "POST", "/_rank_eval", body.formatted(21))
                            .send()
                            .status())
                    .isEqualTo(400);
            assertThat(json(guard(rule), "POST", "/_rank_eval", body.formatted(20))
                            .send()
                            .relayed())
                    .isTrue();
        }
    }
}
