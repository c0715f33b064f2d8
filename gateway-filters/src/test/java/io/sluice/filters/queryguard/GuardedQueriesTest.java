package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in queries, in every way in which servers take it. */
class GuardedQueriesTest {

    private static HarnessResult search(String rules, String body) {
        return FilterHarness.of(QueryGuardFilter.class, "rules: [" + rules + "]")
                .request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body(body)
                .everySplit();
    }

    private static String denials(String rules, String body) {
        HarnessResult result = search(rules, body);
        return result.relayed() ? "" : result.status() + " " + result.body();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "leadingWildcards: {} | {'query':{'wildcard':{'host':'*a'}}}",
                "leadingWildcards: {} | {'query':{'wildcard':{'host':{'value':'?a'}}}}",
                "leadingWildcards: {} | {'query':{'wildcard':{'host':{'boost':2,'wildcard':'*'}}}}",
                "leadingWildcards: {} | {'query':{'wildc\\u0061rd':{'host':{'v\\u0061lue':'\\u002aa'}}}}",
                "leadingWildcards: {} | {'query':{'bool':{'must':[{'term':{'a':1}},{'wildcard':{'host':'*a'}}]}}}",
                "leadingWildcards: {} | {'query':{'bool':{'mustNot':{'wildcard':{'host':'*a'}}}}}",
                "leadingWildcards: {} | {'query':{'query_string':{'query':'a AND host:*b'}}}",
                "leadingWildcards: {} | {'query':{'query_string':{'query':'[a TO b\\\\] *foo'}}}",
                "leadingWildcards: {} | {'query':{'span_multi':{'match':{'wildcard':{'host':'*a'}}}}}",
                "leadingWildcards: {} | {'query':{'intervals':{'f':{'all_of':{'intervals':[{'wildcard':{'pattern':'*a'}}]}}}}}",
                "leadingWildcards: {} | {'query':{'other':{'deep':[{'query':{'wildcard':{'host':'*a'}}}]}}}",
                "leadingWildcards: {} | {'post_filter':{'wildcard':{'host':'*a'}}}",
                "leadingWildcards: {} | {'knn':[{'field':'v','filter':[{'wildcard':{'host':'*a'}}]}]}",
                "leadingWildcards: {} | {'retriever':{'rrf':{'retrievers':[{'standard':{'query':{'wildcard':{'host':'*a'}}}}]}}}",
                "leadingWildcards: {} | {'aggs':{'term':{'filters':{'filters':{'term':{'wildcard':{'host':'*a'}}}}}}}",
                "leadingWildcards: {} | {'aggs':{'a':{'filters':{'filters':[{'wildcard':{'host':'*a'}}]}}}}",
                "leadingWildcards: {} | {'aggs':{'a':{'aggs':{'b':{'filter':{'wildcard':{'host':'*a'}}}},'global':{}}}}",
                "leadingWildcards: {} | {'sort':[{'f':{'nested':{'path':'n','filter':{'wildcard':{'host':'*a'}}}}}]}",
                "leadingWildcards: {} | {'highlight':{'fields':[{'f':{'highlight_query':{'wildcard':{'host':'*a'}}}}]}}",
                "leadingWildcards: {} | {'rescore':[{'query':{'rescore_query':{'wildcard':{'host':'*a'}}}}]}",
                "leadingWildcards: {} | {'query':{'wildcard':{'host':'a*'}},'query':{'wildcard':{'host':'*a'}}}",
                "regexps: {} | {'query':{'regexp':{'host':'a.*'}}}",
                "regexps: {} | {'query':{'query_string':{'query':'host:/a.*/'}}}",
                "regexps: {} | {'aggs':{'a':{'terms':{'field':'f','include':'a.*'}}}}",
                "regexps: {} | {'aggs':{'a':{'frequent_item_sets':{'fields':[{'field':'f','exclude':'a.*'}]}}}}",
                "regexps: {} | {'aggs':{'a':{'categorize_text':{'field':'f','categorization_filters':['a.*']}}}}",
                "regexps: {} | {'suggest':{'s':{'regex':'a.*','completion':{'field':'f'}}}}",
                "fuzzy: {} | {'query':{'fuzzy':{'host':'abc'}}}",
                "fuzzy: {} | {'query':{'match':{'host':{'query':'abc','fuzziness':'AUTO'}}}}",
                "fuzzy: {} | {'query':{'multi_match':{'query':'abc','fuzziness':1}}}",
                "fuzzy: {} | {'query':{'query_string':{'query':'abc~'}}}",
                "fuzzy: {} | {'query':{'query_string':{'query':'abc ~2'}}}",
                "fuzzy: {} | {'query':{'simple_query_string':{'query':'abc~1'}}}",
                "fuzzy: {} | {'query':{'simple_query_string':{'query':'abc~1','flags':'FUZZY'}}}",
                "fuzzy: {} | {'query':{'simple_query_string':{'query':'abc\\\\\\\"~1'}}}",
                "prefixes: {min: 3} | {'query':{'prefix':{'host':'ab'}}}",
                "prefixes: {min: 3} | {'query':{'prefix':{'host':{'value':'ab'}}}}",
                "prefixes: {min: 3} | {'query':{'wildcard':{'host':'ab*c'}}}",
                "prefixes: {min: 3} | {'query':{'query_string':{'query':'abcd ab*'}}}",
                "prefixes: {min: 3} | {'query':{'simple_query_string':{'query':'abcd +ab*'}}}",
                "prefixes: {min: 3} | {'query':{'simple_query_string':{'query':'\u2003*'}}}",
                "prefixes: {min: 3} | {'query':{'query_string':{'query':'k:\\\\u0061\\\\u0062*'}}}",
                "prefixes: {min: 3} | {'query':{'query_string':{'query':'\\\\ud83d\\\\ude00a*'}}}",
                "prefixes: {min: 3} | {'query':{'match_bool_prefix':{'host':'abcd ab'}}}",
                "prefixes: {min: 3} | {'query':{'match_phrase_prefix':{'host':{'query':'abcd ab'}}}}",
                "prefixes: {min: 3} | {'query':{'multi_match':{'type':'bool_prefix','query':'abcd ab'}}}",
                "prefixes: {min: 3} | {'query':{'multi_match':{'query':'abcd ab','type':'phrase_prefix'}}}",
                "scripts: {} | {'query':{'script':{'script':{'source':'true'}}}}",
                "scripts: {} | {'query':{'script_score':{'query':{'match_all':{}},'script':{'id':'x'}}}}",
                "scripts: {} | {'query':{'function_score':{'functions':[{'script_score':{'script':'1'}}]}}}",
                "scripts: {} | {'query':{'terms_set':{'f':{'terms':['a'],'minimum_should_match_script':{'source':'1'}}}}}",
                "scripts: {} | {'script_fields':{'a':{'script':'1'}}}",
                "scripts: {} | {'query':{'terms':{'f':{'index':'i','path':'p','query':{'script':{'script':'1'}}}}}}",
                "leadingWildcards: {} | {'query':{'terms':{'f':{'index':'i','path':'p','query':{'wildcard':{'g':'*a'}}}}}}",
                "scripts: {} | {'query':{'terms':{'_index':{'index':'i','path':'p','query':{'script':{'script':'1'}}}}}}",
                "scripts: {} | {'query':{'terms':{'_name':{'index':'i','path':'p','query':{'script':{'script':'1'}}}}}}",
                "scripts: {} | {'query':{'terms':{'value_type':{'index':'i','path':'p','query':{'script':{'script':'1'}}}}}}",
                "scripts: {} | {'runtime_mappings':{'a':{'type':'long','script':{'source':'emit(1)'}}}}",
                "scripts: {} | {'sort':{'_script':{'type':'number','script':'1'}}}",
                "scripts: {} | {'sort':[{'_script':{'type':'number','script':{'id':'a'}}}]}",
                "scripts: {} | {'aggs':{'a':{'avg':{'script':'1'}}}}",
                "scripts: {} | {'aggs':{'a':{'scripted_metric':{'map_script':'1'}}}}",
                "scripts: {} | {'aggs':{'a':{'terms':{'field':'f'},'aggs':{'b':{'bucket_script':{'script':'1'}}}}}}",
                "scripts: {} | {'aggs':{'a':{'composite':{'sources':[{'s':{'terms':{'script':'1'}}}]}}}}",
                "scripts: {} | {'aggs':{'a':{'top_hits':{'script_fields':{'a':{'script':'1'}}}}}}",
                "scripts: {} | {'query':{'nested':{'path':'n','query':{'match_all':{}},'inner_hits':{'script_fields':{'a':{'script':'1'}}}}}}",
                "scripts: {} | {'collapse':{'field':'f','inner_hits':[{'sort':[{'_script':{'script':'1'}}]}]}}",
                "scripts: {stored: [good]} | {'script_fields':{'a':{'script':{'id':'bad'}}}}",
                "scripts: {stored: [good]} | {'script_fields':{'a':{'script':{'id':'good','source':'1'}}}}",
                "types: {queries: [term, more_like_this]} | {'query':{'more_like_this':{'like':'a'}}}",
                "types: {queries: [nested]} | {'query':{'bool':{'must':[{'term':{'a':1}},{'n\\u0065sted':{'path':'a'}}]}}}",
                "types: {queries: [nested]} | {'aggs':{'a':{'filters':{'filters':[{'nested':{'path':'a'}}]}}}}",
                "types: {queries: [nested]} | {'query':{'other':{'inside':{'nested':{'path':'a'}}}}}",
                "types: {queries: [match_all]} | {'query':{'term':{'a':1},'match_all':{}}}",
                "types: {aggregations: [composite]} | {'aggs':{'a':{'terms':{'field':'f'},'aggs':{'b':{'composite':{'sources':[]}}}}}}",
                "types: {aggregations: [geotile_grid]} | {'aggs':{'a':{'composite':{'sources':[{'s':{'geotile_grid':{'field':'f'}}}]}}}}",
                "types: {aggregations: [global]} | {'aggregations':{'a':{'meta':{},'global':{}}}}",
                "types: {aggregations: [composite]} | {'other':{'inside':{'aggs':{'a':{'composite':{}}}}}}",
                "amounts: {} | {'aggs':{'a':{'serial_diff':{'lag':100001,'buckets_path':'b'}}}}",
                "amounts: {} | {'aggs':{'a':{'serial_diff':{'buckets_path':'b','l\\u0061g':'2e9'}}}}",
                "amounts: {} | {'aggs':{'a':{'moving_fn':{'window':100001,'script':'1'}}}}",
                "amounts: {} | {'aggs':{'a':{'percentiles':{'field':'f','hdr':{'number_of_significant_value_digits':4}}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f','shard_size':1000001}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f'},'aggs':{'b':{'percentiles':{'tdigest':{'compression':10001}}}}}}}",
                "amounts: {} | {'aggs':{'a':{'date_histogram':{'field':'f','format':'[[[[[[[[[[[[[[[[[[[[['}}}}",
                "amounts: {} | {'query':{'range':{'f':{'format':'[[[[[[[[[[[[[[[[[[[[['}}}}",
                "amounts: {} | {'docvalue_fields':['a',{'field':'f','format':'[[[[[[[[[[[[[[[[[[[[['}]}",
                "amounts: {} | {'sort':[{'f':{'format':'[[[[[[[[[[[[[[[[[[[[['}}]}",
                "amounts: {} | {'query':{'regexp':{'f':{'value':'a','max_determinized_states':10001}}}}",
                "amounts: {} | {'query':{'query_string':{'query':'a','max_determinized_states':10001}}}",
                "amounts: {} | {'query':{'wildcard':{'f':'*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a'}}}",
                "amounts: {} | {'query':{'query_string':{'query':'a f:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a b'}}}",
                "amounts: {} | {'query':{'other':{'span_multi':{'match':{'wildcard':{'f':{'value':'*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a'}}}}}}}",
                "amounts: {} | {'highlight':{'fields':{'f':{'number_of_fragments':1001}}}}",
                "amounts: {} | {'highlight':{'boundary_max_scan':1001,'fields':{'f':{}}}}",
                "amounts: {} | {'highlight':{'phrase_limit':100001}}",
                "amounts: {} | {'query':{'script':{'boost':null}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'script':{'script':'1','_name':null}}]}}}",
                "amounts: {} | {'aggs':{'a':{'filters':{'filters':[{'script':{'script':null}}]}}}}",
                "amounts: {} | {'highlight':{'fields':{'*a*a*b':{}}}}",
                "amounts: {} | {'highlight':{'fields':[{'a':{}},{'*a*a*b':{}}]}}",
                "amounts: {} | {'fields':['a','*a*a*b']}",
                "amounts: {} | {'docvalue_fields':[{'f\\u0069eld':'*a*a*\\u002ab*c'}]}",
                "amounts: {} | {'stored_fields':'*a*a*b'}",
                "amounts: {} | {'aggs':{'a':{'top_hits':{'docvalue_fields':['*a*a*b']}}}}",
                "amounts: {} | {'query':{'exists':{'field':'*a*a*b'}}}",
                "amounts: {} | {'query':{'multi_match':{'query':'a','fields':['*a*a*b^2']}}}",
                "amounts: {} | {'query':{'query_string':{'query':'a','fields':['*a*a*b']}}}",
                "amounts: {} | {'query':{'query_string':{'query':'a','default_field':'*a*a*b'}}}",
                "amounts: {} | {'query':{'simple_query_string':{'query':'a','fields':['*a*a*b']}}}",
                "amounts: {} | {'query':{'combined_fields':{'query':'a','fields':['*a*a*b']}}}",
                "amounts: {} | {'query':{'terms':{'_index':['l*a*a*b']}}}",
                "amounts: {} | {'query':{'term':{'_index':'l*a*a*b'}}}",
                "amounts: {} | {'query':{'term':{'_index':{'value':'l*a*a*b'}}}}",
                "amounts: {} | {'query':{'match':{'_index':'l*a*a*b'}}}",
                "terms: {max: 1} | {'query':{'terms':{'_index':['a','b']}}}",
                "amounts: {} | {'collapse':{'field':'f','max_concurrent_group_searches':1001}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','max_errors':4}}}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','max_errors':'0.51'}}}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','size':6}}}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','direct_generator':[{'size':101}]}}}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','term':{'field':'f','shard_size':101}}}}",
                "amounts: {} | {'suggest':{'s':{'prefix':'a','completion':{'field':'f','size':10001}}}}",
                "amounts: {} | {'suggest':{'s':{'regex':'a','completion':{'field':'f','regex':{'max_determinized_states':10001}}}}}",
                "amounts: {} | {'runtime_mappings':{'f':{'type':'date','format':'[[[[[[[[[[[[[[[[[[[[['}}}",
                "amounts: {} | {'runtime_mappings':{'f':{'type':'composite','fields':{'g':{'type':'date','format':'[[[[[[[[[[[[[[[[[[[[['}}}}}",
                "amounts: {} | {'retriever':{'deep':[{'anything':{'lag':100001}}]}}",
                "amounts: {} | {'query':{'query_string':{'query':'@'}}}",
                "amounts: {} | {'query':{'bool':{'must':{'simple_query_string':{'query':'@'}}}}}",
                "amounts: {} | {'query':{'other':{'deep':[{'query':{'query_string':{'query':'@'}}}]}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':'((((((((((('}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'relation':'within','shape':['((((((((((('}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':'LINESTRING (0 0, 1e15 1)'}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':{'type':'linestring','coordinates':[[0,0],[1e15,1]]}}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':{'geometries':[{'coordinates':[[0,0],['1e15',1]]}]}}}}}",
                "amounts: {} | {'query':{'shape':{'f':{'shape':'((((((((((('}}}}",
                "amounts: {} | {'query':{'xy_shape':{'f':{'shape':'((((((((((('}}}}",
                "amounts: {} | {'aggs':{'@':{'avg':{'field':'f'}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f'},'aggs':{'b':{'avg':{'field':'f'},'meta':{'a':'@','b':['@']}}}}}}",
                "amounts: {} | {'aggs':{'a':{'avg':{'field':'f'},'meta':{'a':'@','@':1}}}}",
                "amounts: {} | {'aggs':{'a':{'range':{'field':'f','ranges':[{'to':1},{'from':1,'key':'@'}]}}}}",
                "amounts: {} | {'aggs':{'a':{'filters':{'filters':{'@':{'match_all':{}}}}}}}",
                "amounts: {} | {'aggs':{'a':{'filters':{'other_bucket_key':'@','filters':[]}}}}",
                "amounts: {} | {'aggs':{'a':{'adjacency_matrix':{'filters':{'@':{'match_all':{}}}}}}}",
                "amounts: {} | {'script_fields':{'@':{'script':'1'}}}",
                "amounts: {} | {'highlight':{'pre_tags':['@'],'fields':{}}}",
                "amounts: {} | {'highlight':{'fields':{'f':{'post_tags':'@'}}}}",
                "amounts: {} | {'suggest':{'s':{'phrase':{'field':'f','highlight':{'pre_tag':'@'}}}}}",
                "amounts: {} | {'collapse':{'field':'f','inner_hits':{'name':'@'}}}",
                "amounts: {} | {'sort':[{'f':{'missing':'@'}}]}",
                "amounts: {} | {'query':{'term':{'_name':'@','f':1}}}",
                "amounts: {} | {'query':{'term':{'f':{'value':1,'_name':'@'}}}}",
                "amounts: {} | {'query':{'match':{'f':{'query':1,'_name':'@'}}}}",
                "amounts: {} | {'query':{'match_all':{'_name':'@'}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'range':{'f':{'gt':1,'_name':'@'}}}],'_name':'a'}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'match_phrase':{'f':{'query':1,'_name':'@'}}}]}}}",
                "amounts: {} | {'query':{'nested':{'path':'a','_name':'@','query':{'match_all':{}}}}}",
                "amounts: {} | {'query':{'span_term':{'f':{'value':1,'_name':'@'}}}}",
                "amounts: {} | {'query':{'query_string':{'query':1,'_name':'@'}}}",
                "amounts: {} | {'query':{'regexp':{'f':'@'}}}",
                "amounts: {} | {'query':{'regexp':{'f':{'value':'@','flags':'ALL'}}}}",
                "amounts: {} | {'query':{'intervals':{'f':{'regexp':{'pattern':'@'}}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f','include':'@'}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f','exclude':'@'}}}}",
                "amounts: {} | {'suggest':{'s':{'regex':'@','completion':{'field':'f'}}}}",
                "amounts: {} | {'query':{'fuzzy':{'f':'@@@@@'}}}",
                "amounts: {} | {'query':{'fuzzy':{'f':{'fuzziness':1,'value':'@@@@@'}}}}",
                "amounts: {} | {'query':{'match':{'f':{'query':'@@@@@','fuzziness':'AUTO'}}}}",
                "amounts: {} | {'query':{'match':{'f':{'fuzziness':1,'query':'@@@@@'}}}}",
                "amounts: {} | {'query':{'match_bool_prefix':{'f':{'fuzziness':1,'query':'@@@@@'}}}}",
                "amounts: {} | {'query':{'multi_match':{'query':'@@@@@','fuzziness':1}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'fuzzy':{'f':'@@@'}},{'match':{'f':{'query':'@@@'}}}]}}}",
                "amounts: {} | {'query':{'query_string':{'query':'a~ #'}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'match':{'f':'@@@@@@'}},{'fuzzy':{'f':'abc'}}]}}}",
                "amounts: {} | {'query':{'simple_query_string':{'query':'a~1 #'}}}",
                "amounts: {} | {'query':{'term':{'f':{'value':'@@@@@','case_insensitive':true}}}}",
                "amounts: {} | {'query':{'prefix':{'f':{'case_insensitive':true,'value':'@@@@@'}}}}",
                "amounts: {} | {'query':{'wildcard':{'f':{'value':'@@@@@*','case_insensitive':'true'}}}}",
                "amounts: {} | {'query':{'intervals':{'f':{'fuzzy':{'term':'@@@@@'}}}}}",
                "amounts: {} | {'suggest':{'s':{'text':'@@@@@','term':{'field':'f'}}}}",
                "amounts: {} | {'suggest':{'text':'@@@@@','s':{'term':{'field':'f'}}}}",
                "amounts: {} | {'suggest':{'s':{'prefix':'@@@@@','completion':{'field':'f','fuzzy':{}}}}}",
                "amounts: {} | {'aggs':{'a':{'terms':{'field':'f','missing':'@'}}}}",
                "terms: {max: 2} | {'query':{'terms':{'f':[1,2,3]}}}",
                "size: {max: 3} | {'size':-1}",
                "size: {max: 3} | {'size':'-1.0'}",
                "window: {max: 4} | {'size':-1}",
                "size: {max: 100} | {'size':100,'search_pipeline':{'request_processors':[{'oversample':{'sample_factor':100}}]}}",
                "terms: {max: 2} | {'query':{'ids':{'values':['1','2','3']}}}",
                "terms: {max: 2} | {'query':{'terms':{'f':['OjAAAAEAAAAAAAEA'],'value_type':'bitmap'}}}",
                "terms: {max: 2} | {'query':{'terms':{'value_type':'BITMAP','f':['OjAAAAEAAAAAAAEA']}}}",
                "terms: {max: 2} | {'query':{'terms':{'value_type':[1,2,3]}}}",
                "clauses: {max: 3} | {'query':{'bool':{'should':[{'term':{'a':1}},{'term':{'a':2}},{'term':{'a':3}}]}}}",
                "clauses: {max: 3} | {'query':{'query_string':{'query':'a b c d'}}}",
                "queryDepth: {max: 2} | {'query':{'bool':{'must':{'bool':{'must':[{'term':{'a':1}}]}}}}}",
                "aggregations: {max: 1} | {'aggs':{'a':{'avg':{'field':'f'}},'b':{'avg':{'field':'f'}}}}",
                "aggregationDepth: {max: 1} | {'aggs':{'a':{'terms':{'field':'f'},'aggregations':{'b':{'avg':{'field':'f'}}}}}}",
                "buckets: {max: 10} | {'aggs':{'a':{'terms':{'field':'f','size':'1e2'}}}}",
                "size: {max: 100} | {'size':101}",
                "size: {max: 100} | {'size':'101'}",
                "size: {max: 100} | {'size':1.01e2}",
                "size: {max: 100} | {'size':99999999999999999999}",
                "size: {max: 100} | {'s\\u0069ze':101}",
                "size: {max: 100} | {'size':1,'size':101}",
                "size: {max: 100} | {'aggs':{'a':{'top_hits':{'size':101}}}}",
                "window: {max: 100} | {'from':95,'size':10}",
                "window: {max: 100} | {'size':10,'from':95}",
                "window: {max: 100} | {'from':'101'}",
                "keepAlive: {max: 1m} | {'pit':{'id':'x','keep_alive':'61s'}}",
                "keepAlive: {max: 1m} | {'pit':{'keep_alive':'1d'}}",
                "'timeout: {max: 10s, action: deny}' | {'timeout':'11s'}",
                "'timeout: {max: 10s, action: deny}' | {'timeout':'-1'}",
                "scripts: {} | {'query':{'wrapper':{'query':'e30='}}}",
                "scripts: {} | {'query':{'template':{'source':'{}'}}}",
                "scripts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','collate':{'query':{'source':'{}'}}}}}}",
            })
    void deniesWhatARuleForbids(String rules, String body) {
        String rule = "{" + rules.replace("'", "") + "}";
        String json = spelledOut(body);
        long seed = RandomGenerator.getDefault().nextLong();

        for (String each : new String[] {json, varied(json, new Random(seed))}) {
            assertThat(denials(rule, each))
                    .as("%s with seed %d", each, seed)
                    .startsWith("400 ")
                    .contains("illegal_argument_exception", "query guard");
        }
    }

    /** It ended nodes of Elasticsearch 7.17. */
    @Test
    void deniesAPrefixThatIsLongerThanAnyWord() {
        HarnessResult result =
                search("{amounts: {}}", "{\"query\":{\"prefix\":{\"f\":\"" + "b".repeat(33_000) + "\"}}}");

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'match_phrase':{'f':'%'}} | {'match_phrase':{'f':{'query':'%'}}}",
                "{'match':{'f':'%'}} | {'query_string':{'query':'%'}}",
                "{'simple_query_string':{'query':'%'}} | {'intervals':{'f':{'any_of':{'intervals':[{'match':{'query':'%'}}]}}}}",
                "{'combined_fields':{'fields':['f'],'query':'%'}} | {'multi_match':{'query':'%'}}",
                "{'common':{'f':{'query':'%'}}} | {'match_bool_prefix':{'f':'%'}}",
            })
    void boundsAllTextsOfASearchTogether(String one, String other) {
        String text = "b ".repeat(12_000);
        String body = "{'query':{'dis_max':{'queries':[%s]}}}";

        assertThat(denials("{amounts: {}}", json(body.formatted(one + "," + other), text)))
                .isEmpty();
        assertThat(denials("{amounts: {}}", json(body.formatted(one + "," + other + "," + one), text)))
                .startsWith("400 ")
                .contains("65536 characters");
    }

    @Test
    void countsAPatternAsOneWord() {
        String word = "{'wildcard':{'f':'b%*'}}".replace("%", "b".repeat(200));
        String many = "{'query':{'dis_max':{'queries':[" + (word + ",").repeat(99) + word + "]}}}";
        String anyCase = "{'query':{'wildcard':{'f':{'value':'%*','case_insensitive':true}}}}";

        assertThat(denials("{amounts: {}}", json(many, ""))).isEmpty();
        assertThat(denials("{amounts: {}}", json(anyCase, "b".repeat(1999)))).isEmpty();
        assertThat(denials("{amounts: {}}", json(anyCase, "b".repeat(2000)))).startsWith("400 ");
    }

    /** A {@code span_near} with 300,000 ended a node of Elasticsearch 7.17. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "9999 | {'query':{'span_near':{'clauses':[%],'slop':1}}} | {'span_term':{'f':'a'}}",
                "9998 | {'query':{'intervals':{'f':{'boost':2,'all_of':{'intervals':[%]}}}}} | {'match':{'query':'a'}}",
                "4999 | {'query':{'bool':{'filter':[%]}},'post_filter':{'bool':{'must':[%]}}} | {'exists':{'field':'f'}}"
            })
    void boundsTheQueriesOfASearch(int most, String body, String query) {
        assertThat(denials("{amounts: {}}", json(body, (query + ",").repeat(most) + query)))
                .startsWith("400 ")
                .contains("10000 queries");
        assertThat(denials("{amounts: {}}", json(body, (query + ",").repeat(most - 1) + query)))
                .isEmpty();
    }

    @Test
    void countsSourcesOfIntervalsAsClauses() {
        String body =
                "{'query':{'intervals':{'f':{'any_of':{'intervals':[{'match':{'query':'a'}},{'prefix':{'prefix':'b'}}]}}}}}";

        assertThat(denials("{clauses: {max: 4}}", json(body, ""))).isEmpty();
        assertThat(denials("{clauses: {max: 3}}", json(body, ""))).startsWith("400 ");
    }

    private static String json(String body, String text) {
        return body.replace("%", text).replace('\'', '"');
    }

    private static String spelledOut(String body) {
        return body.replace('\'', '"').replace("@", "(".repeat(1001)).replace("#", "b".repeat(5000));
    }

    /** The same JSON, with escapes in names and strings, and white space between tokens. */
    private static String varied(String json, Random random) {
        StringBuilder out = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            inside ^= c == '"';
            if (c == '\\') {
                int end = json.charAt(i + 1) == 'u' ? i + 6 : i + 2;
                out.append(json, i, end);
                i = end - 1;
            } else if (inside && c != '"' && random.nextInt(3) == 0) {
                out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else {
                out.append(c).append(!inside && "{[,:".indexOf(c) >= 0 && random.nextInt(3) == 0 ? " \t\r\n" : "");
            }
        }
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "leadingWildcards: {} | {'query':{'wildcard':{'host':'a*'}}}",
                "leadingWildcards: {} | {'query':{'wildcard':{'host':'\\\\*a'}}}",
                "leadingWildcards: {} | {'query':{'term':{'wildcard':'*a'}}}",
                "leadingWildcards: {} | {'query':{'query_string':{'query':'host:* AND *:* AND \\\"*a\\\" AND \\\\*a AND [* TO 5]'}}}",
                "leadingWildcards: {} | {'query':{'simple_query_string':{'query':'*a'}}}",
                "leadingWildcards: {} | {'query':{'match':{'query_string':'*a'}}}",
                "regexps: {} | {'query':{'query_string':{'query':'date:[now-1d/d TO now/d] AND a\\\\/b'}}}",
                "regexps: {} | {'aggs':{'a':{'terms':{'field':'f','include':['a.*']}}}}",
                "regexps: {} | {'aggs':{'regexp':{'terms':{'field':'f'}}}}",
                "fuzzy: {} | {'query':{'query_string':{'query':'\\\"a b\\\"~2'}}}",
                "fuzzy: {} | {'query':{'simple_query_string':{'query':'\\\"a b\\\"~2 c\\\\~1'}}}",
                "fuzzy: {} | {'query':{'match':{'fuzzy':'x'}}}",
                "fuzzy: {} | {'query':{'match':{'f':{'query':'x','fuzziness':0}}}}",
                "prefixes: {min: 3} | {'query':{'query_string':{'query':'abc* AND host:*'}}}",
                "prefixes: {min: 3} | {'query':{'query_string':{'query':'\\\\u0061bc* \\\\u0061\\\\u0062\\\\u0063*'}}}",
                "prefixes: {min: 3} | {'query':{'wildcard':{'host':'\\\\u0061*'}}}",
                "prefixes: {min: 3} | {'query':{'simple_query_string':{'query':'abc*','flags':'ALL'}}}",
                "prefixes: {min: 3} | {'query':{'simple_query_string':{'query':' * '}}}",
                "prefixes: {min: 3} | {'query':{'multi_match':{'query':'ab','type':'best_fields'}}}",
                "amounts: {} | {'query':{'term':{'f':'((((((((((((@'}},'aggs':{'a':{'avg':{'field':'f'},'meta':{'a':['b',1]}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':'POLYGON ((1 1, 1 2, 2 2, 1 1))'}}}}",
                "amounts: {} | {'query':{'geo_shape':{'f':{'shape':{'type':'circle','coordinates':[1,1],'radius':5000}}}}}",
                "amounts: {} | {'query':{'xy_shape':{'f':{'shape':'LINESTRING (0 0, 5000000 1)'}}}}",
                "amounts: {} | {'query':{'query_string':{'query':'((a) OR (b))','_name':'q'}},'aggs':{'by day':{'range':{'field':'f','ranges':[{'key':'k'}]}}}}",
                "amounts: {} | {'query':{'bool':{'must':[{'match':{'f':{'query':'@@@@@@','fuzziness':0}}},{'prefix':{'f':'abc'}}]}}}",
                "scripts: {} | {'query':{'term':{'script':'x'}},'_source':['script'],'sort':['script',{'f':'asc'}]}",
                "scripts: {} | {'query':{'bool':{'filter':[{'range':{'script':{'gte':1}}}]}},'aggs':{'script':{'terms':{'field':'script'}}}}",
                "scripts: {stored: [good]} | {'script_fields':{'a':{'script':{'params':{'source':1},'id':'good'}}}}",
                "types: {queries: [nested, composite]} | {'query':{'term':{'nested':'x'}},'aggs':{'nested':{'composite':{'sources':[]}}}}",
                "types: {queries: [nested], aggregations: [term]} | {'query':{'term':{'a':1}},'aggs':{'a':{'nested':{'path':'a'}}}}",
                "types: {aggregations: [avg]} | {'aggs':{'avg':{'max':{'field':'avg'},'meta':{'avg':1}}},'sort':['avg']}",
                "amounts: {} | {'aggs':{'lag':{'serial_diff':{'lag':100000,'buckets_path':'b'}},'window':{'moving_fn':{'window':5}}}}",
                "amounts: {} | {'aggs':{'a':{'percentiles':{'field':'f','hdr':{'number_of_significant_value_digits':3}}},'b':{'terms':{'shard_size':null}}}}",
                "amounts: {} | {'query':{'term':{'lag':1000000000}},'sort':[{'lag':{'format':'yyyy[-MM[-dd]]'}}],'search_after':[1000000000]}",
                "amounts: {} | {'query':{'range':{'lag':{'gte':1000000000,'format':'epoch_millis'}}}}",
                "amounts: {} | {'query':{'terms':{'f':['*a*a*b']}},'fields':['a*b*',{'field':'*'}],'_source':['*a*a*b']}",
                "amounts: {} | {'query':{'term':{'f':'*a*a*b'}},'highlight':{'fields':{'*a*':{'type':'*a*a*b'}}}}",
                "amounts: {} | {'query':{'match':{'f':'*a*a*b'}},'sort':['*a*a*b']}",
                "amounts: {} | {'query':{'wildcard':{'f':'*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a'}}}",
                "amounts: {} | {'query':{'query_string':{'query':'f:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a g:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a OR \\\"*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a\\\"'}}}",
                "amounts: {} | {'suggest':{'s':{'text':'a','phrase':{'field':'f','max_errors':0.5,'size':5,'token_limit':10,'direct_generator':[{'size':100}]}}}}",
                "amounts: {} | {'collapse':{'field':'f','inner_hits':{'name':'a','size':1000001},'max_concurrent_group_searches':4}}",
                "terms: {max: 2} | {'query':{'terms':{'f':[1,2]}}}",
                "terms: {max: 2} | {'query':{'terms':{'f':[1,2],'value_type':'default'}}}",
                "size: {max: 100} | {'query':{'terms':{'f':['OjAAAAEAAAAAAAEA'],'value_type':'bitmap'}}}",
                "clauses: {max: 3} | {'query':{'bool':{'should':[{'term':{'a':1}},{'term':{'a':2}}]}}}",
                "queryDepth: {max: 2} | {'query':{'bool':{'must':[{'term':{'a':1}}]}}}",
                "size: {max: 100} | {'size':100,'query':{'term':{'size':1000}}}",
                "window: {max: 100} | {'size':10,'from':90}",
                "size: {max: 100} | {'search_pipeline':'mine'}",
            })
    void letsThroughWhatOnlyLooksLikeIt(String rules, String body) {
        assertThat(denials("{" + rules + "}", spelledOut(body))).isEmpty();
    }
}
