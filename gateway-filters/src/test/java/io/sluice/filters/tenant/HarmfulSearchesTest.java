package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches have a server keep for each word, value, hit or bucket. */
class HarmfulSearchesTest extends AcmeTest {

    private static final List<String> LAYOUTS = List.of(
            "indexPerTenant: { indices: [\"*\"] }",
            "nested: { indices: [\"*\"], template: \"t-{tenant}\" }",
            "shared: { indices: [logs] }");

    HarmfulSearchesTest() {
        super(LAYOUTS.getFirst());
    }

    private void assertBound(String body, String much, String little) {
        assertDenied(search(body.replace("%", much)).everySplit());
        assertRelayed("POST", "/logs/_search", body.replace("%", little));
    }

    /** A server makes room for so many hits as soon as it meets another value of the field. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"diversified_sampler\":{\"field\":\"n\",\"max_docs_per_value\":%}} | 101 | 100",
                "{\"diversified_sampler\":{\"field\":\"n\",\"shard_size\":%}} | 10001 | 10000",
                "{\"diversified_sampler\":{\"field\":\"n\",\"shard_size\":%}} | \"10001\" | \"100\"",
                "{\"sampler\":{\"shard_size\":%}} | 10001 | 10000",
                "{\"terms\":{\"field\":\"n\"},\"aggs\":{\"b\":{\"sampler\":{\"shard_size\":%}}}} | 10001 | 10000",
                "{\"terms\":{\"field\":\"n\",\"shard_size\":%}} | 1000001 | 1000000"
            })
    void areBoundInSamplers(String aggregation, String much, String little) {
        assertBound("{\"aggs\":{\"a\":" + aggregation + "}}", much, little);
    }

    /** A server keeps so many for each word of the text, also where it stands again: 25 million for 2,500 words. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"size\":%}}} | 101 | 100",
                "{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"shard_size\":%}}} | 101 | 100",
                "{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"max_inspections\":%}}} | 101 | 100",
                "{\"s\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\",\"direct_generator\":[{\"field\":\"f\",\"size\":%}]}}} | 101 | 100",
                "{\"s\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\",\"direct_generator\":[{\"field\":\"f\",\"max_inspections\":%}]}}} | 101 | 100",
                "{\"s\":{\"prefix\":\"a\",\"completion\":{\"field\":\"f\",\"size\":%}}} | 10001 | 10000"
            })
    void areBoundInSuggestions(String suggestions, String much, String little) {
        assertBound("{\"suggest\":" + suggestions + "}", much, little);
    }

    @Test
    void countATextForEachSuggestionThatSharesIt() {
        String suggestion = "\"s#\":{\"term\":{\"field\":\"f\"}}";
        for (String body :
                List.of("{\"suggest\":{\"text\":\"TEXT\",LIST}}", "{\"suggest\":{LIST,\"text\":\"TEXT\"}}")) {
            assertDenied(search(list(body, suggestion, 10).replace("TEXT", "a".repeat(201)))
                    .everySplit());
            assertRelayed("POST", "/logs/_search", list(body, suggestion, 10).replace("TEXT", "a".repeat(200)));
            assertRelayed("POST", "/logs/_search", list(body, suggestion, 1).replace("TEXT", "a".repeat(2000)));
        }
        assertRelayed(
                "POST",
                "/logs/_msearch",
                ("{}\n" + list("{\"suggest\":{\"text\":\"aaaaaaaaaa\",LIST}}\n", suggestion, 99)).repeat(3));
    }

    /** A server lists so many words before it looks for any of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"match_phrase_prefix\":{\"f\":{\"query\":\"a\",\"max_expansions\":%}}}",
                "{\"match_bool_prefix\":{\"f\":{\"query\":\"a\",\"max_expansions\":%}}}",
                "{\"match\":{\"f\":{\"query\":\"a\",\"fuzziness\":1,\"max_expansions\":%}}}",
                "{\"multi_match\":{\"query\":\"a\",\"type\":\"phrase_prefix\",\"fields\":[\"f\"],\"max_expansions\":%}}",
                "{\"fuzzy\":{\"f\":{\"value\":\"a\",\"max_expansions\":%}}}",
                "{\"query_string\":{\"query\":\"a\",\"fuzzy_max_expansions\":%}}",
                "{\"simple_query_string\":{\"query\":\"a\",\"fuzzy_max_expansions\":%}}",
                "{\"intervals\":{\"f\":{\"wildcard\":{\"pattern\":\"a*\",\"max_expansions\":%}}}}",
                "{\"intervals\":{\"f\":{\"regexp\":{\"pattern\":\"a\",\"max_expansions\":%}}}}"
            })
    void areBoundInExpansions(String query) {
        assertBound("{\"query\":" + query + "}", "101", "100");
        assertBound("{\"query\":" + query + "}", "2147483647", "\"50\"");
    }

    /** Each hit of an answer has the names of all queries that it matches: a thousand of 256 characters made 10,000 hits 2.5 GB. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"query\":{\"bool\":{\"should\":[LIST]}}} | {\"match_all\":{\"_name\":\"n#\"}} | 100",
                "{\"query\":{\"bool\":{\"should\":[LIST]}}} | {\"range\":{\"f\":{\"gte\":1,\"_name\":\"n#\"}}} | 100",
                "{\"query\":{\"function_score\":{\"functions\":[LIST]}}} | {\"weight\":1,\"_name\":\"n#\"} | 100",
                "{\"query\":{\"dis_max\":{\"queries\":[LIST],\"_name\":\"n\"}}} | {\"match_all\":{\"_name\":\"n#\"}} | 99",
                "{\"query\":{\"dis_max\":{\"queries\":[LIST]}}} | {\"match_all\":{\"_name\":\"012345678901234567890123456789123456789#\"}} | 49"
            })
    void areBoundInNamesOfQueries(String body, String element, int most) {
        for (String layout : LAYOUTS) {
            AcmeTest tenant = new AcmeTest(layout) {};

            assertDenied(tenant.search(list(body, element, most + 1)).everySplit());
            tenant.assertRelayed("POST", "/logs/_search", list(body, element, most));
            tenant.stop();
        }
    }

    @Test
    void haveNamesOfQueriesOfTheirOwnEach() {
        String search =
                list("{\"query\":{\"dis_max\":{\"queries\":[LIST]}}}", "{\"match_all\":{\"_name\":\"n#\"}}", 100);

        assertThat(acme("POST", "/logs/_msearch")
                        .body(("{}\n" + search + "\n").repeat(100))
                        .everySplit()
                        .relayed())
                .isTrue();
        assertDenied(acme("POST", "/logs/_msearch")
                .body(("{}\n" + search + "\n").repeat(101))
                .send());
    }

    /** A server puts them around each word, of which a document of 1 MB may have half a million. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"highlight\":{\"pre_tags\":[\"%\"],\"fields\":{\"f\":{}}}}",
                "{\"highlight\":{\"fields\":{\"f\":{\"post_tags\":[\"%\"]}}}}"
            })
    void areBoundInMarksOfWords(String body) {
        assertBound(body, "x".repeat(65), "x".repeat(64));
    }

    /** A server makes an object for each of 1,000 clauses and each of 10,000 hits. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs/_search | {\"explain\":true,\"size\":%}",
                "/logs/_search | {\"size\":%,\"explain\":true}",
                "/logs/_search | {\"size\":\"%\",\"explain\":\"true\"}",
                "/_search | {\"size\":%,\"explain\":true}",
                "/logs/_search?explain=true | {\"size\":%}",
                "/logs/_search?explain | {\"size\":%}",
                "/logs/_search?size=% | {\"explain\":true}",
                "/logs/_search?size=%&explain=true | {}",
                "/_search?explain=true | {\"size\":%}"
            })
    void areBoundWhereHitsAreExplained(String target, String body) {
        assertDenied(acme("POST", target.replace("%", "101"))
                .body(body.replace("%", "101"))
                .everySplit());
        assertRelayed("POST", target.replace("%", "100"), body.replace("%", "100"));
    }

    @Test
    void mayShowManyHitsThatAreNotExplained() {
        assertRelayed("POST", "/logs/_search?explain=false", "{\"size\":10000,\"explain\":false}");
        assertRelayed("POST", "/logs/_search?size=10000", "{}");
        assertRelayed("POST", "/logs/_msearch", "{}\n{\"size\":10000}\n{}\n{\"explain\":true}\n");
        assertDenied(acme("POST", "/logs/_msearch")
                .body("{}\n{}\n{}\n{\"size\":10000,\"explain\":true}\n")
                .everySplit());
        assertDenied(search("{\"size\":\"1e-600000000\"}").everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"aggs\":{\"h\":{\"top_hits\":{\"explain\":%}}}}",
                "{\"query\":{\"nested\":{\"path\":\"p\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"explain\":%}}}}",
                "{\"collapse\":{\"field\":\"k\",\"inner_hits\":{\"name\":\"n\",\"explain\":%}}}"
            })
    void doNotHaveHitsOfHitsOrBucketsExplained(String body) {
        assertBound(body, "true", "false");
    }
}
