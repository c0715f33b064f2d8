package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Little that a tenant sends of which a server makes much: names put into templates, digits of numbers, lists. */
@Tag("slow")
class HarmfulExpansionsTest extends AcmeTest {
    HarmfulExpansionsTest() {
        super("indexPerTenant: { indices: [logs, to], template: \"{tenant}.{index}\" }");
    }

    /** A name of 100 KB, 5,400 times in one field's options, ended nodes of Elasticsearch 7.17 and 8.19 and OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"copy_to\":\"MANY\"",
                "\"copy_to\":[\"a\",\"MANY\"]",
                "\"meta\":{\"a\":[{\"b\":\"MANY\"}]}",
                "\"meta\":{\"MANY\":1}",
                "\"fields\":{\"a\":{\"type\":\"keyword\",\"fields\":{\"b\":{\"type\":\"text\",\"analyzer\":\"MANY\"}}}}",
                "\"copy_to\":\"{n\\u0061me}MANY\""
            })
    void areDeniedAmongNamesOfFieldsInTemplates(String member) {
        String body =
                "{\"mappings\":{\"dynamic_templates\":[{\"x\":{\"mapping\":{\"type\":\"keyword\",\"copy_to\":\"a\"}}},"
                        + "{\"y\":{\"match\":\"y*\",\"mapping\":{\"type\":\"keyword\"," + member + "}}}]}}";

        assertDenied(acme("PUT", "/logs")
                .body(body.replace("MANY", "{name}".repeat(11)))
                .everySplit());

        String few = body.replace("MANY", "{name}_x".repeat(3));
        assertThat(acme("PUT", "/logs").body(few).everySplit().upstreamBody()).isEqualTo(few);
    }

    /** A name may have thousands of optional parts. */
    @Test
    void areDeniedAmongFormatsThatAreNamesOfFields() {
        String body = "{\"dynamic_templates\":[{\"x\":{\"mapping\":{\"type\":\"date\",\"format\":\"%s\"}}}]}";

        for (String format : List.of("{name}", "yyyy||{n\\u0061me}")) {
            assertDenied(
                    acme("PUT", "/logs/_mapping").body(body.formatted(format)).everySplit());
        }
        assertRelayed("PUT", "/logs/_mapping", body.formatted("yyyy||epoch_millis"));
    }

