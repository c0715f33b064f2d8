package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What would choose among the terms of all tenants, where they share an index. */
@Tag("slow")
class SharedTermsTest extends AcmeTest {

    private static final String ALL = "2147483647";

    SharedTermsTest() {
        super("shared: { indices: [logs], scores: relevance }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'prefix':{'a':{'value':'b','rewrite':'top_terms_1'}}}",
                "{'prefix':{'a':{'rewrite':'top_terms_boost_5','value':'b'}}}",
                "{'wildcard':{'a':{'value':'b','rewrite':'top_terms_blended_freqs_9'}}}",
                "{'regexp':{'a':{'value':'b','rewrite':'scoring_boolean'}}}",
                "{'prefix':{'a':{'value':'b','rewrite':'constant_score_boolean'}}}",
                "{'prefix':{'a':{'value':'b','rewrite':'Constant_Score'}}}",
                "{'prefix':{'a':{'value':'b','rewrite':['constant_score','top_terms_1']}}}",
                "{'prefix':{'a':{'value':'b','rewrite':{}}}}",
                "{'wildcard':{'_index':{'value':'logs','rewrite':'top_terms_1'}}}",
                "{'function_score':{'query':{'match_all':{}},'field_value_factor':{'field':'n'},'min_score':0}}",
                "{'nested':{'path':'c','query':{'function_score':{'min_score':1}}}}",
                "{'combined_fields':{'query':'b','fields':['a','c']}}",
                "{'intervals':{'a':{'match':{'query':'b'}}}}",
                "{'fuzzy':{'a':'b'}}",
                "{'fuzzy':{'a':{'value':'b','rewrite':'constant_score'}}}",
                "{'match':{'a':{'query':'b','fuzziness':'AUTO'}}}",
                "{'match':{'a':{'fuzziness':1,'query':'b','fuzzy_rewrite':'constant_score'}}}",
                "{'match_bool_prefix':{'a':{'query':'b','fuzziness':1}}}",
                "{'match_phrase_prefix':{'a':'b'}}",
                "{'match_phrase_prefix':{'a':{'query':'b','max_expansions':10}}}",
                "{'multi_match':{'query':'b','fuzziness':1}}",
                "{'multi_match':{'query':'b','type':'phrase_prefix'}}",
                "{'multi_match':{'type':'PHRASE_PREFIX','query':'b'}}",
                "{'query_string':{'query':'b~'}}",
                "{'query_string':{'query':'a:b~1 c'}}",
                "{'query_string':{'query':'b ~1'}}",
                "{'query_string':{'query':'b\\\\\\\"~1'}}",
                "{'query_string':{'query':'b\\\\\\\\~1'}}",
                "{'query_string':{'query':'/a\\\\/ b~1'}}",
                "{'query_string':{'query':'/\\\"/ b~1 /\\\"/'}}",
                "{'query_string':{'query':'b\\u007e'}}",
                "{'query_string':{'query':'b','type':'phrase_prefix'}}",
                "{'query_string':{'query':'b','type':'bool_prefix'}}",
                "{'query_string':{'query':'b*','rewrite':'top_terms_1'}}",
                "{'simple_query_string':{'query':'b~1'}}",
                "{'simple_query_string':{'query':'b','flags':'FUZZY'}}",
                "{'simple_query_string':{'query':'b','flags':'fuzzy|PHRASE'}}",
                "{'simple_query_string':{'query':'b','flags':512}}",
                "{'span_multi':{'match':{'prefix':{'a':'b'}}}}",
                "{'span_near':{'clauses':[{'span_multi':{'match':{'prefix':{'a':'b'}}}}]}}",
                "{'intervals':{'a':{'prefix':{'prefix':'b'}}}}",
                "{'intervals':{'a':{'wildcard':{'pattern':'b'}}}}",
                "{'intervals':{'a':{'regexp':{'pattern':'b'}}}}",
                "{'intervals':{'a':{'any_of':{'intervals':[{'fuzzy':{'term':'b'}}]}}}}",
                "{'intervals':{'a':{'match':{'query':'b','filter':{'before':{'prefix':{'prefix':'b'}}}}}}}",
            })
    void deniesWhatChoosesAmongTheTermsOfAll(String query) {
        String body = query.replace('\'', '"');

        assertDenied(search("{\"query\":" + body + "}").everySplit());
        assertDenied(search("{\"aggs\":{\"f\":{\"filter\":" + body + "}}}").send());
        assertDenied(
                search("{\"query\":{\"bool\":{\"must_not\":[" + body + "]}}}").send());
        assertDenied(search("{\"post_filter\":" + body + "}").send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'fvh','fields':{'a':{}}}",
                "{'fields':{'a':{'type':'fvh'}}}",
                "{'fields':[{'a':{'type':'semantic'}}]}",
            })
    void deniesHighlightersThatLookForTermsInTheIndex(String highlight) {
        assertDenied(
                search("{\"highlight\":" + highlight.replace('\'', '"') + "}").everySplit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_search?q=a~", "/logs/_count?q=a:b%7E1", "/logs/_delete_by_query?q=a%20~2"})
    void deniesFuzzyTermsInUrls(String target) {
        assertDenied(acme("POST", target).send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'prefix':{'a':{'value':'b','rewrite':'constant_score'}}}",
                "{'wildcard':{'a':{'value':'b','rewrite':'constant_score_blended'}}}",
                "{'query_string':{'query':'a* AND \\\"b c\\\"~2 AND b\\\\~1','rewrite':'constant_score','type':'most_fields'}}",
                "{'simple_query_string':{'query':'\\\"b c\\\"~2 \\\\~','flags':'ALL'}}",
                "{'simple_query_string':{'query':'b','flags':'FUZZY|PHRASE|ESCAPE'}}",
                "{'simple_query_string':{'query':'b','flags':'AND|OR'}}",
                "{'multi_match':{'query':'b','fields':['a']}}",
            })
    void sendsWhatTakesEveryTermThatFits(String query) {
        String body = query.replace('\'', '"');

        assertThat(search("{\"query\":" + body + "}").everySplit().upstreamBody())
                .contains(body);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"match_bool_prefix":{"a":"b c"}}                               | {"match_bool_prefix":{"a":{"query":"b c","max_expansions":ALL}}}
            {"match_bool_prefix":{"a":{"max_expansions":1,"query":"b"}}}    | {"match_bool_prefix":{"a":{"max_expansions":ALL,"query":"b"}}}
            {"match_bool_prefix":{"a":{"query":"b"}}}                       | {"match_bool_prefix":{"a":{"query":"b","max_expansions":ALL}}}
            {"multi_match":{"query":"b","type":"bool_prefix"}}              | {"multi_match":{"query":"b","type":"bool_prefix","max_expansions":ALL}}
            {"multi_match":{"max_expansions":1,"query":"b"}}                | {"multi_match":{"max_expansions":ALL,"query":"b"}}
            """)
    void takesAllTermsForAPrefix(String query, String sent) {
        assertThat(search("{\"query\":" + query + "}").everySplit().upstreamBody())
                .contains("[" + sent.replace("ALL", ALL) + ",{\"term\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"terms":{"field":"a","size":3}}                         | {"terms":{"field":"a","size":3,"collect_mode":"breadth_first","execution_hint":"map"}}
            {"terms":{"collect_mode":"depth_first","field":"a"}}     | {"terms":{"collect_mode":"depth_first","field":"a","execution_hint":"map"}}
            {"terms":{"execution_hint":"global_ordinals","field":"a"}} | {"terms":{"execution_hint":"map","field":"a","collect_mode":"breadth_first"}}
            {"terms":{"execution_hint":"map","field":"a"}}           | {"terms":{"execution_hint":"map","field":"a","collect_mode":"breadth_first"}}
            {"terms":{"execution_hint":"other","field":"a"}}         | {"terms":{"execution_hint":"other","field":"a","collect_mode":"breadth_first"}}
            {"multi_terms":{"terms":[{"field":"a"},{"field":"b"}]}}  | {"multi_terms":{"terms":[{"field":"a"},{"field":"b"}],"collect_mode":"breadth_first"}}
            """)
    void saysWhenBucketsAreLookedInto(String aggregation, String sent) {
        assertThat(search("{\"aggs\":{\"t\":" + aggregation + "}}").everySplit().upstreamBody())
                .startsWith("{\"aggs\":{\"t\":" + sent + ONE_BY_ONE + "},");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'aggs':{'c':{'composite':{'sources':[{'k':{'terms':{'field':'a','missing_bucket':true,'missing_order':'last'}}}],'after':{'k':'b'}}}}",
                "'aggs':{'c':{'composite':{'sources':[{'k':{'terms':{'field':'a','order':'desc'}}}],'after':{'k':'z'}}}}",
                "'aggs':{'d':{'date_histogram':{'field':'d'},'aggs':{'r':{'rare_terms':{'field':'a'}}}}}",
                "'aggs':{'d':{'terms':{'field':'d'},'aggs':{'m':{'adjacency_matrix':{'filters':{}}}}}}",
                "'aggs':{'t':{'terms':{'field':'a'},'aggs':{'s':{'sampler':{'shard_size':9}}}}}",
                "'aggs':{'s':{'sampler':{'shard_size':9}}}",
                "'aggs':{'s':{'aggs':{},'sampler':{}}}",
                "'aggs':{'r':{'range':{'field':'n','ranges':[{'from':1}]}}}",
                "'aggregations':{'r':{'date_range':{'field':'d','ranges':[{'from':'now'}]}}}",
                "'aggs':{'sluice_one_by_one':{'max':{'field':'n'}}}",
                "'sort':[{'c.d.k':{'nested':{'path':'c','filter':{'term':{'a':'b'}},'nested':{'path':'c.d'}}}}]",
                "'query':{'nested':{'path':'c','query':{'match_all':{}},'inner_hits':{'sort':[{'k':{'nested':{'path':'c.d','filter':{'match_all':{}}}}}]}}}",
                "'query':{'nested':{'path':'c','query':{'match_all':{}},'inner_hits':{'sort':[{'k':{'nested_path':'c.d'}}]}}}",
                "'aggs':{'n':{'nested':{'path':'c'},'aggs':{'t':{'top_hits':{'sort':[{'k':{'nested':{'path':'c.d'}}}]}}}}}",
                "'aggs':{'n':{'nested':{'path':'c'},'aggs':{'t':{'top_hits':{'sort':[{'_geo_distance':{'g':[0,0],'nested_filter':{'match_all':{}}}}]}}}}}",
                "'collapse':{'field':'a','inner_hits':{'name':'x'}}",
                "'query':{'distance_feature':{'field':'d','origin':'now','pivot':'1d'}}",
                "'query':{'match_phrase':{'a':{'query':'b c','analyzer':'mine'}}}",
                "'query':{'multi_match':{'query':'b c','type':'phrase','analyzer':'mine'}}",
                "'query':{'query_string':{'query':'b','quote_analyzer':'mine'}}",
                "'query':{'simple_query_string':{'query':'b','analyzer':'mine'}}",
            })
    void deniesWhatTellsOfOthers(String members) {
        HarnessResult result = search("{" + members.replace('\'', '"') + "}").everySplit();

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }

    @Test
    void takesAnalyzersThatServersBring() {
        assertThat(search("{\"query\":{\"match_phrase\":{\"a\":{\"query\":\"b c\",\"analyzer\":\"english\"}}}}")
                        .send()
                        .relayed())
                .isTrue();
        assertThat(acme("GET", "/logs/_search?q=b&analyzer=english").send().relayed())
                .isTrue();
        assertThat(acme("GET", "/logs/_search?q=b&analyzer=mine").send().status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sluice_one_by_one", "sampler#sluice_one_by_one"})
    void hidesTheAggregationThatItAdded(String name) {
        String own = "\"mine\":{\"doc_count\":2}";

        assertThat(search("{\"aggs\":{\"mine\":{\"filter\":{\"match_all\":{}}}}}")
                        .upstream(
                                200,
                                "application/json",
                                "{\"took\":1,\"aggregations\":{" + own + ",\"" + name + "\":{\"doc_count\":1}}}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"took\":1,\"aggregations\":{" + own + "}}");
    }

    /** It tells how many documents all tenants have there, and about the machine. */
    @Test
    void showsNoTextThatDescribesAPartOfAnIndex() {
        String text = "Reader FilterLeafReader(_0(9.12.2):c169:[diagnostics={os=Linux}]) does not support caching";

        assertThat(search("{}")
                        .upstream(
                                400,
                                "application/json",
                                "{\"error\":{\"type\":\"x\",\"reason\":\"" + text + "\"},\"status\":400}")
                        .everySplit()
                        .body())
                .isEqualTo(
                        "{\"error\":{\"type\":\"x\",\"reason\":\"this does not work in a part of the index\"},\"status\":400}");
    }

    @Test
    void mayHighlightByTheDocumentItself() {
        String highlight = "{\"highlight\":{\"type\":\"plain\",\"fields\":{\"a\":{\"type\":\"unified\"}}}";

        assertThat(search(highlight + "}").everySplit().upstreamBody()).startsWith(highlight);
    }
}
