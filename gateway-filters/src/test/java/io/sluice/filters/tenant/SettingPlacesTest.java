package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the same can be said in several places of a request, in the URL, on a line, in a body, it is judged alike in all of them. */
class SettingPlacesTest {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String ROUTED = "shared: { indices: [logs], routing: tenant }";
    private static final String NESTED = "nested: { indices: [\"*\"] }";
    private static final List<String> ALL = List.of(OWN, SHARED, ROUTED, NESTED);

    private static final List<String> PIPELINES = List.of(
            "PUT /logs/_doc/1?pipeline=%s {}",
            "POST /logs/_doc?pipeline=%s {}",
            "PUT /logs/_create/1?pipeline=%s {}",
            "POST /logs/_update/1?pipeline=%s {'doc':{}}",
            "POST /logs/_bulk?pipeline=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_bulk {'index':{'_id':'1','pipeline':'%s'}}\n{}\n",
            "POST /logs/_bulk {'create':{'pipeline':'%s'}}\n{}\n",
            "POST /logs/_bulk {'index':{'pipel\\u0069ne':'%s','_id':'1'}}\n{}\n",
            "POST /_bulk {'index':{'_index':'logs','_id':'1','pipeline':'%s'}}\n{}\n",
            "POST /_bulk {'update':{'_index':'logs','_id':'1','pipeline':'%s'}}\n{'doc':{},'doc_as_upsert':true}\n",
            "POST /logs/_update_by_query?pipeline=%s {'query':{'match_all':{}}}",
            "POST /_reindex?pipeline=%s {'source':{'index':'logs'},'dest':{'index':'orders'}}",
            "POST /_reindex {'source':{'index':'logs'},'dest':{'index':'orders','pipeline':'%s'}}",
            "POST /_ingest/pipeline/_simulate {'pipeline':{'processors':[{'pipeline':{'name':'%s'}}]}}",
            "POST /_ingest/_simulate?pipeline=%s {}",
            "PUT /orders {'settings':{'default_pipeline':'%s'}}",
            "PUT /orders {'settings':{'index':{'final_pipeline':'%s'}}}",
            "PUT /logs/_settings {'index.default_pipeline':'%s'}");

    private static final List<String> SEARCH_PIPELINES = List.of(
            "POST /logs/_search?search_pipeline=%s {}",
            "POST /logs/_search {'search_pipeline':'%s'}",
            "POST /_msearch?search_pipeline=%s {'index':'logs'}\n{}\n",
            "POST /_msearch {'index':'logs','search_pipeline':'%s'}\n{}\n",
            "POST /_msearch {'index':'logs'}\n{'search_pipeline':'%s'}\n");

    private static final List<String> EXECUTED_PIPELINES = List.of(
            "POST /logs/_bulk?list_executed_pipelines=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_bulk {'index':{'_id':'1','list_executed_pipelines':%s}}\n{}\n");

    private static final List<String> ROUTINGS = List.of(
            "PUT /logs/_doc/1?routing=%s {}",
            "GET /logs/_doc/1?routing=%s",
            "DELETE /logs/_doc/1?routing=%s",
            "POST /logs/_update/1?routing=%s {'doc':{}}",
            "POST /logs/_bulk?routing=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_bulk {'index':{'_id':'1','routing':'%s'}}\n{}\n",
            "POST /_bulk {'delete':{'_index':'logs','_id':'1','routing':'%s'}}\n",
            "POST /logs/_search?routing=%s {}",
            "POST /logs/_count?routing=%s {}",
            "POST /logs/_delete_by_query?routing=%s {'query':{'match_all':{}}}",
            "POST /_msearch {'index':'logs','routing':'%s'}\n{}\n",
            "POST /logs/_msearch {'routing':'%s'}\n{}\n",
            "POST /logs/_mget?routing=%s {'ids':['1']}",
            "POST /logs/_mget {'docs':[{'_id':'1','routing':'%s'}]}",
            "POST /logs/_pit?keep_alive=1m&routing=%s");

    private static final List<String> ALIASES = List.of(
            "PUT /logs/_doc/1?require_alias=%s {}",
            "POST /logs/_update/1?require_alias=%s {'doc':{}}",
            "POST /logs/_bulk?require_alias=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_bulk {'index':{'_id':'1','require_alias':%s}}\n{}\n");

    private static final List<String> STREAMS = List.of(
            "PUT /logs/_doc/1?require_data_stream=%s {}",
            "POST /logs/_bulk?require_data_stream=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_bulk {'index':{'_id':'1','require_data_stream':%s}}\n{}\n");

    private static final List<String> SHOWN_FIELDS = List.of(
            "GET /logs/_doc/1?_source=%s",
            "POST /logs/_search?_source_includes=%s {}",
            "POST /logs/_search {'_source':'%s'}",
            "POST /logs/_search {'_source':{'excludes':['%s']}}",
            "POST /logs/_update/1?_source=%s {'doc':{}}",
            "POST /logs/_update/1 {'doc':{},'_source':['%s']}",
            "POST /logs/_bulk?_source=%s {'update':{'_id':'1'}}\n{'doc':{}}\n",
            "POST /logs/_bulk {'update':{'_id':'1','_source':'%s'}}\n{'doc':{}}\n",
            "POST /logs/_bulk {'update':{'_id':'1','_source':{'includes':['%s']}}}\n{'doc':{}}\n",
            "POST /logs/_bulk {'update':{'_id':'1'}}\n{'doc':{},'_source':'%s'}\n",
            "POST /logs/_mget {'docs':[{'_id':'1','_source':['%s']}]}",
            "POST /logs/_mget?_source=%s {'ids':['1']}");