    /** A server analyzes a text once more for each level that is included: four documents of 1 MB ended a node of OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"properties\":{\"a\":{\"properties\":{\"b\":NESTED}}}}",
                "{\"properties\":{\"a\":{\"type\":\"nested\",\"include_in_root\":true,\"properties\":{\"b\":NESTED}}}}",
                "{\"properties\":{\"a\":{\"properties\":{\"c\":{\"type\":\"keyword\"},\"b\":{\"properties\":{\"c\":NESTED}}}}}}",
                "{\"dynamic_templates\":[{\"x\":{\"match_mapping_type\":\"object\",\"mapping\":NESTED}}]}",
                "{\"dynamic_templates\":[{\"x\":{\"mapping\":{\"properties\":{\"a\":NESTED}}}}]}"
            })
    void areDeniedAmongLevelsOfNestedFields(String mapping) {
        for (String included : List.of("include_in_parent", "include_in_root")) {
            String nested = "{\"type\":\"nested\",\"" + included + "\":%s,\"properties\":{\"f\":{\"type\":\"text\"}}}";
            for (String on : List.of("true", "\"true\"")) {
                assertDenied(acme("PUT", "/logs/_mapping")
                        .body(mapping.replace("NESTED", nested.formatted(on)))
                        .everySplit());
            }
            assertRelayed("PUT", "/logs/_mapping", mapping.replace("NESTED", nested.formatted("false")));
            assertRelayed("PUT", "/logs/_mapping", "{\"properties\":{\"a\":" + nested.formatted("true") + "}}");
        }
    }

    @Test
    void areDeniedAmongTargetsOfFieldsWithinOthers() {
        String body = "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"type\":\"text\",\"copy_to\":[LIST]}}}}}";

        assertDenied(
                acme("PUT", "/logs/_mapping").body(list(body, "\"f#\"", 11)).everySplit());

        assertRelayed("PUT", "/logs/_mapping", list(body, "\"f#\"", 10));
    }

    @Test
    void areDeniedAmongNamesOfFieldsInAllTemplates() {
        String template = "{\"x\":{\"mapping\":{\"type\":\"keyword\",\"copy_to\":\"{name}_a\"}}}";
        String body = "{\"dynamic_templates\":[%s]}";

        assertRelayed("PUT", "/logs/_mapping", body.formatted((template + ",").repeat(9) + template));
        assertDenied(acme("PUT", "/logs/_mapping")
                .body(body.formatted((template + ",").repeat(10) + template))
                .everySplit());
    }

    /** Four such searches kept all threads of Elasticsearch 8.19 for minutes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"term\":{\"l\":\"NUMBER\"}}}",
                "{\"query\":{\"term\":{\"l\":{\"value\":\"NUMBER\"}}}}",
                "{\"query\":{\"terms\":{\"l\":[1,\"NUMBER\"]}}}",
                "{\"query\":{\"match\":{\"l\":\"NUMBER\"}}}",
                "{\"query\":{\"match\":{\"l\":{\"query\":\"NUMBER\"}}}}",
                "{\"query\":{\"multi_match\":{\"query\":\"NUMBER\",\"fields\":[\"l\"]}}}",
                "{\"query\":{\"range\":{\"l\":{\"gt\":\"NUMBER\"}}}}",
                "{\"search_after\":[\"NUMBER\"]}",
                "{\"query\":{\"terms_set\":{\"l\":{\"terms\":[\"NUMBER\"]}}}}",
                "{\"query\":{\"query_string\":{\"query\":\"a OR l:NUMBER\"}}}",
                "{\"query\":{\"query_string\":{\"query\":\"l:[NUMBER TO *]\"}}}",
                "{\"query\":{\"simple_query_string\":{\"query\":\"(NUMBER)|a\",\"fields\":[\"l\"]}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"min_doc_count\":\"NUMBER\"}}}}",
                "{\"query\":{\"function_score\":{\"random_score\":{\"field\":\"f\",\"seed\":\"NUMBER\"}}}}"
            })
    void areDeniedAmongDigitsOfNumbersInTexts(String body) {
        for (String number : List.of(
                "1e-600000000",
                "-1.5E-600000000",
                "1\\u0065\\u002d600000000",
                "٣e-٦٠٠٠",
                "1e10000000",
                "2E+10000000")) {
            assertDenied(acme("POST", "/logs/_search")
                    .body(body.replace("NUMBER", number))
                    .everySplit());
        }
        for (String harmless : List.of(
                "1e-300", "7e12345", "1234567e89", "release-20241231", "1e5", "12345678-1234-4234-231e-123456789012")) {
            assertRelayed("POST", "/logs/_search", body.replace("NUMBER", harmless));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"**.**.**.x", "took,-**.a.**.**", "aggregations.*a*a*a*a*b"})
    void areDeniedInFilterPaths(String path) {
        for (String target : List.of("/logs/_search", "/_msearch", "/_cat/indices", "/logs/_doc/1")) {
            String method = target.equals("/_msearch") ? "POST" : "GET";
            assertThat(acme(method, target + "?filter_path=" + path).send().status())
                    .isEqualTo(403);
        }
        assertThat(acme("GET", "/logs/_search?filter_path=took,hits.**._source.**.a*")
                        .send()
                        .relayed())
                .isTrue();
    }

    @Test
    void areDeniedAsManyFilterPaths() {
        String target = "/logs/_search?filter_path=" + list("LIST", "hits.hits.f#", 250);

        assertThat(acme("GET", target).send().relayed()).isTrue();
        assertThat(acme("GET", target + ",took").send().status()).isEqualTo(403);
    }

    @Test
    void areDeniedAmongGroupsOfStatisticsInTheUrl() {
        String target = "/logs/_search?stats=a,b,c,d,e,f,g,h,i,j";

        assertThat(acme("GET", target).send().relayed()).isTrue();
        assertThat(acme("GET", target + ",k").send().status()).isEqualTo(403);
    }

    /** Nodes keep them for as long as they run. */
    @Test
    void areDeniedInNamesOfGroupsOfStatistics() {
        String longest = "g".repeat(256);

        assertRelayed("POST", "/logs/_search?stats=a," + longest, "{\"stats\":[\"a\",\"" + longest + "\"]}");
        assertThat(acme("GET", "/logs/_search?stats=a,g" + longest).send().status())
                .isEqualTo(403);
        assertDenied(acme("POST", "/logs/_search")
                .body("{\"stats\":[\"a\",\"g" + longest + "\"]}")
                .everySplit());
    }

