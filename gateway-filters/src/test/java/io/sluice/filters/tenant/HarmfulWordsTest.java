package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that stand for many words, and points for many distances, all of which a server keeps at once. */
@Tag("slow")
class HarmfulWordsTest extends AcmeTest {
    HarmfulWordsTest() {
        super(OWN_INDICES);
    }

    private void assertMost(String body, String element, int most) {
        assertDenied(search(list(body, element, most + 1)).everySplit());
        assertRelayed("POST", "/logs/_search", list(body, element, most));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prefix\":{\"prefix\":\"a#\"}}",
                "{\"wildcard\":{\"pattern\":\"a#*\",\"max_expansions\":50}}",
                "{\"regexp\":{\"pattern\":\"a#.\"}}",
                "{\"fuzzy\":{\"term\":\"a#\"}}",
                "{\"any_of\":{\"intervals\":[{\"prefix\":{\"prefix\":\"a#\"}}]}}",
                "{\"match\":{\"query\":\"a\",\"filter\":{\"before\":{\"prefix\":{\"prefix\":\"a#\"}}}}}"
            })
    void areFewInIntervals(String source) {
        assertMost("{\"query\":{\"intervals\":{\"f\":{\"all_of\":{\"intervals\":[LIST]}}}}}", source, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prefix", "wildcard", "fuzzy", "regexp"})
    void areFewInSpans(String type) {
        String span = "{\"span_multi\":{\"match\":{\"" + type + "\":{\"f\":\"a#\"}}}}";

        assertMost("{\"query\":{\"span_near\":{\"clauses\":[LIST]}}}", span, 10);
        assertMost("{\"query\":{\"bool\":{\"should\":[LIST]}}}", span, 10);
    }

    /** Each takes half a second of a million words. */
    @ParameterizedTest
    @ValueSource(strings = {"prefix", "wildcard", "regexp"})
    void areFewInQueriesThroughWords(String type) {
        assertMost("{\"query\":{\"bool\":{\"should\":[LIST]}}}", "{\"" + type + "\":{\"f\":\"a#\"}}", 100);
    }

    /** Ten thousand places of a document and a hundred thousand points asked for 8 GB at once. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sort\":[{\"_geo_distance\":{\"order\":\"asc\",\"f\":[LIST]}}]}",
                "{\"sort\":{\"_geoDistance\":{\"f\":[LIST],\"unit\":\"km\"}}}",
                "{\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[{\"_geo_distance\":{\"f\":[LIST]}}]}}}}",
                "{\"query\":{\"nested\":{\"path\":\"p\",\"query\":{\"match_all\":{}},"
                        + "\"inner_hits\":{\"sort\":[{\"_geo_distance\":{\"p.f\":[LIST]}}]}}}}"
            })
    void areFewInSortsByDistance(String body) {
        assertMost(body, "[1.5,2]", 10);
        assertMost(body, "{\"lat\":52.5200066,\"lon\":13.404953999999975}", 10);
        assertMost(body, "\"1,2\"", 20);
    }

    /** Nothing ends a server that tries all ways to correct a phrase, at half a second each. */
    @Test
    void areFewInPhrases() {
        assertMost("{\"suggest\":{LIST}}", "\"s#\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\"}}", 5);
    }

    /** A server compares each field with each, for each document. */
    @Test
    void areFewInFieldsOfMatrices() {
        String matrix = "\"#\":{\"matrix_stats\":{\"fields\":[\"a\",\"b\",\"c\",\"d\",\"e\"]}}";

        assertMost("{\"aggs\":{\"a\":{\"matrix_stats\":{\"fields\":[LIST]}}}}", "\"f#\"", 20);
        assertMost("{\"aggs\":{LIST}}", matrix, 10);
    }

    /** Each is a search of its own, on the thread of the search. */
    @Test
    void areFewInSearchesForNeighbours() {
        String query = "{\"knn\":{\"field\":\"v\",\"query_vector\":[0.1],\"k\":1,\"num_candidates\":#}}";

        assertMost("{\"query\":{\"bool\":{\"should\":[LIST]}}}", query, 100);
        assertMost("{\"query\":{\"bool\":{\"should\":[{\"bool\":{\"must\":[LIST]}}]}}}", query, 100);
    }

    /** A thousand of a hundred hits, each with a hundred objects, are ten million hits in memory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"nested\":{\"path\":\"p\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"name\":\"#\"}}}",
                "{\"nested\":{\"path\":\"p#\",\"query\":{\"match_all\":{}},\"inner_hits\":{}}}",
                "{\"has_child\":{\"type\":\"t\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"name\":\"#\"}}}",
                "{\"has_parent\":{\"parent_type\":\"t\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"name\":\"#\"}}}"
            })
    void areFewInInnerHits(String query) {
        assertMost("{\"query\":{\"bool\":{\"should\":[LIST]}}}", query, 10);
    }

    /** A server looks at each pair of them, and at those within each other, for each document. */
    @Test
    void areFewInNamedBuckets() {
        String range = "{\"from\":#}";
        String ranges = "\"a#\":{\"range\":{\"field\":\"f\",\"ranges\":[%s]}}".formatted(list("LIST", range, 125));
        String filters = "\"a#\":{\"filters\":{\"filters\":[%s]}}".formatted(list("LIST", "{\"match_all\":{}}", 125));

        assertMost("{\"aggs\":{\"a\":{\"adjacency_matrix\":{\"filters\":{LIST}}}}}", "\"#\":{\"match_all\":{}}", 100);
        assertMost("{\"aggs\":{LIST}}", ranges, 2);
        assertMost("{\"aggs\":{LIST}}", filters, 2);
    }

    @Test
    void areFewInClustersOfHistograms() {
        String body = "{\"aggs\":{\"a\":{\"variable_width_histogram\":{\"field\":\"f\",\"shard_size\":%s}}}}";

        assertDenied(search(body.formatted("10001")).everySplit());
        assertRelayed("POST", "/logs/_search", body.formatted("10000"));
        assertDenied(
                search(body.replace("shard_size", "buckets").formatted("201")).everySplit());
        assertRelayed(
                "POST", "/logs/_search", body.replace("shard_size", "buckets").formatted("200"));
    }

    /** Nothing ends a server that looks at a window for each bucket. */
    @Test
    void areFewInWindows() {
        String average = "\"#\":{\"moving_avg\":{\"buckets_path\":\"_count\",\"window\":%s}}";

        assertMost("{\"aggs\":{LIST}}", average.formatted("500"), 10);
        assertDenied(
                search(list("{\"aggs\":{LIST}}", average.formatted("501"), 1)).everySplit());
    }

    @Test
    void areFewWithinEachOther() {
        String filters = "{\"a\":{\"filters\":{\"filters\":[{\"match_all\":{}}]},\"aggs\":%s}}";
        String two = filters.formatted("{\"b\":{\"range\":{\"field\":\"f\",\"ranges\":[{\"from\":1}]}}}");

        assertRelayed("POST", "/logs/_search", "{\"aggs\":" + filters.formatted(two) + "}");
        assertDenied(search("{\"aggs\":" + filters.formatted(filters.formatted(two)) + "}")
                .everySplit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_concurrent_searches", "max_concurrent_shard_requests"})
    void areFewAtOnce(String parameter) {
        String body = "{}\n{}\n";

        for (String sent : List.of("20", "5")) {
            assertThat(atOnce(parameter, sent, body)).isEqualTo(sent);
        }
        for (String more : List.of("21", "1000", "2147483647", "+1000", "1e9")) {
            assertThat(atOnce(parameter, more, body)).isEqualTo("20");
        }
    }

    @Test
    void areFewInDocumentsToBeLike() {
        String like = "{\"more_like_this\":{\"fields\":[\"f\"],\"like\":[LIST],\"unlike\":[{\"_id\":\"1\"}]}}";
        String two = "{\"query\":{\"bool\":{\"should\":[" + like + ",{\"more_like_this\":{\"like\":\"a\"}}]}}}";

        assertMost("{\"query\":" + like + "}", "{\"_id\":\"#\"}", 99);
        assertMost(two, "{\"_id\":\"#\"}", 98);
    }

    /** A server keeps 8 bytes for each parent that there is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"has_child\":{\"type\":\"t\",\"query\":{\"match_all\":{}}}}",
                "{\"has_parent\":{\"query\":{\"match_all\":{}},\"parent_type\":\"t\"}}"
            })
    void areFewInJoins(String query) {
        assertMost("{\"query\":{\"bool\":{\"should\":[LIST]}}}", query, 20);
    }

    /** An answer has a text of the format for each hit or bucket. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"docvalue_fields\":[LIST]} | {\"field\":\"f\",\"format\":\"LONG\"}",
                "{\"fields\":[LIST]} | {\"field\":\"f#\",\"format\":\"LONG\"}",
                "{\"aggs\":{LIST}} | \"#\":{\"max\":{\"field\":\"f\",\"format\":\"LONG\"}}"
            })
    void areFewInFormatsThatAreShown(String both) {
        String body = both.substring(0, both.indexOf(" | "));
        String element = both.substring(both.indexOf(" | ") + 3);

        assertMost(body, element.replace("LONG", "'" + "x".repeat(138) + "'"), 50);
        assertRelayed("POST", "/logs/_search", list(body, element.replace("LONG", "yyyy-MM-dd"), 200));
    }

    @Test
    void areFewInFragments() {
        String body = "{\"highlight\":{\"fields\":{\"f\":{\"type\":\"fvh\",\"boundary_max_scan\":%s}}}}";

        assertDenied(search(body.formatted("1001")).everySplit());
        assertDenied(
                search(body.replace("boundary_max_scan", "number_of_fragments").formatted("1001"))
                        .everySplit());
        assertRelayed("POST", "/logs/_search", body.formatted("1000"));
    }

    private @Nullable String atOnce(String parameter, String value, String body) {
        return acme("POST", "/logs/_msearch?" + parameter + "=" + value.replace("+", "%2B"))
                .body(body)
                .everySplit()
                .upstreamHead()
                .target()
                .parameter(parameter);
    }

    /** Searches of a request have bounds of their own each, and one together. */
    @Test
    void areFewInAllSearchesTogether() {
        String search = "{}\n{\"query\":{\"intervals\":{\"f\":{\"prefix\":{\"prefix\":\"a\"}}}}}\n";

        assertRelayed("POST", "/logs/_msearch", search.repeat(200));
        assertDenied(acme("POST", "/logs/_msearch").body(search.repeat(201)).send());
    }

    /** A search through several aliases of an index has all their filters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"intervals\":{\"f\":{\"prefix\":{\"prefix\":\"a\"}}}}",
                "{\"span_multi\":{\"match\":{\"prefix\":{\"f\":\"a\"}}}}",
                "{\"has_child\":{\"type\":\"t\",\"query\":{\"match_all\":{}}}}",
                "{\"has_parent\":{\"parent_type\":\"t\",\"query\":{\"match_all\":{}}}}",
                "{\"knn\":{\"field\":\"v\",\"query_vector\":[1],\"k\":1,\"num_candidates\":1}}",
                "{\"more_like_this\":{\"like\":\"a\"}}"
            })
    void areNoneInFiltersOfAliases(String query) {
        assertDenied(acme("PUT", "/logs/_alias/to")
                .body("{\"filter\":" + query + "}")
                .everySplit());
        assertDenied(acme("PUT", "/logs/_alias/to")
                .body("{\"filter\":{\"bool\":{\"must\":[" + query + "]}}}")
                .everySplit());
        assertRelayed("PUT", "/logs/_alias/to", "{\"filter\":{\"prefix\":{\"f\":\"a\"}}}");
    }

    /** Regular expressions stand between slashes. */
    @Test
    void areFewInTextsWithASyntax() {
        for (String word : List.of("f:a* ", "/.a/ ", "f:a?b ")) {
            int most = word.startsWith("/") ? 125 : 250;
            String body = "{\"query\":{\"query_string\":{\"query\":\"%s\"}}}";

            assertDenied(search(body.formatted(word.repeat(most + 1))).everySplit());
            assertRelayed("POST", "/logs/_search", body.formatted(word.repeat(most)));
        }
    }

    @Test
    void areFewInSharedIndicesToo() {
        AcmeTest shared = new AcmeTest("shared: { indices: [logs] }") {};
        String body = "{\"query\":{\"bool\":{\"should\":[LIST]}}}";

        assertDenied(
                shared.search(list(body, "{\"prefix\":{\"f\":\"a#\"}}", 101)).everySplit());
        shared.assertRelayed("POST", "/logs/_search", list(body, "{\"prefix\":{\"f\":\"a#\"}}", 100));
        shared.stop();
    }
}