    private static final List<String> VERSIONS = List.of(
            "PUT /logs/_doc/1?version=%s&version_type=external {}",
            "POST /logs/_bulk {'index':{'_id':'1','version':%s,'version_type':'external'}}\n{}\n");

    private static final List<String> OPERATIONS =
            List.of("PUT /logs/_doc/1?op_type=%s {}", "POST /logs/_bulk {'index':{'_id':'1','op_type':'%s'}}\n{}\n");

    private static final List<String> OTHER_INDICES = List.of(
            "POST /logs/_search?index=%s {}",
            "POST /logs/_bulk?index=%s {'index':{'_id':'1'}}\n{}\n",
            "POST /logs/_mget?index=%s {'ids':['1']}",
            "POST /logs/_msearch?index=%s {'index':'logs'}\n{}\n");

    private static final List<String> COPIES = List.of(
            "POST /logs/_search?preference=%s {}",
            "POST /logs/_msearch {'preference':'%s'}\n{}\n", "GET /logs/_doc/1?preference=%s");

    private static final List<String> TIMES =
            List.of("POST /logs/_search?timeout=%s {}", "POST /logs/_search {'timeout':'%s'}");

    private static final List<String> SCORES =
            List.of("POST /logs/_search {'min_score':%s}", "POST /logs/_msearch {}\n{'min_score':%s}\n");

    private static final Map<String, List<String>> PLACES = Map.ofEntries(
            Map.entry("pipeline", PIPELINES),
            Map.entry("search_pipeline", SEARCH_PIPELINES),
            Map.entry("list_executed_pipelines", EXECUTED_PIPELINES),
            Map.entry("routing", ROUTINGS),
            Map.entry("require_alias", ALIASES),
            Map.entry("require_data_stream", STREAMS),
            Map.entry("_source", SHOWN_FIELDS),
            Map.entry("version", VERSIONS),
            Map.entry("op_type", OPERATIONS),
            Map.entry("index", OTHER_INDICES),
            Map.entry("preference", COPIES),
            Map.entry("timeout", TIMES),
            Map.entry("min_score", SCORES));

    static Stream<Arguments> denied() {
        return Stream.of(
                        of("pipeline", "_none", ALL),
                        of("pipeline", "p", ALL),
                        of("search_pipeline", "_none", ALL),
                        of("list_executed_pipelines", "true", ALL),
                        of("routing", "acme", List.of(ROUTED)),
                        of("_source", "tenant_id", List.of(SHARED, ROUTED)),
                        of("index", "orders", ALL),
                        of("min_score", "0.5", List.of(SHARED, ROUTED)))
                .flatMap(one -> one);
    }

    static Stream<Arguments> allowed() {
        return Stream.of(
                        of("routing", "r", List.of(OWN, SHARED, NESTED)),
                        of("require_alias", "true", ALL),
                        of("require_data_stream", "true", ALL),
                        of("_source", "a", List.of(OWN, SHARED, ROUTED)),
                        of("version", "7", ALL),
                        of("op_type", "create", ALL),
                        of("preference", "_local", ALL),
                        of("timeout", "1s", ALL),
                        of("min_score", "0.5", List.of(OWN, NESTED)))
                .flatMap(one -> one);
    }

    private static Stream<Arguments> of(String setting, String value, List<String> layouts) {
        return layouts.stream().map(layout -> Arguments.of(setting, value, layout));
    }

    @ParameterizedTest
    @MethodSource("denied")
    void isDeniedWhereverItIsSaid(String setting, String value, String layout) {
        assertThat(judged(setting, value, layout)).allMatch(judgement -> judgement.startsWith("denied"));
    }

    @ParameterizedTest
    @MethodSource("allowed")
    void isAllowedWhereverItIsSaid(String setting, String value, String layout) {
        assertThat(judged(setting, value, layout)).allMatch(judgement -> judgement.startsWith("sent"));
    }

    private static List<String> judged(String setting, String value, String layout) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            return PLACES.get(setting).stream()
                    .map(place -> place.replace('\'', '"').replace("%s", value))
                    .map(request -> judgement(harness, request))
                    .toList();
        }
    }

    private static String judgement(FilterHarness harness, String request) {
        String[] parts = request.split(" ", 3);
        HarnessResult result = harness.request(parts[0], parts[1])
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(parts.length > 2 ? parts[2] : "")
                .send();
        String status = result.relayed()
                ? "sent"
                : result.status() == 403 || result.body().contains("\"status\":403") ? "denied" : "failed";
        return status + " " + request + " -> " + result.status() + " " + result.body();
    }
}
