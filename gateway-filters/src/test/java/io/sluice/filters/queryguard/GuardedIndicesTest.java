package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of indices in bodies. */
class GuardedIndicesTest {

    private static final int MANY = 100_000;

    private static HarnessResult searches(String rules, String header) {
        return guard(rules)
                .request("POST", "/_msearch")
                .header("Content-Type", "application/x-ndjson")
                .body(header + "\n{}\n")
                .send();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/_transform/_preview | {'source':{'index':'*'},'pivot':{}}",
                "/_transform/_preview | {'source':{'index':['logs','lo*']}}",
                "/_plugins/_transform/_preview | {'transform':{'source_index':'lo*'}}",
                "/_watcher/watch/_execute | {'watch':{'input':{'search':{'request':{'indices':['lo*'],'body':{}}}}}}",
                "/_ml/datafeeds/_preview | {'datafeed_config':{'indices':['lo*']}}",
                "/_ml/datafeeds/_preview | {'datafeed_config':{'indexes':['lo*']}}",
                "/_ml/data_frame/analytics/_explain | {'source':{'index':'lo*'}}",
                "/_ml/data_frame/_evaluate | {'index':'lo*'}",
                "/_plugins/_alerting/monitors/_execute | {'inputs':[{'search':{'indices':['lo*'],'query':{}}}]}",
                "/_plugins/_anomaly_detection/detectors/_preview | {'detector':{'indices':['lo*']}}",
                "/_plugins/_ml/_train/kmeans | {'input_index':['lo*'],'input_query':{}}",
                "/_plugins/_ml/_execute/anomaly_localization | {'index_name':'lo*'}",
                "/_profiling/flamegraph | {'indices':['lo*']}",
            })
    void looksAtIndicesThatAnyBodyNames(String target, String body) {
        String allowed = body.replace("lo*", "logs-2").replace("'*'", "'logs-2'");
        FilterHarness harness = guard("{indices: {all: false, wildcards: false}}");

        assertThat(json(harness, "POST", target, body.replace('\'', '"'))
                        .everySplit()
                        .status())
                .isEqualTo(400);
        assertThat(json(harness, "POST", target, allowed.replace('\'', '"'))
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    /** What has the name of a list of indices may be something else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'pivot':{'group_by':{'index':{'terms':{'script':'1'}}}}}",
                "{'pivot':{'aggs':{'indices':{'max':{'script':'1'}}}}}",
                "{'source':{'index':[{'script':'1'}]}}",
            })
    void findsScriptsWhereIndicesMayBeNamed(String body) {
        assertThat(json(guard("{scripts: {}}"), "POST", "/_transform/_preview", body.replace('\'', '"'))
                        .everySplit()
                        .status())
                .isEqualTo(400);
    }

    /** Elasticsearch 7.17 and OpenSearch 2.19 take such a header for one without indices. */
    @ParameterizedTest
    @ValueSource(strings = {"[{\"index\":\"x\"}]", "[]", "\"x\"", "[[{\"index\":[\"x\"]}]]"})
    void refusesHeadersThatAreNoObjects(String header) {
        assertThat(searches("{indices: {all: false}}", header).status()).isEqualTo(400);
        assertThat(searches("{indices: {wildcards: false}}", header).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{scripts: {}}", "{indices: {max: 1, action: log}}"})
    void readsEachNameOfALongListOnce(String rules) {
        String names = "\"a\",".repeat(MANY) + "\"a\"";

        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(searches(rules, "{\"index\":[" + names + "]}").relayed()).isTrue();
            assertThat(json(guard(rules), "POST", "/_reindex", "{\"source\":{\"index\":[" + names + "]}}")
                            .send()
                            .relayed())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':[],'indices':'logs-1'}",
                "{'indices':'logs-1','index':[]}",
                "{'index':'logs-1','index':'logs-2'}",
                "{'index':'logs-1','indices':null}",
                "{'index':{'a':'x,lo*,y'},'indices':'logs-1'}",
                "{'index':{'a':'x,lo*,y'}}",
                "{'index':[['lo*']]}",
                "{'index':['logs-1',{'a':'lo*'}]}",
                "{'index':['logs-1',1]}",
                "{'index':true}",
                "{'\\u0069ndex':1}",
            })
    void refusesHeadersWhoseIndicesServersMayReadInAnotherWay(String header) {
        for (String rule : List.of("{indices: {wildcards: false}}", "{amounts: {}}")) {
            HarnessResult result = searches(rule, header.replace('\'', '"'));

            assertThat(result.status()).as(result.toString()).isEqualTo(400);
            assertThat(result.body()).contains("the query guard cannot check this request");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':'logs-1','preference':'x'}",
                "{'indices':['logs-1','logs-2'],'expand_wildcards':['open','hidden']}",
                "{'wait_for_checkpoints':{'index':1},'index':'logs-1'}",
            })
    void letsHeadersThroughThatNameTheirIndicesOnce(String header) {
        assertThat(searches("{indices: {all: false, wildcards: false}}, {amounts: {}}", header.replace('\'', '"'))
                        .relayed())
                .isTrue();
    }

    /** Servers take comments, and say {@code pit} in other formats too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/json | {/*'pit':*/'query':{'match_all':{}}} | 400",
                "application/json | {'pit':{'id':'x'}} {} | 400",
                "application/json | {'pit':null} | 400",
                "application/json | {'pit':'x'} | 400",
                "application/json | {'pit':[{'id':'x'}]} | 400",
                "application/json | {'pit':{'id':null}} | 400",
                "application/json | {'pit':{'id':{'a':'x'}}} | 400",
                "application/yaml | { #'pit':~ query: {match_all: {}} } | 406",
                "application/cbor | {'pit':{'id':'x'}} | 406",
            })
    void readsTheSearchOfAPointInTimeThatNamesNoIndex(String type, String body, int status) {
        for (String target : List.of("/_search", "/_async_search")) {
            HarnessResult result = guard("{indices: {all: false}}")
                    .request("POST", target)
                    .header("Content-Type", type)
                    .body(body.replace('\'', '"').replace('~', '\n'))
                    .everySplit();

            assertThat(result.status()).as(result.toString()).isEqualTo(status);
            assertThat(result.relayed()).isFalse();
        }
    }
}