    /** For each of which servers make room: 5,000 keys of a sort, or 1,000 inner hits of a collapse, ended nodes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 | {\"sort\":[LIST]} | \"f\"",
                "10 | {\"sort\":[LIST]} | {\"f\":\"asc\"}",
                "10 | {\"sort\":{LIST}} | \"f#\":\"asc\"",
                "10 | {\"sort\":[{LIST}]} | \"f#\":\"asc\"",
                "50 | {\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[LIST]}}}} | \"f\"",
                "50 | {\"sort\":[\"a\"],\"collapse\":{\"field\":\"k\",\"inner_hits\":{\"name\":\"n\",\"sort\":[LIST]}}} | \"f\"",
                "3 | {\"collapse\":{\"field\":\"k\",\"inner_hits\":[LIST]}} | {\"name\":\"n#\",\"size\":0}",
                "10 | {\"rescore\":[LIST]} | {\"query\":{\"rescore_query\":{\"match_all\":{}}}}",
                "1000 | {\"aggs\":{LIST}} | \"a#\":{\"max\":{\"field\":\"f\"}}",
                "999 | {\"aggs\":{\"x\":{\"filter\":{\"match_all\":{}},\"aggs\":{LIST}}}} | \"a#\":{\"max\":{\"field\":\"f\"}}",
                "333 | {\"aggs\":{LIST}} | \"a#\":{\"missing\":{\"field\":\"f\"},\"aggs\":{\"b\":{\"max\":{\"field\":\"f\"}},\"c\":{\"max\":{\"field\":\"f\"}}}}",
                "250 | {\"aggs\":{\"a\":{\"range\":{\"field\":\"f\",\"ranges\":[LIST]}}}} | {\"from\":1}",
                "250 | {\"aggs\":{\"a\":{\"filters\":{\"filters\":[LIST]}}}} | {\"match_all\":{}}",
                "250 | {\"aggs\":{\"a\":{\"filters\":{\"filters\":{LIST}}}}} | \"b#\":{\"match_all\":{}}",
                "100 | {\"aggs\":{\"a\":{\"composite\":{\"sources\":[LIST]}}}} | {\"s#\":{\"terms\":{\"field\":\"f\"}}}",
                "1000 | {\"aggs\":{\"a\":{\"percentiles\":{\"field\":\"f\",\"percents\":[LIST]}}}} | 1",
                "1000 | {\"aggs\":{\"a\":{\"percentile_ranks\":{\"field\":\"f\",\"values\":[LIST]}}}} | 1",
                "1024 | {\"query\":{\"function_score\":{\"functions\":[LIST]}}} | {\"weight\":1}",
                "1024 | {\"query\":{\"dis_max\":{\"queries\":[LIST]}}} | {\"match_all\":{}}",
                "100 | {\"knn\":[LIST]} | {\"field\":\"f\",\"query_vector\":[1],\"k\":1,\"num_candidates\":1}",
                "10 | {\"stats\":[LIST]} | \"g#\"",
                "250 | {\"highlight\":{\"fields\":{LIST}}} | \"f#\":{}",
                "250 | {\"highlight\":{\"fields\":[LIST]}} | {\"f#\":{}}",
                "100 | {\"suggest\":{LIST}} | \"s#\":{\"text\":\"a\",\"term\":{\"field\":\"f\"}}"
            })
    void areDeniedInLists(int most, String body, String element) {
        assertDenied(acme("POST", "/logs/_search")
                .body(list(body, element, most + 1))
                .everySplit());

        assertRelayed("POST", "/logs/_search", list(body, element, most));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"indices_boost\":[LIST]} | {\"logs\":1}", "{\"indices_boost\":{LIST}} | \"to\":1"})
    void areDeniedAmongBoostsOfIndices(String body, String element) {
        assertDenied(
                acme("POST", "/logs/_search").body(list(body, element, 1001)).everySplit());

        assertThat(acme("POST", "/logs/_search")
                        .body(list(body, element, 1000))
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    /** One line kept the threads with which OpenSearch 2.19 serves everybody. */
    @ParameterizedTest
    @ValueSource(strings = {"version", "if_seq_no", "if_primary_term"})
    void areDeniedAmongDigitsOfNumbersInBulkLines(String key) {
        String line = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"" + key + "\":\"%s\"}}\n{}\n";

        HarnessResult denied =
                acme("POST", "/_bulk").body(line.formatted("1e-600000000")).everySplit();
        assertThat(denied.toString()).contains("is out of range for a long");
        assertThat(acme("POST", "/_bulk").body(line.formatted("1")).everySplit().relayed())
                .isTrue();
    }

