package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant with indices of its own is answered to aggregations. */
@Tag("slow")
class AggregationAnswersTest extends AcmeTest {

    AggregationAnswersTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @Test
    void restoresIndicesInBucketsAndHitsInsideAggregations() {
        HarnessResult result = search(
                        "{\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"},\"aggs\":{\"t\":{\"top_hits\":{\"size\":1}}}}}}")
                .upstream(200, "application/json", """
                        {"aggregations":{"sterms#i":{"buckets":[{"key":"acme.logs","doc_count":1,"top_hits#t":{"hits":\
                        {"total":1,"hits":[{"_index":"acme.logs","_id":"1","_source":{"_index":"acme.logs"}}]}}}]}}}""")
                .everySplit();

        assertThat(result.body()).isEqualTo("""
                {"aggregations":{"sterms#i":{"buckets":[{"key":"logs","doc_count":1,"top_hits#t":{"hits":\
                {"total":1,"hits":[{"_index":"logs","_id":"1","_source":{"_index":"acme.logs"}}]}}}]}}}""");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":{\"buckets\":[{\"key\":\"x\",\"NAME\":HITS}]}}",
                "{\"a\":{\"buckets\":{\"2026\":{\"key\":1,\"NAME\":HITS}}}}",
                "{\"a\":{\"buckets\":{\"NAME\":{\"doc_count\":1,\"t\":HITS}}}}",
                "{\"a\":{\"doc_count\":1,\"NAME\":HITS}}",
                "{\"NAME\":{\"doc_count\":1,\"NAME\":{\"doc_count\":1,\"NAME\":HITS}}}",
                "{\"a\":{\"buckets\":[{\"NAME\":{\"buckets\":[{\"key\":\"INDEX\",\"t\":HITS}]}}]}}",
                "{\"a\":{\"buckets\":[{\"key\":\"x\",\"NAME\":{\"buckets\":[{\"key\":\"INDEX\",\"NAME\":HITS}]}}]}}",
            })
    void restoresWhatAnAggregationsNameHides(String aggregations) {
        for (String name : List.of("hits", "buckets", "key", "t")) {
            String answer = "{\"aggregations\":" + aggregations.replace("NAME", name) + "}";
            String hits = "{\"hits\":{\"total\":{\"value\":1,\"relation\":\"eq\"},\"max_score\":null,\"hits\":"
                    + "[{\"_index\":\"INDEX\",\"_id\":\"1\",\"_score\":null,\"sort\":[1]}]}}";

            HarnessResult result = search("{\"aggs\":{\"a\":{\"terms\":{\"field\":\"x\"},\"aggs\":{\"" + name
                            + "\":{\"terms\":{\"field\":\"_index\"},\"aggs\":{\"t\":{\"top_hits\":{\"size\":1}}}}}}}}")
                    .upstream(
                            200,
                            "application/json",
                            answer.replace("HITS", hits).replace("INDEX", "acme.logs"))
                    .everySplit();

            assertThat(result.body()).isEqualTo(answer.replace("HITS", hits).replace("INDEX", "logs"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'i':{'terms':{'field':'_index'}},'h':{'terms':{'field':'host'}}}                | {'h':{'buckets':[{'key':'acme.com'}]},'i':{'buckets':[{'key':'INDEX'}]}}
            {'h':{'terms':{'field':'host'},'aggs':{'i':{'terms':{'field':'_index'}}}}}       | {'h':{'buckets':[{'key':'acme.com','i':{'buckets':[{'key':'INDEX'}]}}]}}
            {'i':{'terms':{'field':'_index'},'aggs':{'i':{'terms':{'field':'host'}}}}}       | {'i':{'buckets':[{'key':'INDEX','i':{'buckets':[{'key':'acme.com'}]}}]}}
            {'i':{'terms':{'field':'_index'}},'m':{'multi_terms':{'terms':[{'field':'a'},{'field':'b'}]}}} | {'sterms#i':{'buckets':[{'key':'INDEX'}]},'multi_terms#m':{'buckets':[{'key':['acme.a','acme.b'],'key_as_string':'acme.a/acme.b'}]}}
            {'f':{'filter':{'match_all':{}},'aggs':{'i':{'terms':{'field':'_index'}}}}}      | {'f':{'doc_count':2,'i':{'buckets':[{'key':'INDEX'}]}},'i':{'buckets':[{'key':'acme.com'}]}}
            {'f':{'filters':{'filters':{'b':{'match_all':{}}}},'aggs':{'i':{'terms':{'field':'_index'}}}}} | {'f':{'buckets':{'b':{'i':{'buckets':[{'key':'INDEX'}]},'j':{'buckets':[{'key':'acme.com'}]}}}}}
            {'a#i':{'terms':{'field':'_index'}},'i':{'terms':{'field':'host'}}}              | {'sterms#a#i':{'buckets':[{'key':'INDEX'}]},'sterms#i':{'buckets':[{'key':'acme.com'}]},'a#i':{'buckets':[{'key':'INDEX'}]}}
            """)
    void leavesTheKeysOfOtherAggregationsBesideThoseOfIndices(String aggregations, String found) {
        String answer = "{\"aggregations\":" + found.replace('\'', '"') + "}";

        HarnessResult result = search("{\"aggs\":" + aggregations.replace('\'', '"') + "}")
                .upstream(200, "application/json", answer.replace("INDEX", "acme.logs"))
                .everySplit();

        assertThat(result.body()).isEqualTo(answer.replace("INDEX", "logs"));
    }

    @Test
    void knowsWhichSearchOfSeveralAsksForIndices() {
        String keys =
                "{\"responses\":[{\"aggregations\":{\"k\":{\"buckets\":[{\"key\":\"acme.com\"}]}},\"status\":200},"
                        + "{\"aggregations\":{\"k\":{\"buckets\":[{\"key\":\"INDEX\"}]}},\"status\":200}]}";
        HarnessResult result = acme("POST", "/logs/_msearch")
                .body("""
                        {}
                        {"aggs":{"k":{"terms":{"field":"host"}}}}
                        {}
                        {"aggs":{"k":{"terms":{"field":"_index"}}}}
                        """)
                .upstream(200, "application/json", keys.replace("INDEX", "acme.logs"))
                .everySplit();

        assertThat(result.body()).isEqualTo(keys.replace("INDEX", "logs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'i':INDICES,'b':{'max_bucket':{'buckets_path':'i>m'}}",
                "'b':{'min_bucket':{'buckets_path':'i._count'}},'i':INDICES",
                "'i':INDICES,'b':{'sum_bucket':{'buckets_path':\"i['w1']>m\"}}",
                "'h':{'terms':{'field':'h'},'aggs':{'i':INDICES,'b':{'bucket_script':{'buckets_path':{'x':\"i['w1']>m\"},'script':'1'}}}}",
                "'h':{'terms':{'field':'h'},'aggs':{'b':{'cumulative_sum':{'buckets_path':\"i['w1']>m\"}},'i':INDICES}}",
                "'h':{'terms':{'field':'h'},'aggs':{'i':INDICES,'b':{'bucket_sort':{'sort':[{\"i['w1']>m\":'asc'}]}}}}",
                "'h':{'terms':{'field':'h'},'aggs':{'i':INDICES,'b':{'bucket_sort':{'sort':[\"i['w1']>m\"]}}}}",
                "'a/b~c':INDICES,'b':{'max_bucket':{'buckets_path':'a/b~c>m'}}",
            })
    void deniesPipelinesThatNameOrTellBucketsOfIndices(String aggregations) {
        String body = "{\"aggs\":{"
                + aggregations
                        .replace("INDICES", "{'terms':{'field':'_index'}}")
                        .replace("['w1']", "[w1]")
                        .replace('\'', '"')
                + "}}";

        HarnessResult result = search(body).everySplit();

        assertThat(result.status()).as(body).isEqualTo(403);
        assertThat(result.relayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'i':INDICES,'b':{'avg_bucket':{'buckets_path':'i>m'}}",
                "'h':{'terms':{'field':'h'}},'i':INDICES,'b':{'max_bucket':{'buckets_path':'h>m'}}",
                "'i':{'terms':{'field':'_index'},'aggs':{'c':{'cumulative_sum':{'buckets_path':'_count'}}}}",
                "'i':{'terms':{'field':'_index'},'aggs':{'c':{'bucket_sort':{'sort':[{'_count':'desc'}]}}}}",
                "'h':{'terms':{'field':'h'},'aggs':{'i':{'terms':{'field':'x'}}}},'i':INDICES,'b':{'max_bucket':{'buckets_path':'h>i'}}",
            })
    void passesPipelinesThatNeedNoNameOfAnIndex(String aggregations) {
        String body = "{\"aggs\":{"
                + aggregations
                        .replace("INDICES", "{'terms':{'field':'_index'}}")
                        .replace('\'', '"') + "}}";

        assertThat(search(body).everySplit().upstreamBody()).isEqualTo(body);
    }

    /** Servers repeat what a client wrote there, and a script may answer anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'meta':{'hits':['p','q']},'buckets':[{'key':'x','t':HITS}]}}",
                "{'a':{'meta':{'hits':[{'p':1},[2]]},'buckets':[{'key':'x','t':HITS}]}}",
                "{'a':{'meta':{'hits':{'hits':['p',1,null]}},'buckets':[{'key':'x','t':HITS}]}}",
                "{'t':HITS,'s':{'value':{'hits':[{'a':1},2]}}}",
            })
    void leavesListsCalledHitsThatHoldNoDocuments(String aggregations) {
        String hits = "{\"hits\":{\"total\":{\"value\":1,\"relation\":\"eq\"},\"max_score\":null,\"hits\":"
                + "[{\"_index\":\"INDEX\",\"_id\":\"1\",\"_score\":null}]}}";
        String answer = "{\"aggregations\":" + aggregations.replace('\'', '"').replace("HITS", hits) + "}";

        HarnessResult result = search("{\"aggs\":{\"t\":{\"top_hits\":{}}}}")
                .upstream(200, "application/json", answer.replace("INDEX", "acme.logs"))
                .everySplit();

        assertThat(result.body()).isEqualTo(answer.replace("INDEX", "logs"));
    }
}