    @Test
    void areDeniedAmongDigitsOfNumbersElsewhere() {
        String mapping = "{\"properties\":{\"l\":{\"type\":\"long\",\"null_value\":%s}}}";
        for (String value : List.of("\"1e-600000000\"", "\"{name}\"", "[\"1e-600000000\"]")) {
            assertDenied(
                    acme("PUT", "/logs/_mapping").body(mapping.formatted(value)).everySplit());
        }
        for (String value : List.of("\"1\"", "1e-2", "{\"lat\":\"1\",\"lon\":2}", "[1,2]", "null")) {
            assertRelayed("PUT", "/logs/_mapping", mapping.formatted(value));
        }
        assertDenied(acme("POST", "/al/_rollover")
                .body("{\"conditions\":{\"max_docs\":\"1e-600000000\"}}")
                .everySplit());
        String amount = "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"shard_size\":\"%s\"}}}}";
        assertDenied(search(amount.formatted("1e-600000000")).everySplit());
        assertRelayed("POST", "/logs/_search", amount.formatted("1e2"));
        assertThat(acme("GET", "/logs/_search?q=l:1e%5C-600000000").send().status())
                .isEqualTo(403);
    }

    /** A name of a megabyte for each of 10,000 buckets ended nodes of Elasticsearch 7.17 and OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"aggs\":{\"LONG\":{\"avg\":{\"field\":\"n\"}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"n\"},\"aggs\":{\"LONG\":{\"avg\":{\"field\":\"n\"}}}}}}",
                "{\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"},\"meta\":{\"a\":\"LONG\"}}}}",
                "{\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"},\"meta\":{\"LONG\":1}}}}",
                "{\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"},\"meta\":{\"a\":[\"b\",\"LONG\"]}}}}",
                "{\"aggs\":{\"a\":{\"range\":{\"field\":\"n\",\"ranges\":[{\"to\":1},{\"key\":\"LONG\",\"from\":1}]}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"filters\":{\"LONG\":{\"match_all\":{}}}}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"other_bucket_key\":\"LONG\",\"filters\":{\"b\":{\"match_all\":{}}}}}}}",
                "{\"aggs\":{\"a\":{\"adjacency_matrix\":{\"filters\":{\"LONG\":{\"match_all\":{}}}}}}}",
                "{\"query\":{\"term\":{\"f\":{\"value\":1,\"_name\":\"LONG\"}}}}",
                "{\"query\":{\"bool\":{\"_name\":\"LONG\"}}}",
                "{\"query\":{\"function_score\":{\"functions\":[{\"filter\":{\"match_all\":{}},\"weight\":1,\"_name\":\"LONG\"}]}}}",
                "{\"query\":{\"more_like_this\":{\"fields\":[\"f\"],\"like\":\"a\",\"_name\":\"LONG\"}}}",
                "{\"query\":{\"nested\":{\"path\":\"o\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"name\":\"LONG\"}}}}",
                "{\"script_fields\":{\"LONG\":{\"script\":\"1\"}}}",
                "{\"sort\":[{\"f\":{\"missing\":\"LONG\"}}]}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\",\"highlight\":{\"pre_tag\":\"LONG\"}}}}}"
            })
    void areDeniedAmongTextsThatAnAnswerRepeats(String body) {
        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("LONG", "x".repeat(257)))
                .everySplit());
        assertRelayed("POST", "/logs/_search", body.replace("LONG", "x".repeat(256)));
    }

    @Test
    void areDeniedAmongMembersOfMeta() {
        String body =
                "{\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"},\"meta\":{%s}},\"b\":{\"avg\":{\"field\":\"n\"},\"meta\":{\"c\":1}}}}";
        String many =
                IntStream.range(0, 20).mapToObj(i -> "\"m" + i + "\":" + i).collect(Collectors.joining(","));

        assertDenied(acme("POST", "/logs/_search").body(body.formatted(many)).everySplit());
        assertRelayed("POST", "/logs/_search", body.formatted("\"m\":[1,2]"));
    }

    /** One fuzzy word of 30,000 characters ended nodes of Elasticsearch 7.17. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"fuzzy\":{\"f\":\"LONG\"}}}",
                "{\"query\":{\"bool\":{\"must\":[{\"fuzzy\":{\"f\":{\"value\":\"HALF\"}}},{\"fuzzy\":{\"f\":{\"value\":\"HALF_\"}}}]}}}",
                "{\"query\":{\"match\":{\"f\":{\"query\":\"LONG\",\"fuzziness\":\"AUTO\"}}}}",
                "{\"query\":{\"match\":{\"f\":{\"fuzziness\":1,\"query\":\"LONG\"}}}}",
                "{\"query\":{\"match_bool_prefix\":{\"f\":{\"fuzziness\":1,\"query\":\"LONG\"}}}}",
                "{\"query\":{\"multi_match\":{\"fields\":[\"f\"],\"query\":\"LONG\",\"fuzziness\":2}}}",
                "{\"query\":{\"query_string\":{\"query\":\"LONG~\"}}}",
                "{\"query\":{\"simple_query_string\":{\"query\":\"LONG~1\"}}}",
                "{\"query\":{\"term\":{\"f\":{\"value\":\"LONG\",\"case_insensitive\":true}}}}",
                "{\"query\":{\"prefix\":{\"f\":{\"case_insensitive\":true,\"value\":\"LONG\"}}}}",
                "{\"query\":{\"wildcard\":{\"f\":{\"case_insensitive\":true,\"value\":\"LONG*\"}}}}",
                "{\"query\":{\"intervals\":{\"f\":{\"fuzzy\":{\"term\":\"LONG\"}}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"LONG\",\"term\":{\"field\":\"f\"}}}}",
                "{\"suggest\":{\"s\":{\"prefix\":\"LONG\",\"completion\":{\"field\":\"f\",\"fuzzy\":{}}}}}"
            })
    void areDeniedAmongWordsThatStandForOthers(String body) {
        String half = "a".repeat(1000);

        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("LONG", half + half + "b").replace("HALF", half))
                .everySplit());
        assertRelayed(
                "POST", "/logs/_search", body.replace("LONG", "ab".repeat(900)).replace("HALF", "ab"));
    }

    /** Each search of several has words of its own. */
    @Test
    void areNotDeniedAmongLongWordsThatStandForThemselves() {
        String text = "ab ".repeat(3000);
        String fuzzy = "{\"query\":{\"match\":{\"f\":{\"query\":\"%s\",\"fuzziness\":1}}}}";

        assertRelayed(
                "POST",
                "/logs/_search",
                "{\"query\":{\"match\":{\"f\":{\"query\":\"" + text + "\",\"fuzziness\":0}}}}");
        assertRelayed("POST", "/logs/_search", "{\"query\":{\"term\":{\"f\":\"" + text + "\"}}}");
        assertThat(acme("POST", "/logs/_msearch")
                        .body(("{}\n" + fuzzy.formatted("a".repeat(1500)) + "\n").repeat(3))
                        .send()
                        .relayed())
                .isTrue();
    }

    /** 40 phrases of 16,000 words kept threads of Elasticsearch 7.17 and OpenSearch 2.19 for more than a minute. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"match_phrase\":{\"f\":\"LONG\"}}",
                "{\"match\":{\"f\":{\"query\":\"LONG\"}}}",
                "{\"multi_match\":{\"fields\":[\"f\"],\"query\":\"LONG\"}}",
                "{\"match_phrase_prefix\":{\"f\":\"LONG\"}}",
                "{\"match_bool_prefix\":{\"f\":{\"query\":\"LONG\"}}}",
                "{\"combined_fields\":{\"fields\":[\"f\"],\"query\":\"LONG\"}}",
                "{\"common\":{\"f\":{\"query\":\"LONG\"}}}",
                "{\"query_string\":{\"query\":\"LONG\"}}",
                "{\"simple_query_string\":{\"query\":\"LONG\"}}",
                "{\"intervals\":{\"f\":{\"match\":{\"query\":\"LONG\"}}}}"
            })
    void areDeniedAmongTextsOfASearch(String query) {
        String one = query.replace("LONG", "a ".repeat(16_380));
        String body = "{\"query\":{\"dis_max\":{\"queries\":[%s]}}}";

        assertRelayed("POST", "/logs/_search", body.formatted(one + "," + one));
        assertDenied(acme("POST", "/logs/_search")
                .body(body.formatted(one + "," + one + "," + one))
                .everySplit());
    }
}
